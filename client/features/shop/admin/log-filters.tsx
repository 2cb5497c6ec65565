import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { FormEvent } from 'react';

import { Button, buttonClass } from '#client/ui/button.tsx';
import { DateTimeField } from '#client/ui/date-time-field.tsx';
import { deliveryLooks } from '#client/ui/delivery-chip.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { deliveryStates } from '#shared/order-states.ts';

import { orderLooks } from '../order-chips.tsx';
import { logsSearch } from '../shop-search.ts';
import type { LogsSearch } from '../shop-search.ts';

import styles from './logs.module.css';

const deliveries = [
  ...deliveryStates.map((value) => ({ value, label: deliveryLooks[value].label })),
  { value: 'undeliverable', label: 'Undeliverable' },
  { value: 'refunded', label: 'Refunded' },
];
const orders = [
  { value: 'attention', label: 'Needs attention' },
  ...Object.entries(orderLooks).map(([value, { label }]) => ({ value, label })),
];

/** Selects and dates apply immediately, text on Enter or the button. Filters are kept in the URL. */
export function LogFilters({ search }: { search: LogsSearch }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { view } = search;
  const { player, item, from, until, delivery, state, mode } = search;
  const isFiltered = [player, item, from, until, delivery, state, mode].some(Boolean);

  // Back and Forward change the URL, so copy it into the uncontrolled fields.
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLSelectElement)) continue;
      if (field === document.activeElement) continue;
      field.value = String(search[field.name as keyof LogsSearch] ?? '');
    }
  }, [search]);

  function apply() {
    if (!form.current) return;
    const given = Object.fromEntries(new FormData(form.current));
    const filters = logsSearch.read({ ...given, view });
    void navigate({ to: '/admin/shop-logs', search: filters, resetScroll: false });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    apply();
  }

  return (
    <search>
      <form ref={form} className={styles.filters} onSubmit={submit}>
        <TextField
          type="search"
          name="player"
          label="Player"
          maxLength={100}
          defaultValue={search.player}
        />
        {view === 'purchases' ? (
          <>
            <TextField
              type="search"
              name="item"
              label="Item name or id"
              maxLength={100}
              defaultValue={search.item}
            />
            <SelectField
              name="delivery"
              label="Delivery"
              placeholder="Any"
              options={deliveries}
              defaultValue={search.delivery ?? ''}
              onChange={apply}
            />
          </>
        ) : (
          <>
            <SelectField
              name="state"
              label="State"
              placeholder="Any"
              options={orders}
              defaultValue={search.state ?? ''}
              onChange={apply}
            />
            <SelectField
              name="mode"
              label="Payment mode"
              placeholder="Any"
              options={[
                { value: 'live', label: 'Real cards' },
                { value: 'test', label: 'Test mode' },
                { value: 'sandbox', label: 'Sandbox' },
              ]}
              defaultValue={search.mode ?? ''}
              onChange={apply}
            />
          </>
        )}
        <DateTimeField
          type="date"
          name="from"
          label="From"
          defaultValue={search.from}
          onChange={apply}
        />
        <DateTimeField
          type="date"
          name="until"
          label="Until"
          defaultValue={search.until}
          onChange={apply}
        />
        <div className={styles.ask}>
          <Button type="submit" icon="search">
            Filter
          </Button>
          {isFiltered && (
            <Link
              to="/admin/shop-logs"
              search={view === 'purchases' ? {} : { view }}
              resetScroll={false}
              className={buttonClass({ tone: 'quiet' })}
            >
              Clear
            </Link>
          )}
        </div>
      </form>
    </search>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import type { Edited } from '#client/lib/search.ts';
import { Checkbox, ChoiceGroup, RadioCards } from '#client/ui/form/choice.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { NumberField, TextField } from '#client/ui/form/text-field.tsx';
import { Columns, Split } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { SaleDraft, saleLimits } from '#shared/endpoints/sales.ts';
import type { ShopSale } from '#shared/endpoints/sales.ts';
import { shopLimits } from '#shared/endpoints/shop.ts';

import { managedItemsQuery, saveSale } from './admin-shop.queries.ts';
import { CategoryField } from './category-field.tsx';
import { SalePreview } from './sale-preview.tsx';

const reductions = [
  { value: 'percent', label: 'Percent off' },
  { value: 'price', label: 'Fixed price' },
];

const scopes = [
  { value: 'all', label: 'Everything' },
  { value: 'category', label: 'A category' },
  { value: 'items', label: 'Chosen items' },
];

export function SaleEditor({ edited }: { edited: Edited<ShopSale> }) {
  const navigate = useNavigate();
  // Keep the sale as it was opened; live updates must not change the version that the save is based on.
  const [opened] = useState(edited.kind === 'edit' ? edited.item : undefined);
  const [sale, setSale] = useState<SaleDraft>(() => edited.item ?? startSale());
  const set = (change: Partial<SaleDraft>) => setSale((before) => ({ ...before, ...change }));
  const form = useForm({
    check: () => checkSale(sale),
    send: (draft) => saveSale(draft, opened),
    done: ({ name }) => `${name} was saved.`,
    onDone: () => navigate({ to: '/admin/shop/sales', search: {} }),
  });
  const amount = sale.percent === null ? 'price' : 'percent';
  const time = (name: 'startsAt' | 'endsAt') => ({
    ...form.field(name),
    value: toLocalInput(sale[name]),
    onChange: (event: { target: { value: string } }) =>
      set({ [name]: fromLocalInput(event.target.value) ?? '' }),
  });
  return (
    <Split>
      <Panel variant="plain" heading={opened ? 'Edit Sale' : 'New Sale'} icon="pencil">
        <Form
          form={form}
          submitLabel="Save Sale"
          buttons={<LinkButton to="/admin/shop/sales">Cancel</LinkButton>}
        >
          <TextField
            required
            {...form.field('name')}
            label="Name"
            hint="Players see it beside the countdown."
            maxLength={saleLimits.name}
            value={sale.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <RadioCards
            inline
            legend="Reduction"
            name="reduction"
            options={reductions}
            value={amount}
            onChange={(by) => set({ percent: null, price: null, [by]: by === 'price' ? 1 : 20 })}
          />
          <NumberField
            required
            {...form.field(amount)}
            label={amount === 'price' ? 'Price' : 'Percent'}
            hint={
              amount === 'price'
                ? 'Items that cost less keep their price.'
                : 'Prices are rounded down to whole coins, to 1 at least.'
            }
            min={1}
            max={amount === 'price' ? shopLimits.price : 99}
            value={Number.isNaN(sale[amount]) ? '' : (sale[amount] ?? '')}
            onChange={({ target }) => set({ [amount]: toNumber(target.value) })}
          />
          <RadioCards
            inline
            legend="For"
            name="scope"
            options={scopes}
            value={sale.scope}
            onChange={(scope) => set({ scope: scope as SaleDraft['scope'] })}
          />
          {sale.scope === 'category' && (
            <CategoryField
              required
              {...form.field('categoryId')}
              value={sale.categoryId ?? ''}
              onChange={({ target }) => set({ categoryId: Number(target.value) || null })}
            />
          )}
          {sale.scope === 'items' && (
            <ItemTicks
              chosen={sale.itemIds}
              error={form.errors['itemIds']}
              onChange={(itemIds) => set({ itemIds })}
            />
          )}
          <Columns min="sm">
            <DateTimeField
              required
              label="Starts"
              hint="In your time zone."
              {...time('startsAt')}
            />
            <DateTimeField required label="Ends" {...time('endsAt')} />
          </Columns>
          <Checkbox
            label="On the home page"
            hint="While it runs, visitors see its name, its best reduction and a countdown."
            checked={sale.onHome}
            onChange={({ target }) => set({ onHome: target.checked })}
          />
        </Form>
      </Panel>
      {/* The prices do not depend on the name. */}
      <SalePreview
        draft={checkSale({ ...sale, name: sale.name || 'New' }).data}
        saleId={opened?.id}
      />
    </Split>
  );
}

/** Drops what belongs to a scope that is not chosen. */
function checkSale(sale: SaleDraft) {
  return checkValues(SaleDraft, {
    ...sale,
    categoryId: sale.scope === 'category' ? sale.categoryId : null,
    itemIds: sale.scope === 'items' ? sale.itemIds : [],
  });
}

/** Runs for a week from now, so that its prices can be previewed at once. */
function startSale(): SaleDraft {
  const now = Date.now();
  return {
    name: '',
    percent: 20,
    price: null,
    scope: 'all',
    categoryId: null,
    itemIds: [],
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + 7 * 86_400_000).toISOString(),
    onHome: false,
  };
}

type TicksProps = {
  chosen: number[];
  error: string | undefined;
  onChange: (ids: number[]) => void;
};

function ItemTicks({ chosen, error, onChange }: TicksProps) {
  const { data: items = [] } = useQuery(managedItemsQuery);
  return (
    <ChoiceGroup legend="Items" error={error}>
      <Columns min="sm" gap={1}>
        {items.map((item) => {
          const id = Number(item.id);
          const others = chosen.filter((other) => other !== id);
          return (
            <Checkbox
              key={id}
              label={item.name}
              checked={chosen.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...others, id] : others)}
            />
          );
        })}
      </Columns>
    </ChoiceGroup>
  );
}

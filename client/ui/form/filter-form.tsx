import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';

import { readFields } from '#client/lib/form.ts';
import { toText } from '#client/lib/search.ts';
import { useNow } from '#client/lib/use-now.ts';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { onlyThis } from '#client/ui/layout/scroll-strip.tsx';

import styles from './filter-form.module.css';

type Common = { name: string; label: string; hideLabel?: boolean };

/** Options make a select, `date` a day; everything else is a text. */
export type FilterField = Common &
  (
    | ({ options: ComponentProps<typeof SelectField>['options'] } & { placeholder?: string })
    | { date: true }
    | Omit<ComponentProps<typeof TextField>, keyof Common>
  );

type Props = {
  /** The search parameters of the page. Its route checks what the fields put into the address. */
  search: object;
  fields: readonly FilterField[];
  /** Parameters that filtering and clearing leave in the address. */
  keep?: object;
  /** The button that applies the texts. Without it they apply shortly after the last keystroke. */
  submit?: ReactNode;
  /** Fields in one line, texts wider, without a button to clear them. */
  inline?: boolean;
};

/** Fields that are kept in the address. Selects and days apply immediately. */
export function FilterForm({ search, fields, keep, submit, inline }: Props) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const isOwnChange = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const values = search as Record<string, unknown>;
  const isFiltered = fields.some(({ name }) => values[name]);

  // The fields are uncontrolled. Back and Forward change the address, and then they follow it.
  useEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLSelectElement)) continue;
      // The field may hold half of a value, e.g. the first digits of a year.
      if (isOwnChange.current && field === document.activeElement) continue;
      field.value = toText(search[field.name as keyof typeof search]);
    }
    isOwnChange.current = false;
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function apply(delay = 0) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      isOwnChange.current = true;
      const given = Object.entries(readFields(form.current)).map(([name, text]) => [
        name,
        text.trim(),
      ]);
      void navigate({
        to: '.',
        search: { ...keep, ...Object.fromEntries(given) },
        replace: !submit,
        resetScroll: false,
      });
    }, delay);
  }

  return (
    <search>
      <DayPresets fields={fields} search={values} />
      <form
        ref={form}
        className={inline ? styles.inline : styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {fields.map((field) => (
          <OneField
            key={field.name}
            field={field}
            value={toText(values[field.name])}
            onChoose={apply}
            onType={submit ? undefined : () => apply(300)}
          />
        ))}
        {submit && (
          <div className={styles.buttons}>
            {submit}
            {isFiltered && !inline && (
              <LinkButton to="." search={keep ?? {}} resetScroll={false} tone="quiet">
                Clear
              </LinkButton>
            )}
          </div>
        )}
      </form>
    </search>
  );
}

const presets = [
  { label: 'Today', days: 1 },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
];

type PresetsProps = { fields: readonly FilterField[]; search: Record<string, unknown> };

/** For a form with a first and a last day. Days are those of UTC, as in the filters of the server. */
function DayPresets({ fields, search }: PresetsProps) {
  const now = useNow(60_000);
  const [from, until] = fields.filter((field) => 'date' in field).map(({ name }) => name);
  if (!from || !until) return null;
  return (
    <Row as="nav" gap={1} aria-label="Days" className={styles.presets}>
      {presets.map(({ label, days }) => {
        const first = new Date(now - (days - 1) * 86_400_000).toISOString().slice(0, 10);
        const isChosen = search[from] === first && !search[until];
        return (
          <LinkButton
            key={label}
            to="."
            search={{ ...search, page: undefined, [from]: first, [until]: undefined }}
            activeOptions={onlyThis}
            resetScroll={false}
            aria-current={isChosen ? 'true' : undefined}
            tone={isChosen ? 'secondary' : 'quiet'}
            size="sm"
          >
            {label}
          </LinkButton>
        );
      })}
    </Row>
  );
}

type FieldProps = {
  field: FilterField;
  value: string;
  onChoose: () => void;
  onType: (() => void) | undefined;
};

function OneField({ field, value, onChoose, onType }: FieldProps) {
  const choice = { defaultValue: value, onChange: () => onChoose() };
  if ('options' in field) {
    // Remounted when options arrive later, so that the value is selected.
    return <SelectField placeholder="Any" key={field.options?.length} {...field} {...choice} />;
  }
  if ('date' in field) {
    const { date: _, ...rest } = field;
    return <DateTimeField type="date" {...rest} {...choice} />;
  }
  return <TextField {...field} className={styles.text} defaultValue={value} onChange={onType} />;
}

import { useState } from 'react';
import type { ReactNode } from 'react';

import { showSeveral } from '#client/lib/show-several.ts';
import type { Action } from '#client/lib/use-action.ts';
import type { Column } from '#client/ui/data/data-table.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { ButtonLink, IconButton } from '#client/ui/form/button.tsx';
import { Tick } from '#client/ui/form/choice.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import type { BulkAnswer } from '#shared/schemas.ts';

import styles from './selection.module.css';

type Options<Row> = {
  keyOf: (row: Row) => string;
  /** For screen readers, and to say which one was refused: `Oak Sword for Wicker`. */
  nameOf: (row: Row) => string;
};

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;

/** The rows that are ticked. One that is not in the list at the moment, e.g. of another page, is not among them. */
export function useSelection<Row>(rows: readonly Row[], { keyOf, nameOf }: Options<Row>) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter((row) => keys.has(keyOf(row)));
  const isAll = rows.length > 0 && selected.length === rows.length;
  const toggleAll = () => setKeys(new Set(isAll ? [] : rows.map(keyOf)));
  const toggle = (key: string) =>
    setKeys(
      (before) =>
        new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    );
  const isSelected = (row: Row) => keys.has(keyOf(row));
  const column: Column<Row> = {
    label: 'Select',
    part: 'select',
    narrow: true,
    header: <Tick label="Select all" checked={isAll} onChange={toggleAll} />,
    cell: (row) => (
      <Tick
        data-select
        label={`Select ${nameOf(row)}`}
        checked={isSelected(row)}
        onChange={() => toggle(keyOf(row))}
      />
    ),
  };
  return {
    selected,
    column,
    isSelected,
    isAll,
    toggleAll,
    clear: () => setKeys(new Set()),
    /** The name of the row with this key, as the list knows it. */
    nameOf: (key: string) => {
      const row = rows.find((one) => keyOf(one) === key);
      return row === undefined ? key : nameOf(row);
    },
  };
}

type BarProps<Row> = {
  selection: Selection<Row>;
  /** URL of the selected rows as CSV. */
  csv: string;
  children: ReactNode;
};

/** Stays at the bottom of the window while rows are selected. */
export function SelectionBar<Row>({ selection, csv, children }: BarProps<Row>) {
  const { selected, isAll, toggleAll, clear } = selection;
  if (selected.length === 0) return null;
  return (
    <section aria-label="Selection" className={styles.bar}>
      <Row as="output" gap={1}>
        <strong>{selected.length.toLocaleString('en')}</strong> selected
      </Row>
      {!isAll && (
        <button type="button" className={styles.all} onClick={toggleAll}>
          Select all
        </button>
      )}
      <Row gap={2} className={styles.actions}>
        {children}
        <ButtonLink size="sm" icon="download" href={csv} download>
          CSV
        </ButtonLink>
        <IconButton size="sm" icon="close" label="Clear the selection" onClick={clear} />
      </Row>
    </section>
  );
}

type SeveralProps<Row> = {
  selection: Selection<Row>;
  action: Omit<Action<BulkAnswer>, 'done'>;
  /** `refunded`, as in “3 refunded, 1 could not be”. */
  done: string;
  disabled?: boolean | undefined;
};

/** An action on the selected rows. It says which were refused, and clears the selection. */
export function SeveralButton<Row>({ selection, action, done, disabled }: SeveralProps<Row>) {
  async function call() {
    const answer = await action.call();
    showSeveral(answer, { done, nameOf: selection.nameOf });
    selection.clear();
    return answer;
  }
  return <ActionButton size="sm" tone="danger" disabled={disabled} action={{ ...action, call }} />;
}

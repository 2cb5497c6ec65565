import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import styles from './data-table.module.css';

export type Column<Row> = {
  /** Different in every column of a table. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** A richer header than the label, e.g. a sort button. */
  header?: ReactNode;
  numeric?: boolean | undefined;
  /** 1: always shown; 2: hidden on phones; 3: hidden earlier. The `cards` form shows all. */
  priority?: 1 | 2 | 3 | undefined;
  rowHeader?: boolean | undefined;
  sorted?: 'ascending' | 'descending' | undefined;
  narrow?: boolean | undefined;
  /** On a card it is in the line of the heading, without its label. */
  part?: 'select' | 'actions' | undefined;
};

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Highlights a row, e.g. the player that was searched for. */
  isHighlighted?: ((row: Row) => boolean) | undefined;
  /** A row below the others that stays at the bottom of the window while the table is read. */
  pinned?: Row | undefined;
  phone?: 'columns' | 'cards' | undefined;
  stickyHeader?: boolean | undefined;
  dense?: boolean | undefined;
  /** Rows slide in once, unless the reader prefers reduced motion. */
  animate?: boolean | undefined;
  className?: string | undefined;
};

export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isHighlighted,
  pinned,
  phone = 'columns',
  stickyHeader,
  dense,
  animate,
  className,
}: Props<Row>) {
  const hasPhoneForm = phone === 'cards' || columns.some(({ priority = 1 }) => priority > 1);
  return (
    <div className={classNames(styles.holder, hasPhoneForm && styles.measured, className)}>
      <table
        className={classNames(
          styles.table,
          phone === 'cards' && styles.cards,
          stickyHeader && styles.sticky,
          dense && styles.dense,
          animate && styles.animate,
        )}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={cellClass(column)}
                aria-sort={column.sorted}
              >
                {column.header ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={isHighlighted?.(row) ? styles.highlighted : undefined}>
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
        {pinned && (
          <tfoot>
            <tr className={styles.highlighted}>
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={pinned} />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** The table of an admin screen: close rows with an id, which are cards on phones. */
export function RecordTable<Row extends { id: string | number }>(
  props: Omit<Props<Row>, 'rowKey' | 'phone' | 'dense'>,
) {
  return <DataTable {...props} rowKey={({ id }) => id} phone="cards" dense />;
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return column.rowHeader ? (
    <th scope="row" data-label={column.label} className={cellClass(column)}>
      {column.cell(row)}
    </th>
  ) : (
    <td data-label={column.label} className={cellClass(column)}>
      {column.cell(row)}
    </td>
  );
}

function cellClass<Row>({ numeric, priority, narrow, part }: Column<Row>): string | undefined {
  return (
    classNames(
      numeric && styles.numeric,
      narrow && styles.narrow,
      part && styles[part],
      priority === 2 && styles.second,
      priority === 3 && styles.third,
    ) || undefined
  );
}

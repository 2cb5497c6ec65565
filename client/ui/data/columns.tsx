import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useMay } from '#client/lib/use-may.ts';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';

type Options<Row> = Omit<Column<Row>, 'label' | 'cell'>;

export function column<Row>(
  label: string,
  cell: (row: Row) => ReactNode,
  options: Options<Row> = {},
): Column<Row> {
  return { label, cell, ...options };
}

/** The buttons of a row, without a visible heading. */
export function actionsColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  const header = <span className="visually-hidden">Actions</span>;
  return { label: 'Actions', header, part: 'actions', numeric: true, narrow: true, cell };
}

/** Empty if there is no date. */
export function dateColumn<Row>(
  label: string,
  read: (row: Row) => unknown,
  { format, ...options }: Options<Row> & { format?: 'full' | 'day' } = {},
): Column<Row> {
  function cell(row: Row) {
    const at = read(row);
    return at === null || at === undefined ? null : <Timestamp at={at} format={format} />;
  }
  return { label, narrow: true, cell, ...options };
}

export function numberColumn<Row>(
  label: string,
  read: (row: Row) => ReactNode,
  options: Options<Row> = {},
): Column<Row> {
  function cell(row: Row) {
    const value = read(row);
    return typeof value === 'number' ? value.toLocaleString('en') : value;
  }
  return { label, numeric: true, narrow: true, cell, ...options };
}

export function coinsColumn<Row>(label: string, read: (row: Row) => number): Column<Row> {
  return numberColumn(label, (row) => <Coins amount={read(row)} />);
}

/** Links to the player's page in the admin area, for staff that may open it. */
export function playerColumn<Row>(
  label: string,
  read: (row: Row) => string,
  options: Options<Row> = {},
): Column<Row> {
  return { label, cell: (row) => <ManagedName username={read(row)} />, ...options };
}

function ManagedName({ username }: { username: string }) {
  if (!useMay()('players')) return username;
  return (
    <Link to="/admin/manage/$username" params={{ username }}>
      <strong>{username}</strong>
    </Link>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { coinsWord } from '#client/lib/words.ts';
import { classNames } from '#client/ui/class-names.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { QueryPanel } from '#client/ui/query-view.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { ManagedUser } from '#shared/players.ts';
import { ledgerKindNames } from '#shared/wallet.ts';
import type { StatementEntry } from '#shared/wallet.ts';

import { playerStatementQuery } from './manage.queries.ts';

import styles from './managed-player.module.css';

export function StatementPanel({ user }: { user: ManagedUser }) {
  const [wanted, setPage] = useState(1);
  const query = useQuery(playerStatementQuery(user.username, wanted));
  return (
    <QueryPanel
      variant="plain"
      pad="none"
      heading="Statement"
      icon="scroll"
      query={query}
      errorHeading="The statement could not be loaded"
      height="220px"
    >
      {({ entries, page, pages }) => (
        <>
          {entries.length === 0 ? (
            <p className={classNames(styles.note, styles.more)}>No transactions yet.</p>
          ) : (
            <DataTable
              caption="Statement"
              columns={columns}
              rows={entries}
              rowKey={({ id }) => id}
              phone="cards"
              dense
            />
          )}
          {pages > 1 && (
            <div className={styles.more}>
              <Pager label="Pages of the statement" page={page} pages={pages} onPage={setPage} />
            </div>
          )}
        </>
      )}
    </QueryPanel>
  );
}

const columns: Column<StatementEntry>[] = [
  { label: 'When', narrow: true, cell: ({ at }) => <Timestamp at={at} /> },
  { label: 'What', narrow: true, cell: ({ kind }) => ledgerKindNames[kind] },
  { label: 'For', rowHeader: true, cell: ({ memo }) => memo },
  {
    get label() {
      return coinsWord();
    },
    numeric: true,
    narrow: true,
    cell: ({ amount }) => (
      <span className={amount > 0 ? styles.gain : styles.loss}>
        {amount > 0 ? '+' : '−'}
        {Math.abs(amount).toLocaleString('en')}
      </span>
    ),
  },
  {
    label: 'Balance',
    numeric: true,
    narrow: true,
    cell: ({ balance }) => balance.toLocaleString('en'),
  },
];

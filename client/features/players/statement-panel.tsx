import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { ManagedUser } from '#shared/players.ts';
import { ledgerKindNames } from '#shared/wallet.ts';
import type { StatementEntry } from '#shared/wallet.ts';

import { playerStatementQuery } from './manage.queries.ts';

import styles from './managed-player.module.css';

export function StatementPanel({ user }: { user: ManagedUser }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(playerStatementQuery(user.username, page));
  return (
    <Panel variant="plain" pad="none" heading="Statement" icon="scroll">
      {data && data.entries.length > 0 && (
        <DataTable
          caption="Statement"
          columns={columns}
          rows={data.entries}
          rowKey={({ id }) => id}
          phone="cards"
          dense
        />
      )}
      {data?.entries.length === 0 && (
        <p className={classNames(styles.note, styles.more)}>No transactions yet.</p>
      )}
      {data && data.pages > 1 && (
        <div className={styles.more}>
          <Pager
            label="Pages of the statement"
            page={data.page}
            pages={data.pages}
            onPage={setPage}
          />
        </div>
      )}
      {!data && error && (
        <ErrorState
          heading="The statement could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height="220px" shape="block" />}
    </Panel>
  );
}

const columns: Column<StatementEntry>[] = [
  { key: 'at', label: 'When', narrow: true, cell: ({ at }) => <Timestamp at={at} /> },
  { key: 'kind', label: 'What', narrow: true, cell: ({ kind }) => ledgerKindNames[kind] },
  { key: 'memo', label: 'For', rowHeader: true, cell: ({ memo }) => memo },
  {
    key: 'amount',
    label: 'Wyncoins',
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
    key: 'balance',
    label: 'Balance',
    numeric: true,
    narrow: true,
    cell: ({ balance }) => balance.toLocaleString('en'),
  },
];

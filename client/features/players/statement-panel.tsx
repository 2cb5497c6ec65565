import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useWords } from '#client/lib/words.ts';
import { column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Pager } from '#client/ui/data/pager.tsx';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { ledgerKindNames } from '#shared/endpoints/wallet.ts';
import type { StatementEntry } from '#shared/endpoints/wallet.ts';

import { playerStatementQuery } from './manage.queries.ts';

import styles from './managed-player.module.css';

export function StatementPanel({ user }: { user: ManagedUser }) {
  const [wanted, setPage] = useState(1);
  const { coins } = useWords();
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
            <Text tone="muted" centred className={`sans ${styles.none}`}>
              No transactions yet.
            </Text>
          ) : (
            <RecordTable caption="Statement" columns={columnsOf(coins)} rows={entries} />
          )}
          <Pager
            inPanel
            label="Pages of the statement"
            page={page}
            pages={pages}
            onPage={setPage}
          />
        </>
      )}
    </QueryPanel>
  );
}

const columnsOf = (coins: string): Column<StatementEntry>[] => [
  dateColumn('When', ({ at }) => at),
  column('What', ({ kind }) => ledgerKindNames[kind], { narrow: true }),
  column('For', ({ memo }) => memo, { rowHeader: true }),
  numberColumn(coins, ({ amount }) => (
    <Text as="span" tone={amount > 0 ? 'good' : 'bad'}>
      {amount > 0 ? '+' : '−'}
      {Math.abs(amount).toLocaleString('en')}
    </Text>
  )),
  numberColumn('Balance', ({ balance }) => balance),
];

import { useQuery } from '@tanstack/react-query';

import { coinsWord } from '#client/lib/words.ts';
import { classNames } from '#client/ui/class-names.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LinkButton } from '#client/ui/link-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { ledgerKindNames } from '#shared/wallet.ts';
import type { StatementEntry } from '#shared/wallet.ts';

import { statementQuery } from '../shop.queries.ts';
import { WalletList } from './wallet-list.tsx';

import styles from './wallet-page.module.css';

export function StatementList({ page }: { page: number }) {
  return (
    <WalletList
      query={useQuery(statementQuery(page))}
      view="statement"
      loadingText="Loading your statement..."
      empty={
        <EmptyState
          scene="chest"
          heading="Nothing has moved yet"
          text="Every coin that comes or goes is written down here."
          action={<LinkButton to="/shop">Visit the Store</LinkButton>}
        />
      }
    >
      {({ entries }) => (
        <Panel pad="none">
          <DataTable
            caption="Statement"
            columns={columns}
            rows={entries}
            rowKey={({ id }) => id}
            phone="cards"
          />
        </Panel>
      )}
    </WalletList>
  );
}

const columns: Column<StatementEntry>[] = [
  {
    label: 'Date',
    narrow: true,
    cell: ({ at }) => <Timestamp at={at} />,
  },
  {
    label: 'Description',
    rowHeader: true,
    cell: ({ kind, memo }) => (
      <span className={styles.what}>
        <span className={styles.memo}>{memo}</span>
        <span className={styles.kind}>{ledgerKindNames[kind]}</span>
      </span>
    ),
  },
  {
    get label() {
      return coinsWord();
    },
    numeric: true,
    narrow: true,
    cell: ({ amount }) => (
      <span className={classNames(styles.amount, amount < 0 && styles.gone)}>
        {formatChange(amount)}
      </span>
    ),
  },
  {
    label: 'Balance',
    numeric: true,
    narrow: true,
    cell: ({ balance }) => formatCoins(balance),
  },
];

/** Uses a minus sign, because a hyphen is too short next to digits. */
function formatCoins(amount: number): string {
  return `${amount < 0 ? '−' : ''}${Math.abs(amount).toLocaleString('en')}`;
}

function formatChange(amount: number): string {
  return amount > 0 ? `+${formatCoins(amount)}` : formatCoins(amount);
}

import { useQuery } from '@tanstack/react-query';

import { useWords } from '#client/lib/words.ts';
import { column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { ledgerKindNames } from '#shared/endpoints/wallet.ts';
import type { StatementEntry } from '#shared/endpoints/wallet.ts';

import { Memo, WalletList, WalletTable } from './wallet-list.tsx';
import { statementQuery } from './wallet.queries.ts';

export function StatementList({ page }: { page: number }) {
  const { coins } = useWords();
  return (
    <WalletList
      query={useQuery(statementQuery(page))}
      view="statement"
      empty={{
        heading: 'No transactions yet',
        text: 'Every coin you get or spend is listed here.',
        action: <LinkButton to="/shop">Visit the Store</LinkButton>,
      }}
    >
      {({ entries }) => (
        <WalletTable caption="Statement" columns={columnsOf(coins)} rows={entries} />
      )}
    </WalletList>
  );
}

const columnsOf = (coins: string): Column<StatementEntry>[] => [
  dateColumn('Date', ({ at }) => at),
  column('Description', ({ kind, memo }) => <Memo text={memo} detail={ledgerKindNames[kind]} />, {
    rowHeader: true,
  }),
  numberColumn(coins, ({ amount }) => (
    <Text as="strong" {...(amount >= 0 && { tone: 'good' })}>
      {amount > 0 && '+'}
      {formatCoins(amount)}
    </Text>
  )),
  numberColumn('Balance', ({ balance }) => formatCoins(balance)),
];

/** Uses a minus sign, because a hyphen is too short next to digits. */
function formatCoins(amount: number): string {
  return amount.toLocaleString('en').replace('-', '−');
}

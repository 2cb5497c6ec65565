import { useQuery } from '@tanstack/react-query';

import { useIsOn } from '#client/lib/site.ts';
import { useWords } from '#client/lib/words.ts';
import { column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { ButtonLink } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { OrderChips } from '#client/ui/text/order-chips.tsx';
import type { Order } from '#shared/endpoints/payments.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { Memo, SupportLink, WalletList, WalletTable } from './wallet-list.tsx';
import { ownOrdersQuery } from './wallet.queries.ts';

export function OrderList({ page }: { page: number }) {
  const { coins } = useWords();
  const hasInbox = useIsOn()('inbox');
  return (
    <WalletList
      query={useQuery(ownOrdersQuery(page))}
      view="top-ups"
      empty={{
        heading: 'No top-ups yet',
        text: `${coins} arrive within moments of your payment.`,
        action: (
          <LinkButton to="/shop" search={{ topup: true }}>
            Top Off
          </LinkButton>
        ),
      }}
    >
      {({ orders }) => (
        <WalletTable
          caption="Top-ups"
          columns={columnsOf(coins).slice(0, hasInbox ? undefined : -1)}
          rows={orders}
        />
      )}
    </WalletList>
  );
}

const columnsOf = (word: string): Column<Order>[] => [
  dateColumn('Date', ({ createdAt }) => createdAt),
  column(
    word,
    ({ coins, bonus = 0, clawed }) => (
      <Memo
        text={`${coins.toLocaleString('en')}${bonus > 0 ? ` + ${bonus.toLocaleString('en')}` : ''}`}
        detail={clawed > 0 && `${clawed.toLocaleString('en')} taken back`}
      />
    ),
    { rowHeader: true },
  ),
  numberColumn('Price', ({ amount, currency }) => formatAmount(amount, currency)),
  column('State', (order) => <OrderChips order={order} />, { narrow: true }),
  column(
    'Checkout',
    ({ url, state }) =>
      url && state === 'pending' ? (
        <ButtonLink href={url} size="sm">
          Continue
        </ButtonLink>
      ) : (
        '–'
      ),
    { narrow: true },
  ),
  column(
    'Help',
    ({ id, coins }) => (
      <SupportLink about={`order:${id}`} label={`Get help with ${coins} ${word}`}>
        Get Help
      </SupportLink>
    ),
    { narrow: true },
  ),
];

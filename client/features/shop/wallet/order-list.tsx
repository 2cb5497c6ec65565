import { useQuery } from '@tanstack/react-query';

import { coinsWord } from '#client/lib/words.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LinkButton } from '#client/ui/link-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { formatAmount } from '#shared/payment-currencies.ts';
import type { Order } from '#shared/payments.ts';

import { OrderChips } from '../order-chips.tsx';
import { ownOrdersQuery } from '../shop.queries.ts';
import { WalletList } from './wallet-list.tsx';

import styles from './wallet-page.module.css';

export function OrderList({ page }: { page: number }) {
  return (
    <WalletList
      query={useQuery(ownOrdersQuery(page))}
      view="top-ups"
      loadingText="Loading your top-ups..."
      empty={
        <EmptyState
          scene="chest"
          heading="No top-ups yet"
          text={`${coinsWord()} arrive within moments of your payment.`}
          action={
            <LinkButton to="/shop" search={{ topup: true }}>
              Top Off
            </LinkButton>
          }
        />
      }
    >
      {({ orders }) => (
        <Panel pad="none">
          <DataTable
            caption="Top-ups"
            columns={columns}
            rows={orders}
            rowKey={({ id }) => id}
            phone="cards"
          />
        </Panel>
      )}
    </WalletList>
  );
}

const columns: Column<Order>[] = [
  {
    label: 'Date',
    narrow: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    get label() {
      return coinsWord();
    },
    rowHeader: true,
    cell: ({ coins, clawed }) => (
      <span className={styles.what}>
        <span className={styles.memo}>{coins.toLocaleString('en')}</span>
        {clawed > 0 && (
          <span className={styles.kind}>{clawed.toLocaleString('en')} taken back</span>
        )}
      </span>
    ),
  },
  {
    label: 'Price',
    numeric: true,
    narrow: true,
    cell: ({ amount, currency }) => formatAmount(amount, currency),
  },
  { label: 'State', narrow: true, cell: (order) => <OrderChips order={order} /> },
  {
    label: 'Checkout',
    narrow: true,
    cell: ({ url, state }) =>
      url && state === 'pending' ? (
        <a href={url} className={buttonClass({ size: 'sm' })}>
          Continue
        </a>
      ) : (
        '–'
      ),
  },
];

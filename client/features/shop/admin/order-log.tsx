import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { coinsWord } from '#client/lib/words.ts';
import { Callout } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { Stat } from '#client/ui/stat.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { formatAmount } from '#shared/payment-currencies.ts';
import { ordersCsvPath } from '#shared/payments.ts';
import type { ManagedOrder, OrderTotals } from '#shared/payments.ts';

import { OrderChips } from '../order-chips.tsx';
import type { LogsSearch } from '../shop-search.ts';
import { managedOrdersQuery, sumAllOrders } from './admin-shop.queries.ts';
import { toOrderFilter } from './log-filter.ts';
import { LogList } from './log-list.tsx';
import { OrderMenu } from './order-menu.tsx';
import { OrderRefund } from './order-refund.tsx';
import { UnknownPayments } from './unknown-payments.tsx';

import styles from './logs.module.css';

export function OrderLog({ search }: { search: LogsSearch }) {
  const filter = toOrderFilter(search);
  const query = useQuery(managedOrdersQuery({ ...filter, page: search.page }));
  const { reviews = 0, disputes = 0 } = query.data?.attention ?? {};
  return (
    <>
      <UnknownPayments payments={query.data?.unknown ?? []} />
      {reviews + disputes > 0 && search.state !== 'attention' && (
        <div className={styles.notice}>
          <Callout
            tone="warning"
            action={
              <Link to="/admin/shop-logs" search={{ view: 'top-ups', state: 'attention' }}>
                Show them
              </Link>
            }
          >
            {describeAttention(reviews, disputes)}
          </Callout>
        </div>
      )}
      <LogList
        query={query}
        search={search}
        csv={buildUrl(ordersCsvPath, { query: filter })}
        heading="Top-ups"
        sumAll={() => sumAllOrders(filter)}
        renderTotals={(totals) => (
          <>
            <Stat label="Paid" value={totals.paid} />
            <Stat label="Revenue" value={formatSums(totals, 'amount')} />
            <Stat label={`${coinsWord()} sold`} value={totals.coins} />
            <Stat label="Refunded" value={formatSums(totals, 'refunded')} />
            <Stat label="Disputed" value={formatSums(totals, 'disputed')} />
            <Stat label="Players" value={totals.players} />
          </>
        )}
      >
        {({ orders }) => (
          <DataTable
            caption="Top-ups"
            columns={columns}
            rows={orders}
            rowKey={({ id }) => id}
            phone="cards"
            dense
          />
        )}
      </LogList>
    </>
  );
}

/** Sums of different currencies stay beside each other. Those of earlier currencies are left out if they are 0. */
function formatSums({ money }: OrderTotals, sum: 'amount' | 'refunded' | 'disputed'): string {
  return money
    .filter((one, index) => index === 0 || one[sum] > 0)
    .map((one) => formatAmount(one[sum], one.currency))
    .join(' · ');
}

function describeAttention(reviews: number, disputes: number): string {
  const parts = [
    reviews > 0 && `${reviews} ${reviews === 1 ? 'payment' : 'payments'} to review`,
    disputes > 0 && `${disputes} open ${disputes === 1 ? 'dispute' : 'disputes'}`,
  ].filter(Boolean);
  return `Needs attention: ${parts.join(' and ')}.`;
}

const columns: Column<ManagedOrder>[] = [
  {
    label: 'Date',
    narrow: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    label: 'Player',
    rowHeader: true,
    cell: ({ username }) => (
      <Link to="/admin/manage/$username" params={{ username }} className={styles.player}>
        {username}
      </Link>
    ),
  },
  {
    get label() {
      return coinsWord();
    },
    numeric: true,
    narrow: true,
    cell: ({ coins }) => coins.toLocaleString('en'),
  },
  {
    label: 'Price',
    numeric: true,
    narrow: true,
    cell: ({ amount, currency }) => formatAmount(amount, currency),
  },
  {
    label: 'State',
    cell: (order) => (
      <span className={styles.chips} title={order.reviewReason ?? order.endReason ?? undefined}>
        <OrderChips order={order} />
        {order.lossesDue && <Chip tone="ember">Refund not confirmed yet</Chip>}
        {order.mode !== 'live' && <Chip>{order.mode === 'sandbox' ? 'Sandbox' : 'Test'}</Chip>}
      </span>
    ),
  },
  {
    label: 'Payment',
    priority: 3,
    cell: ({ paymentId, sessionId }) => (
      <code className={styles.reference}>{paymentId ?? sessionId ?? '–'}</code>
    ),
  },
  {
    label: 'Action',
    narrow: true,
    cell: (order) => (
      <span className={styles.tools}>
        {order.refundable > 0 && <OrderRefund order={order} />}
        <OrderMenu order={order} />
      </span>
    ),
  },
];

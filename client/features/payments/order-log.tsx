import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useWords } from '#client/lib/words.ts';
import { column, dateColumn, numberColumn, playerColumn } from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { LogList } from '#client/ui/data/log-list.tsx';
import type { LogProps } from '#client/ui/data/log-list.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { OrderChips } from '#client/ui/text/order-chips.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { ordersCsvPath } from '#shared/endpoints/payments.ts';
import type { ManagedOrder, OrderFilter, OrderTotals } from '#shared/endpoints/payments.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { managedOrdersQuery, sumAllOrders } from './admin-payments.queries.ts';
import { OrderMenu } from './order-menu.tsx';
import { OrderRefund } from './order-refund.tsx';
import { UnknownPayments } from './unknown-payments.tsx';

import styles from './logs.module.css';

export function OrderLog({ filter, page, link }: LogProps<OrderFilter>) {
  const query = useQuery(managedOrdersQuery({ ...filter, page }));
  const { coins } = useWords();
  const { reviews = 0, disputes = 0 } = query.data?.attention ?? {};
  return (
    <>
      <UnknownPayments payments={query.data?.unknown ?? []} />
      {reviews + disputes > 0 && !filter.attention && (
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
        link={link}
        csv={buildUrl(ordersCsvPath, { query: filter })}
        heading="Top-ups"
        sumAll={() => sumAllOrders(filter)}
        renderTotals={(totals) => (
          <>
            <Stat label="Paid" value={totals.paid} />
            <Stat label="Revenue" value={formatSums(totals, 'amount')} />
            <Stat label={`${coins} sold`} value={totals.coins} />
            <Stat label="Refunded" value={formatSums(totals, 'refunded')} />
            <Stat label="Disputed" value={formatSums(totals, 'disputed')} />
            <Stat label="Players" value={totals.players} />
          </>
        )}
      >
        {({ orders }) => <RecordTable caption="Top-ups" columns={columnsOf(coins)} rows={orders} />}
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
    reviews > 0 && `${formatCount(reviews, 'payment')} to review`,
    disputes > 0 && formatCount(disputes, 'open dispute'),
  ].filter(Boolean);
  return `Needs attention: ${parts.join(' and ')}.`;
}

const columnsOf = (word: string): Column<ManagedOrder>[] => [
  dateColumn('Date', ({ createdAt }) => createdAt),
  playerColumn('Player', ({ username }) => username, { rowHeader: true }),
  numberColumn(word, ({ coins }) => coins),
  numberColumn('Price', ({ amount, currency }) => formatAmount(amount, currency)),
  column('State', (order) => (
    <Row as="span" gap={1} title={order.reviewReason ?? order.endReason ?? undefined}>
      <OrderChips order={order} />
      {order.lossesDue && <Chip tone="ember">Refund not confirmed yet</Chip>}
      {order.mode !== 'live' && <Chip>{order.mode === 'sandbox' ? 'Sandbox' : 'Test'}</Chip>}
    </Row>
  )),
  column(
    'Payment',
    ({ paymentId, sessionId }) => (
      <code className={styles.reference}>{paymentId ?? sessionId ?? '–'}</code>
    ),
    { priority: 3 },
  ),
  column(
    'Action',
    (order) => (
      <span className={styles.tools}>
        {order.refundable > 0 && <OrderRefund order={order} />}
        <OrderMenu order={order} />
      </span>
    ),
    { narrow: true },
  ),
];

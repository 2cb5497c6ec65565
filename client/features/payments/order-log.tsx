import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { newKey } from '#client/lib/new-key.ts';
import { useWords } from '#client/lib/words.ts';
import {
  actionsColumn,
  column,
  dateColumn,
  numberColumn,
  playerColumn,
} from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { LogList } from '#client/ui/data/log-list.tsx';
import type { LogProps } from '#client/ui/data/log-list.tsx';
import { SelectionBar, SeveralButton, useSelection } from '#client/ui/data/selection.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { OrderChips } from '#client/ui/text/order-chips.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { countCredited, ordersCsvPath } from '#shared/endpoints/payments.ts';
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
    <Stack gap={4}>
      <UnknownPayments payments={query.data?.unknown ?? []} />
      {reviews + disputes > 0 && !filter.attention && (
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
        {({ orders }) => <OrderTable orders={orders} />}
      </LogList>
    </Stack>
  );
}

function OrderTable({ orders }: { orders: readonly ManagedOrder[] }) {
  const { coins } = useWords();
  // A retry after a lost answer reuses the key, so that each is refunded once.
  const [key, setKey] = useState(newKey);
  const selection = useSelection(orders, {
    keyOf: ({ id }) => id,
    nameOf: ({ username, amount, currency }) => `${formatAmount(amount, currency)} of ${username}`,
  });
  const refundable = selection.selected.filter((order) => order.refundable > 0);
  return (
    <>
      <RecordTable
        caption="Top-ups"
        columns={[selection.column, ...columnsOf(coins)]}
        rows={orders}
        isHighlighted={selection.isSelected}
      />
      <SelectionBar
        selection={selection}
        csv={buildUrl(ordersCsvPath, {
          query: { ids: selection.selected.map(({ id }) => id).join(',') },
        })}
      >
        <SeveralButton
          selection={selection}
          disabled={refundable.length === 0}
          done="refunded"
          action={{
            name: 'Refund',
            ask: `Refund ${formatCount(refundable.length, 'top-up')} in full, ${sumOf(refundable)} in all, to the cards of the players? The ${coins} are taken back even if they have been spent. This cannot be undone.`,
            confirmLabel: 'Yes, Refund',
            danger: true,
            isCancelable: true,
            call: async () => {
              const refunds = refundable.map(({ id, refundable: amount }) => ({ id, amount }));
              const answer = await change('shop', 'POST /api/admin/orders/refund', {
                body: { refunds, key },
              });
              setKey(newKey());
              return answer;
            },
          }}
        />
      </SelectionBar>
    </>
  );
}

/** One sum per currency. */
function sumOf(orders: readonly ManagedOrder[]): string {
  const sums = new Map<string, number>();
  for (const { currency, refundable } of orders) {
    sums.set(currency, (sums.get(currency) ?? 0) + refundable);
  }
  return [...sums].map(([currency, sum]) => formatAmount(sum, currency)).join(' and ');
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
  numberColumn(word, countCredited),
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
      <code className={styles.reference}>{paymentId ?? sessionId}</code>
    ),
    { priority: 3 },
  ),
  actionsColumn((order) => (
    <Row as="span" gap={1} nowrap end>
      {order.refundable > 0 && <OrderRefund order={order} />}
      <OrderMenu order={order} />
    </Row>
  )),
];

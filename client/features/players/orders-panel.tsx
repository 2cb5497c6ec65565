import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { isUnanswered, newKey } from '#client/lib/new-key.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { Pager } from '#client/ui/data/pager.tsx';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { orderLooks } from '#client/ui/text/order-chips.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { countCredited } from '#shared/endpoints/payments.ts';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { playerOrdersQuery } from './manage.queries.ts';

export function OrdersPanel({ user }: { user: ManagedUser }) {
  const [wanted, setPage] = useState(1);
  const query = useQuery(playerOrdersQuery(user.username, wanted));
  return (
    <QueryPanel
      variant="plain"
      heading="Top-Ups"
      icon="cart"
      query={query}
      errorHeading="The top-ups could not be loaded"
      height="160px"
    >
      {({ orders, page, pages }) => (
        <>
          <Entries empty={`${user.username} has no top-ups.`}>
            {orders.map((order) => (
              <Order key={order.id} order={order} user={user} />
            ))}
          </Entries>
          <Pager label="Pages of top-ups" page={page} pages={pages} onPage={setPage} />
        </>
      )}
    </QueryPanel>
  );
}

function Order({ order, user }: { order: ManagedOrder; user: ManagedUser }) {
  const words = useWords();
  // Retrying after a lost answer reuses the key, so that it is refunded once. The provider remembers refusals,
  // so an attempt after one has another key.
  const [key, setKey] = useState(newKey);
  const look = orderLooks[order.state];
  const money = formatAmount(order.refundable, order.currency);

  async function refund() {
    try {
      await call('POST /api/admin/orders/{id}/refund', {
        params: { id: order.id },
        body: { amount: order.refundable, key },
      });
      setKey(newKey());
    } catch (error) {
      if (!isUnanswered(error)) setKey(newKey());
      throw error;
    }
  }

  return (
    <Entry
      text={
        <>
          {formatCoins(countCredited(order), words)} for{' '}
          {formatAmount(order.amount, order.currency)} <Chip tone={look.tone}>{look.label}</Chip>{' '}
          {order.refunded > 0 && (
            <Chip tone="ember">{formatAmount(order.refunded, order.currency)} refunded</Chip>
          )}{' '}
          {order.dispute && <Chip tone="blood">Dispute {order.dispute}</Chip>}
        </>
      }
      facts={
        <>
          <Timestamp at={order.createdAt} />
          {order.reviewReason && ` · ${order.reviewReason}`}
        </>
      }
      actions={
        order.refundable > 0 && (
          <ActionButton
            size="sm"
            action={{
              name: 'Refund',
              ask: `Refund ${money} to ${user.username} and take back the ${words.coins}?`,
              confirmLabel: `Refund ${money}`,
              danger: true,
              call: refund,
              done: `${money} will be refunded to ${user.username}.`,
            }}
          />
        )
      }
    />
  );
}

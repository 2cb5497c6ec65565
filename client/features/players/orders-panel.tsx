import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { newKey } from '#client/lib/new-key.ts';
import { Button } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { formatCents } from '#shared/payments.ts';
import type { ManagedOrder } from '#shared/payments.ts';
import type { ManagedUser } from '#shared/players.ts';

import { playerOrdersQuery } from './manage.queries.ts';
import { usePlayerChange } from './use-player-change.ts';

import styles from './managed-player.module.css';

export function OrdersPanel({ user }: { user: ManagedUser }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(playerOrdersQuery(user.username, page));
  return (
    <Panel variant="plain" heading="Top-ups" icon="cart">
      {data?.orders.length === 0 && <p className={styles.note}>{user.username} has no top-ups.</p>}
      <ul className={styles.list}>
        {data?.orders.map((order) => (
          <Order key={order.id} order={order} user={user} />
        ))}
      </ul>
      {data && (
        <Pager label="Pages of top-ups" page={data.page} pages={data.pages} onPage={setPage} />
      )}
      {!data && error && (
        <ErrorState
          heading="The top-ups could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height="160px" shape="block" />}
    </Panel>
  );
}

function Order({ order, user }: { order: ManagedOrder; user: ManagedUser }) {
  const { run, isPending } = usePlayerChange(user);
  // Idempotency key: a repeated click refunds once.
  const [key] = useState(() => newKey());
  const money = formatCents(order.refundable);
  function refund() {
    void run({
      question: `Refund ${money} to ${user.username} and take back the Wyncoins?`,
      confirmLabel: `Refund ${money}`,
      isDangerous: true,
      send: () =>
        call('POST /api/admin/orders/{id}/refund', {
          params: { id: order.id },
          body: { amount: order.refundable, key },
        }),
      done: `${money} will be refunded to ${user.username}.`,
    });
  }
  return (
    <li className={styles.entry}>
      <div>
        <p className={styles.text}>
          {order.coins.toLocaleString('en')} Wyncoins for {formatCents(order.amount)}{' '}
          <Chip tone={order.state === 'paid' ? 'moss' : 'neutral'}>{order.state}</Chip>{' '}
          {order.refunded > 0 && <Chip tone="ember">{formatCents(order.refunded)} refunded</Chip>}{' '}
          {order.dispute && <Chip tone="blood">dispute {order.dispute}</Chip>}
        </p>
        <p className={styles.facts}>
          <Timestamp at={order.createdAt} />
          {order.reviewReason && ` · ${order.reviewReason}`}
        </p>
      </div>
      {order.refundable > 0 && (
        <Button size="sm" pending={isPending} onClick={refund}>
          Refund
        </Button>
      )}
    </li>
  );
}

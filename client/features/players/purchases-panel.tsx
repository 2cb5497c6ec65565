import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { useAction } from '#client/lib/use-action.ts';
import { coinsWord, formatCoins, formatCoinsShort } from '#client/lib/words.ts';
import { Button } from '#client/ui/button.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { DeliveryChip } from '#client/ui/delivery-chip.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Row } from '#client/ui/layout.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { QueryPanel } from '#client/ui/query-view.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { ManagedUser } from '#shared/players.ts';
import { isRefundable } from '#shared/shop.ts';
import type { LoggedPurchase } from '#shared/shop.ts';

import { playerPurchasesQuery } from './manage.queries.ts';

import styles from './managed-player.module.css';

export function PurchasesPanel({ user }: { user: ManagedUser }) {
  const [wanted, setPage] = useState(1);
  const query = useQuery(playerPurchasesQuery(user.username, wanted));
  return (
    <QueryPanel
      variant="plain"
      pad="none"
      heading="Purchases and Deliveries"
      icon="cart"
      query={query}
      errorHeading="The purchases could not be loaded"
      height="220px"
    >
      {({ purchases, page, pages, total }) =>
        total === 0 ? (
          <EmptyState scene="chest" text={`${user.username} has not bought anything yet.`} />
        ) : (
          <>
            <DataTable
              caption="Purchases and deliveries"
              columns={columnsFor(user)}
              rows={purchases}
              rowKey={({ id }) => id}
              phone="cards"
              dense
            />
            {pages > 1 && (
              <div className={styles.more}>
                <Pager label="Pages of purchases" page={page} pages={pages} onPage={setPage} />
              </div>
            )}
          </>
        )
      }
    </QueryPanel>
  );
}

function columnsFor(user: ManagedUser): Column<LoggedPurchase>[] {
  return [
    {
      label: 'When',
      narrow: true,
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      label: 'Item',
      rowHeader: true,
      cell: ({ itemName, quantity }) =>
        quantity > 1 ? `${itemName} × ${quantity.toLocaleString('en')}` : itemName,
    },
    { label: 'Item id', numeric: true, narrow: true, cell: ({ itemId }) => itemId },
    {
      label: 'Price',
      numeric: true,
      narrow: true,
      cell: ({ price }) => formatCoinsShort(price),
    },
    {
      label: 'Delivery',
      cell: ({ deliveryState, failures, lastFailure }) => (
        <>
          <DeliveryChip state={deliveryState} />
          {lastFailure && failures > 0 && (
            <span className={styles.failure}>
              {failures === 1 ? 'Failed once' : `Failed ${failures} times`}: {lastFailure}
            </span>
          )}
        </>
      ),
    },
    {
      label: 'Actions',
      narrow: true,
      cell: (purchase) => <Actions purchase={purchase} user={user} />,
    },
  ];
}

function Actions({ purchase, user }: { purchase: LoggedPurchase; user: ManagedUser }) {
  const { run, isPending } = useAction();
  const { itemName, price } = purchase;
  function resend() {
    void run({
      ask: `Send ${itemName} to ${user.username} again? The game delivers it only once, even if it is sent again.`,
      confirmLabel: 'Send Again',
      call: () =>
        call('POST /api/admin/deliveries/{id}/resend', { params: { id: purchase.deliveryId } }),
      done: `${itemName} was queued for ${user.username} again.`,
    });
  }
  function refund() {
    void run({
      ask: `Cancel ${itemName} and refund ${formatCoins(price)} to ${user.username}?`,
      confirmLabel: 'Cancel and Refund',
      danger: true,
      call: () => call('POST /api/admin/purchases/{id}/refund', { params: { id: purchase.id } }),
      done: `The ${coinsWord()} were refunded to ${user.username}.`,
    });
  }
  if (purchase.state === 'refunded') return <span className={styles.by}>Refunded</span>;
  if (!isRefundable(purchase)) return <span className={styles.by}>–</span>;
  return (
    <Row as="span" gap={2}>
      {purchase.deliveryState === 'attention' && (
        <Button size="sm" icon="refresh" pending={isPending} onClick={resend}>
          Resend
        </Button>
      )}
      <Button size="sm" tone="quiet" pending={isPending} onClick={refund}>
        Refund
      </Button>
    </Row>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import {
  actionsColumn,
  coinsColumn,
  column,
  dateColumn,
  numberColumn,
} from '#client/ui/data/columns.tsx';
import { RecordTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Pager } from '#client/ui/data/pager.tsx';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { DeliveryChip } from '#client/ui/text/delivery-chip.tsx';
import { Muted, Text } from '#client/ui/text/text.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { isRefundable } from '#shared/endpoints/shop.ts';
import type { LoggedPurchase } from '#shared/endpoints/shop.ts';

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
            <RecordTable
              caption="Purchases and deliveries"
              columns={columnsFor(user)}
              rows={purchases}
            />
            <Pager inPanel label="Pages of purchases" page={page} pages={pages} onPage={setPage} />
          </>
        )
      }
    </QueryPanel>
  );
}

function columnsFor({ username }: ManagedUser): Column<LoggedPurchase>[] {
  return [
    dateColumn('When', ({ createdAt }) => createdAt),
    column('Item', nameItem, { rowHeader: true }),
    numberColumn('Item id', ({ itemId }) => String(itemId)),
    coinsColumn('Price', ({ price }) => price),
    column('Delivery', ({ deliveryState, failures, lastFailure }) => (
      <>
        <DeliveryChip state={deliveryState} />
        {lastFailure && failures > 0 && (
          <Text size="sm" tone="warning" className={styles.failure}>
            {failures === 1 ? 'Failed once' : `Failed ${failures} times`}: {lastFailure}
          </Text>
        )}
      </>
    )),
    actionsColumn((purchase) => <PurchaseActions purchase={purchase} username={username} />),
  ];
}

export function nameItem({ itemName, quantity }: LoggedPurchase): string {
  return quantity > 1 ? `${itemName} × ${quantity.toLocaleString('en')}` : itemName;
}

type ActionsProps = { purchase: LoggedPurchase; username: string };

export function PurchaseActions({ purchase, username }: ActionsProps) {
  const { id, itemName, price, deliveryId } = purchase;
  const words = useWords();
  if (!isRefundable(purchase)) {
    return purchase.state === 'refunded' ? <Muted>Refunded</Muted> : null;
  }
  return (
    <Row as="span" gap={2}>
      {purchase.deliveryState === 'attention' && (
        <ActionButton
          size="sm"
          action={{
            name: 'Resend',
            icon: 'refresh',
            ask: `Send ${itemName} to ${username} again? The game delivers it only once, even if it is sent again.`,
            confirmLabel: 'Send Again',
            call: () =>
              call('POST /api/admin/deliveries/{id}/resend', { params: { id: deliveryId } }),
            done: `${itemName} was queued for ${username} again.`,
          }}
        />
      )}
      <ActionButton
        size="sm"
        tone="quiet"
        action={{
          name: 'Refund',
          ask: `Cancel ${itemName} and refund ${formatCoins(price, words)} to ${username}?`,
          confirmLabel: 'Cancel and Refund',
          danger: true,
          call: () => call('POST /api/admin/purchases/{id}/refund', { params: { id } }),
          done: `The ${words.coins} were refunded to ${username}.`,
        }}
      />
    </Row>
  );
}

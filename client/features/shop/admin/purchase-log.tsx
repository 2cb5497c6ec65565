import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useMay } from '#client/lib/use-may.ts';
import { coinsWord, formatCoins, formatCoinsShort } from '#client/lib/words.ts';
import { Button } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { DeliveryChip } from '#client/ui/delivery-chip.tsx';
import { askConfirm, showAlert } from '#client/ui/dialog-service.tsx';
import { Stat } from '#client/ui/stat.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { isRefundable, purchasesCsvPath } from '#shared/shop.ts';
import type { LoggedPurchase } from '#shared/shop.ts';

import type { LogsSearch } from '../shop-search.ts';
import { purchasesQuery, refundPurchase, sumAllPurchases } from './admin-shop.queries.ts';
import { toPurchaseFilter } from './log-filter.ts';
import { LogList } from './log-list.tsx';

import styles from './logs.module.css';

export function PurchaseLog({ search }: { search: LogsSearch }) {
  const filter = toPurchaseFilter(search);
  return (
    <LogList
      query={useQuery(purchasesQuery({ ...filter, page: search.page }))}
      search={search}
      csv={buildUrl(purchasesCsvPath, { query: filter })}
      heading="Purchases"
      sumAll={() => sumAllPurchases(filter)}
      renderTotals={(totals, total) => (
        <>
          <Stat label="Purchases" value={total} />
          <Stat label={`${coinsWord()} spent`} value={totals.spent} />
          <Stat label={`${coinsWord()} refunded`} value={totals.refunded} />
          <Stat label="Players" value={totals.players} />
          <Stat label="Not delivered yet" value={totals.waiting} />
        </>
      )}
    >
      {({ purchases }) => (
        <DataTable
          caption="Purchases"
          columns={columns}
          rows={purchases}
          rowKey={({ id }) => id}
          phone="cards"
          dense
        />
      )}
    </LogList>
  );
}

const columns: Column<LoggedPurchase>[] = [
  {
    key: 'date',
    label: 'Date',
    narrow: true,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    key: 'player',
    label: 'Player',
    cell: ({ username }) => <Buyer username={username} />,
  },
  {
    key: 'item',
    label: 'Item',
    rowHeader: true,
    cell: ({ itemName, quantity }) => (
      <>
        {itemName}
        {quantity > 1 && <span className={styles.muted}> × {quantity.toLocaleString('en')}</span>}
      </>
    ),
  },
  {
    key: 'id',
    label: 'Item id',
    numeric: true,
    narrow: true,
    priority: 3,
    cell: ({ itemId }) => itemId,
  },
  {
    key: 'price',
    label: 'Price',
    numeric: true,
    narrow: true,
    cell: ({ price }) => formatCoinsShort(price),
  },
  {
    key: 'delivery',
    label: 'Delivery',
    narrow: true,
    cell: ({ state, deliveryState, lastFailure }) => (
      <span className={styles.chips} title={lastFailure ?? undefined}>
        <DeliveryChip state={deliveryState} />
        {state === 'refunded' && <Chip tone="ember">Refunded</Chip>}
      </span>
    ),
  },
  {
    key: 'action',
    label: 'Action',
    narrow: true,
    cell: (purchase) => (isRefundable(purchase) ? <Refund purchase={purchase} /> : '–'),
  },
];

function Buyer({ username }: { username: string }) {
  if (!useMay()('players')) return username;
  return (
    <Link to="/admin/manage/$username" params={{ username }} className={styles.player}>
      {username}
    </Link>
  );
}

function Refund({ purchase }: { purchase: LoggedPurchase }) {
  const { id, username, itemName, price } = purchase;
  const coins = formatCoins(price);
  const refunding = useMutation({
    mutationFn: () => refundPurchase(id),
    onSuccess: () => showToast(`${coins} were refunded to ${username}.`, { tone: 'success' }),
    onError: (error) => void showAlert(error.message),
  });
  async function confirmRefund() {
    const first = `Cancel the delivery of ${itemName} to ${username} and refund ${coins}?`;
    if (!(await askConfirm(first, { confirmLabel: 'Cancel and Refund', tone: 'danger' }))) return;
    const second = `Are you sure? The game will no longer deliver ${itemName}. This cannot be undone.`;
    if (await askConfirm(second, { confirmLabel: 'Yes, Refund', tone: 'danger' })) {
      refunding.mutate();
    }
  }
  return (
    <Button
      size="sm"
      pending={refunding.isPending}
      aria-label={`Refund ${itemName} to ${username}`}
      onClick={() => void confirmRefund()}
    >
      Refund
    </Button>
  );
}

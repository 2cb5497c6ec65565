import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { change } from '#client/lib/change.ts';
import { useAction } from '#client/lib/use-action.ts';
import type { Action } from '#client/lib/use-action.ts';
import { useMay } from '#client/lib/use-may.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
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
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { linkItem } from '#client/ui/overlay/menu-link.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Coins } from '#client/ui/text/coins.tsx';
import { DeliveryChip } from '#client/ui/text/delivery-chip.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { Muted, Text } from '#client/ui/text/text.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { isRefundable, purchasesCsvPath } from '#shared/endpoints/shop.ts';
import type { LoggedPurchase, PurchaseFilter } from '#shared/endpoints/shop.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import type { BulkAnswer } from '#shared/schemas.ts';

import { purchasesQuery, sumAllPurchases } from './admin-shop.queries.ts';

export function PurchaseLog({ filter, page, link }: LogProps<PurchaseFilter>) {
  const { coins } = useWords();
  return (
    <LogList
      query={useQuery(purchasesQuery({ ...filter, page }))}
      link={link}
      csv={buildUrl(purchasesCsvPath, { query: filter })}
      heading="Purchases"
      sumAll={() => sumAllPurchases(filter)}
      renderTotals={(totals, total) => (
        <>
          <Stat label="Purchases" value={total} />
          <Stat label={`${coins} spent`} value={totals.spent} />
          <Stat label={`${coins} refunded`} value={totals.refunded} />
          <Stat label="Players" value={totals.players} />
          <Stat label="Not delivered yet" value={totals.waiting} />
        </>
      )}
    >
      {({ purchases }) => <PurchaseTable purchases={purchases} />}
    </LogList>
  );
}

function PurchaseTable({ purchases }: { purchases: readonly LoggedPurchase[] }) {
  const words = useWords();
  const selection = useSelection(purchases, {
    keyOf: ({ id }) => id,
    nameOf: ({ itemName, username }) => `${itemName} for ${username}`,
  });
  const refundable = selection.selected.filter(isRefundable);
  const ids = refundable.map(({ id }) => id);
  const sum = refundable.reduce((total, { price }) => total + price, 0);
  return (
    <>
      <RecordTable
        caption="Purchases"
        columns={[selection.column, ...columns]}
        rows={purchases}
        isHighlighted={selection.isSelected}
      />
      <SelectionBar
        selection={selection}
        csv={buildUrl(purchasesCsvPath, {
          query: { ids: selection.selected.map(({ id }) => id).join(',') },
        })}
      >
        <SeveralButton
          selection={selection}
          disabled={ids.length === 0}
          done="refunded"
          action={{
            name: 'Refund',
            ask: `${describeRefund(refundable.length, selection.selected.length)} ${formatCoins(sum, words)} will be refunded and the game will no longer deliver the items. This cannot be undone.`,
            confirmLabel: 'Cancel and Refund',
            danger: true,
            isCancelable: true,
            call: () => change('shop', 'POST /api/admin/purchases/refund', { body: { ids } }),
          }}
        />
      </SelectionBar>
    </>
  );
}

function describeRefund(refundable: number, selected: number): string {
  const others = selected - refundable;
  const left = others > 0 ? ` ${formatCount(others, 'other')} cannot be refunded.` : '';
  return `Refund ${formatCount(refundable, 'purchase')}?${left}`;
}

const columns: Column<LoggedPurchase>[] = [
  dateColumn('Date', ({ createdAt }) => createdAt),
  playerColumn('Player', ({ username }) => username),
  {
    label: 'Item',
    rowHeader: true,
    cell: ({ itemName, quantity, bundle, receiver, isEnd, note, isReported }) => (
      <>
        {itemName}
        {quantity > 1 && <Muted> × {quantity.toLocaleString('en')}</Muted>}
        {isEnd && <Muted> is taken back</Muted>}
        {bundle && <Detail>Part of {bundle}</Detail>}
        {receiver && <Detail>Gift for {receiver}</Detail>}
        {note && (
          <Detail>
            <q>{note}</q> {isReported && <Chip tone="ember">Reported</Chip>}
          </Detail>
        )}
      </>
    ),
  },
  numberColumn('Number', ({ id }) => id, { priority: 3 }),
  numberColumn('Item id', ({ itemId }) => String(itemId), { priority: 3 }),
  numberColumn('Price', ({ price, fullPrice }) => (
    <>
      <Coins amount={price} />
      {fullPrice !== undefined && (
        <Detail>
          of <Coins amount={fullPrice} />
        </Detail>
      )}
    </>
  )),
  column(
    'Delivery',
    ({ state, deliveryState, lastFailure }) => (
      <Row as="span" gap={1} title={lastFailure ?? undefined}>
        <DeliveryChip state={deliveryState} />
        {state === 'refunded' && <Chip tone="ember">Refunded</Chip>}
      </Row>
    ),
    { narrow: true },
  ),
  actionsColumn((purchase) => (
    <Row as="span" gap={1} nowrap end>
      {isRefundable(purchase) && <Refund {...purchase} />}
      <PurchaseMenu {...purchase} />
    </Row>
  )),
];

function Detail({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" tone="muted">
      {children}
    </Text>
  );
}

function Refund({ id, username, itemName, price }: LoggedPurchase) {
  const coins = formatCoins(price, useWords());
  const action: Action = {
    name: 'Refund',
    ask: async () =>
      (await askConfirm(`Cancel the delivery of ${itemName} to ${username} and refund ${coins}?`, {
        confirmLabel: 'Cancel and Refund',
        tone: 'danger',
      })) &&
      (await askConfirm(
        `Are you sure? The game will no longer deliver ${itemName}. This cannot be undone.`,
        { confirmLabel: 'Yes, Refund', tone: 'danger' },
      )),
    call: () => change('shop', 'POST /api/admin/purchases/{id}/refund', { params: { id } }),
    done: `${coins} were refunded to ${username}.`,
  };
  return <ActionButton size="sm" label={`Refund ${itemName} to ${username}`} action={action} />;
}

function PurchaseMenu(purchase: LoggedPurchase) {
  const { id, username, itemName, bundle, note, isReported } = purchase;
  const may = useMay();
  const { run } = useAction();
  const refundBundle: Action<BulkAnswer> = {
    name: 'Refund Bundle',
    icon: 'coins',
    ask: `Refund every part of ${bundle} that can still be refunded? ${username} gets back what was paid for them. This cannot be undone.`,
    danger: true,
    isCancelable: true,
    call: () => change('shop', 'POST /api/admin/purchases/{id}/refund-bundle', { params: { id } }),
    done: ({ results }) =>
      `Refunded to ${username}: ${formatCount(results.filter(({ error }) => error === null).length, 'part')} of ${bundle}.`,
  };
  const review = (isKept: boolean): Action => ({
    name: isKept ? 'Keep the note' : 'Remove the note',
    icon: isKept ? 'check' : 'trash',
    call: () =>
      change('shop', 'POST /api/admin/purchases/{id}/note', { params: { id }, body: { isKept } }),
    done: isKept ? 'The note stays.' : 'The note is removed.',
  });
  const toItem = <Answer,>(action: Action<Answer>) => ({
    label: action.name,
    icon: action.icon,
    onSelect: () => void run(action),
  });
  return (
    <Menu
      size="sm"
      tone="quiet"
      icon="more"
      align="end"
      label={`More about ${itemName} for ${username}`}
      items={[
        isReported === true && toItem(review(true)),
        note !== undefined && toItem(review(false)),
        may('players') &&
          linkItem('Manage the player', 'user', {
            to: '/admin/manage/$username',
            params: { username },
          }),
        linkItem('Purchases of this player', 'cart', {
          to: '/admin/shop-logs',
          search: { player: username },
        }),
        linkItem('Purchases of this item', 'search', {
          to: '/admin/shop-logs',
          search: { item: itemName },
        }),
        bundle !== undefined &&
          isRefundable(purchase) && {
            ...toItem(refundBundle),
            label: 'Refund the whole bundle',
            danger: true,
            separated: true,
          },
      ]}
    />
  );
}

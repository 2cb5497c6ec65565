import type { Deps } from '#server/deps.ts';
import { cancelDelivery } from '#server/features/deliveries/deliveries.service.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { streamCsv } from '#server/lib/files/csv.ts';
import type { CsvColumns } from '#server/lib/files/csv.ts';
import { countUpTo, rowsOf } from '#server/lib/requests/paging.ts';
import type { LoggedPurchase, PurchaseFilter } from '#shared/endpoints/shop.ts';
import { AppError } from '#shared/errors.ts';
import type { CountedPageQuery } from '#shared/schemas.ts';

import * as queries from './purchases.db.ts';
import type { LogFilter, LoggedRow } from './purchases.db.ts';
import { toLoggedPurchase } from './shop-shapes.ts';

export { findUndeliverableItems } from './purchases.db.ts';

const perPage = 25;
const perChunk = 2000;

export async function listPurchases(
  { db }: Pick<Deps, 'db'>,
  { page, totals, ...filter }: PurchaseFilter & CountedPageQuery,
) {
  const { paging, sums } = await countUpTo({ page, totals }, perPage, (limit) =>
    queries.sumPurchases(db, filter, limit),
  );
  const atMost = sums ? Math.max(paging.total, 1) : undefined;
  const rows = await queries.findPurchases(db, filter, { ...rowsOf(page, perPage), atMost });
  return { purchases: rows.map(toLoggedPurchase), ...paging, totals: sums };
}

/** By its number or the id of its delivery, for the command palette. */
export async function findLoggedPurchase(
  { db }: Pick<Deps, 'db'>,
  id: string,
): Promise<LoggedPurchase | undefined> {
  const [row] = await queries.findPurchases(db, { id }, { limit: 1, offset: 0 });
  return row && toLoggedPurchase(row);
}

export function streamPurchasesCsv(
  { db }: Pick<Deps, 'db'>,
  filter: LogFilter,
): AsyncGenerator<string> {
  return streamCsv(csvColumns, (last) =>
    queries.findPurchases(db, filter, {
      limit: perChunk,
      offset: 0,
      ...(last && { before: last.id }),
    }),
  );
}

const csvColumns: CsvColumns<LoggedRow> = {
  Purchase: ({ id }) => id,
  Date: ({ createdAt }) => createdAt.toISOString(),
  Player: ({ username }) => username,
  Item: ({ itemName }) => itemName,
  'Item id': ({ itemId }) => itemId,
  Quantity: ({ quantity }) => quantity,
  Price: ({ price }) => price,
  State: ({ state }) => state,
  Delivery: ({ deliveryState }) => deliveryState,
  'Delivery id': ({ deliveryId }) => deliveryId,
  'Full price': ({ price, fullPrice }) => fullPrice ?? price,
  Bundle: ({ bundle }) => bundle,
  'Gift for': ({ receiver }) => receiver,
};

export async function listBundleParts({ db }: Pick<Deps, 'db'>, id: number): Promise<number[]> {
  const ids = await queries.findGroup(db, id);
  if (ids.length > 0) return ids;
  throw new AppError('shop/purchase-not-found', 'This purchase is not a part of a bundle.');
}

/** The delivery is canceled under its lock in the same transaction; an earlier claim of a game wins. */
export async function refundPurchase(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  id: number,
): Promise<LoggedPurchase> {
  return change(deps, actor, 'shop', async (trx, audit) => {
    const purchase = await queries.findPurchase(trx, id);
    if (!purchase) throw new AppError('shop/purchase-not-found', 'There is no such purchase.');
    await queries.lockWallet(trx, purchase.accountId);
    const { isCanceled, state } = await cancelDelivery(trx, purchase.deliveryId);
    if (!isCanceled) throw toNotRefundableError(purchase.isEnd ? 'end' : state);
    // A purchase without a price is only canceled.
    if (purchase.price > 0) {
      await moveCoins(deps, trx, {
        accountId: purchase.accountId,
        kind: 'refund',
        ref: String(id),
        amount: purchase.price,
        book: 'shop',
        memo: `Refund: ${purchase.itemName}`,
      });
    }
    await queries.giveBackStock(trx, id);
    audit('shop/purchase-refunded', id, {
      before: { delivery: purchase.deliveryState },
      after: {
        player: purchase.username,
        item: purchase.itemName,
        coins: purchase.price,
        delivery: 'canceled',
      },
    });
    return toLoggedPurchase((await queries.findPurchase(trx, id))!);
  });
}

function toNotRefundableError(state: string): AppError {
  const texts: Record<string, string> = {
    claimed:
      'The game is delivering this item right now. Wait until the delivery succeeds or fails.',
    delivered: 'This item has already been delivered, so it cannot be refunded.',
    canceled: 'This purchase has already been refunded.',
    end: 'This delivery takes back what was given before, so it cannot be refunded.',
  };
  return new AppError('shop/not-refundable', texts[state] ?? 'This purchase cannot be refunded.');
}

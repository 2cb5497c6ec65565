import type { Insertable } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { DeliveryState } from '#shared/endpoints/shop.ts';

type Purchase = Pick<
  Insertable<Schema['purchases']>,
  'account_id' | 'shop_item_id' | 'item_name' | 'item_id' | 'quantity' | 'price' | 'took_stock'
>;
type Past = { daysAgo: number; delivery: DeliveryState };

/** Inserted directly, because buy_item() always uses the current time. The triggers still enforce their rules. */
export async function insertPastPurchase(
  trx: Db,
  purchase: Purchase,
  { daysAgo, delivery }: Past,
): Promise<{ id: number; canceledAt: Date | null }> {
  const claimed = ago(daysAgo - 0.06);
  const settled = ago(daysAgo - 0.0604);
  const canceledAt = delivery === 'canceled' ? ago(daysAgo - 0.4) : null;
  const hasFailed = delivery === 'attention';
  const wasClaimed = delivery === 'delivered' || hasFailed;
  const failure = hasFailed ? 'No room in the pack' : null;
  const id = await insertRow(trx, 'purchases', {
    ...purchase,
    key: null,
    created_at: ago(daysAgo),
    state: delivery,
    claimed_at: wasClaimed ? claimed : null,
    delivered_at: delivery === 'delivered' ? settled : null,
    canceled_at: canceledAt,
    failures: hasFailed ? 5 : 0,
    last_failure: failure,
  });
  const events = [
    ...(wasClaimed ? [{ state: 'claimed' as const, at: claimed }] : []),
    ...(hasFailed ? [{ state: 'failed' as const, at: settled, detail: failure }] : []),
    ...(delivery === 'queued' ? [] : [{ state: delivery, at: canceledAt ?? settled }]),
  ].map((event) => ({ purchase_id: id, detail: null, ...event }));
  if (events.length > 0) await trx.insertInto('delivery_events').values(events).execute();
  return { id, canceledAt };
}

function ago(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

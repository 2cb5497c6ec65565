import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';

/** False if the order already has a request with this key. */
export async function insertRefundRequest(
  trx: Trx,
  request: { orderId: string; key: string; amount: number; by: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('order_refunds')
    .values({
      order_id: request.orderId,
      key: request.key,
      amount: request.amount,
      requested_by: request.by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export function findRefundRequest(db: Db, orderId: string, key: string) {
  return db
    .selectFrom('order_refunds')
    .select(['amount', 'refund_id as refundId'])
    .where('order_id', '=', orderId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function saveRefundId(
  trx: Trx,
  request: { orderId: string; key: string },
  refundId: string,
): Promise<void> {
  await trx
    .updateTable('order_refunds')
    .set({ refund_id: refundId })
    .where('order_id', '=', request.orderId)
    .where('key', '=', request.key)
    .execute();
}

/** Frees the key of a request that the provider refused. */
export async function deleteRefundRequest(
  db: Db,
  request: { orderId: string; key: string },
): Promise<void> {
  await sql`
    delete from order_refunds
    where order_id = ${request.orderId} and key = ${request.key} and refund_id is null`.execute(db);
}

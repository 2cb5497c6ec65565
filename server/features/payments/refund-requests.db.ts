import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import type { Db, Schema, Trx } from '#server/db/schema.ts';

export async function insertRefundRequest(
  trx: Trx,
  request: Insertable<Schema['order_refunds']>,
): Promise<void> {
  await trx
    .insertInto('order_refunds')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
  { orderId, key }: { orderId: string; key: string },
  refundId: string,
): Promise<void> {
  await trx
    .updateTable('order_refunds')
    .set({ refund_id: refundId })
    .where('order_id', '=', orderId)
    .where('key', '=', key)
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

import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import type { Db, Schema, Trx } from '#server/db/schema.ts';

/** False if it is already stored, handled or not. */
export async function insertUnknownPayment(
  trx: Trx,
  payment: Insertable<Schema['unknown_payments']>,
): Promise<boolean> {
  const row = await trx
    .insertInto('unknown_payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unhandled payments, oldest first. */
export function findUnhandledPayments(db: Db, limit: number) {
  return db
    .selectFrom('unknown_payments')
    .select([
      'id',
      'order_id as orderId',
      'session_id as sessionId',
      'player',
      'amount',
      'currency',
      'mode',
      'found_at as foundAt',
    ])
    .where('handled_at', 'is', null)
    .orderBy('found_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function findUnknownPayment(db: Db, id: string) {
  return db
    .selectFrom('unknown_payments')
    .select(['order_id as orderId', 'amount', 'currency', 'handled_at as handledAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** False when another admin has already handled it. */
export async function markUnknownPaymentHandled(
  trx: Trx,
  id: string,
  by: string,
): Promise<boolean> {
  const row = await trx
    .updateTable('unknown_payments')
    .set({ handled_at: sql<Date>`now()`, handled_by: by })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

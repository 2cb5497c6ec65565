import type { Insertable } from 'kysely';

import type { Db, Schema, Trx } from '#server/db/schema.ts';

/** False if the event is already stored. A concurrent insert of the same event waits here for its end. */
export async function insertStripeEvent(
  trx: Trx,
  stripeEvent: Insertable<Schema['payment_events']>,
): Promise<boolean> {
  const row = await trx
    .insertInto('payment_events')
    .values(stripeEvent)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateStripeEvent(
  trx: Trx,
  id: string,
  result: { orderId: string | null; outcome: string },
): Promise<void> {
  await trx
    .updateTable('payment_events')
    .set({ order_id: result.orderId, outcome: result.outcome })
    .where('id', '=', id)
    .execute();
}

export async function hasStripeEvent(db: Db, id: string): Promise<boolean> {
  return (await findKnownStripeEvents(db, [id])).has(id);
}

export async function findKnownStripeEvents(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('payment_events').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

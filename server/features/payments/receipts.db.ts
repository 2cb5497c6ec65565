import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

export type DueReceipt = Awaited<ReturnType<typeof findDueReceipts>>[number];

/** Only the last three days: a site that was down for longer sends no old receipts. */
export function findDueReceipts(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .select([
      'orders.id',
      'orders.coins',
      'orders.bonus',
      'orders.amount',
      'orders.currency',
      'orders.mode',
      'orders.paid_at as paidAt',
      'accounts.email',
      'accounts.username',
    ])
    .where('orders.state', '=', 'paid')
    .where('orders.receipt_at', 'is', null)
    .where('accounts.deleted_at', 'is', null)
    .where('orders.paid_at', '>', sql<Date>`now() - interval '3 days'`)
    .orderBy('orders.paid_at')
    .limit(100)
    .execute();
}

export async function claimReceipt(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ receipt_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('receipt_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

/** The next run does the others. */
const perRun = 500;

export async function findDueGrants(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('shop_grants')
    .select('purchase_id as id')
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', sql<Date>`now()`)
    .orderBy('ends_at')
    .limit(perRun)
    .execute();
  return rows.map(({ id }) => id);
}

/** The player, or null if it had ended before. */
export async function endGrant(db: Db, purchaseId: number): Promise<number | null> {
  const { rows } = await sql<{ accountId: number | null }>`
    select end_grant(${purchaseId}) as "accountId"`.execute(db);
  return rows[0]?.accountId ?? null;
}

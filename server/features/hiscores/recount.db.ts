import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

/** Must run in a transaction. Returns how many scores were counted. */
export async function recountBlocks(db: Db): Promise<number> {
  // With a million players this takes longer than the usual statement timeout.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local lock_timeout = 0`.execute(db);
  await sql`select recount_hiscores()`.execute(db);
  // At depth 3 a block is a whole list, and its last column counts all its players. From 256 on they are of modes.
  const { rows } = await sql<{ scores: number }>`
    select coalesce(sum(n16), 0)::bigint as scores from hiscore_blocks where id >> 27 = 3 and id & 134217727 < 256`.execute(
    db,
  );
  return rows[0]?.scores ?? 0;
}

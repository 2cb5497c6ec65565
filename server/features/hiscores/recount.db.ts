import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';

/** In a transaction only. Answers how many scores were counted. */
export async function recountBlocks(db: Kysely<Schema>): Promise<number> {
  // A million players take longer than any other statement may.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local lock_timeout = 0`.execute(db);
  await sql`select recount_hiscores()`.execute(db);
  // At depth 3 a block is a whole list, and its last number counts everybody in it.
  const { rows } = await sql<{ scores: number }>`
    select coalesce(sum(n16), 0)::bigint as scores from hiscore_blocks where id >> 20 = 3`.execute(
    db,
  );
  return rows[0]?.scores ?? 0;
}

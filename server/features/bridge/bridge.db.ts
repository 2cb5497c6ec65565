import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

/** False if the key exists. Waits for a call in progress with the same key. */
export async function insertAnswer(
  db: Db,
  { serverId, key, requestHash }: { serverId: number; key: string; requestHash: Buffer },
): Promise<boolean> {
  const inserted = await db
    .insertInto('bridge_answers')
    .values({ server_id: serverId, key, request_hash: requestHash })
    .onConflict((conflict) => conflict.columns(['server_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function getAnswer(db: Db, { serverId, key }: { serverId: number; key: string }) {
  return db
    .selectFrom('bridge_answers')
    .select(['request_hash as requestHash', 'answer'])
    .where('server_id', '=', serverId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

export async function updateAnswer(
  db: Db,
  { serverId, key, answer }: { serverId: number; key: string; answer: unknown },
): Promise<void> {
  await db
    .updateTable('bridge_answers')
    .set({ answer: JSON.stringify(answer) })
    .where('server_id', '=', serverId)
    .where('key', '=', key)
    .execute();
}

export async function deleteOldAnswers(db: Db): Promise<void> {
  await sql`delete from bridge_answers where created_at < now() - interval '26 hours'`.execute(db);
}

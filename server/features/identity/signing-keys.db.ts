import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';

export type KeyRow = { id: string; privateJwk: unknown; isDue: boolean };

/** Newest first. `isDue`: the key is older than `rotationDays` and must be replaced. */
export function findKeys(db: Db, rotationDays: number): Promise<KeyRow[]> {
  return db
    .selectFrom('identity_keys')
    .select([
      'id',
      'private_jwk as privateJwk',
      sql<boolean>`created_at <= now() - make_interval(days => ${rotationDays})`.as('isDue'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Blocks writers until the transaction ends; readers continue. */
export async function lockKeys(trx: Trx): Promise<void> {
  await sql`lock table identity_keys in exclusive mode`.execute(trx);
}

export async function insertKey(trx: Trx, key: { id: string; privateJwk: object }): Promise<void> {
  await trx
    .insertInto('identity_keys')
    .values({
      id: key.id,
      private_jwk: JSON.stringify(key.privateJwk),
      // Not now(): a replica that waited for the lock must not backdate its key.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
}

/** Deletes keys whose successor is older than `seconds`; they have not signed anything since then. */
export async function deleteReplacedKeys(db: Db, seconds: number): Promise<void> {
  await sql`
    delete from identity_keys as old where exists (
      select from identity_keys as successor
      where successor.created_at > old.created_at
        and successor.created_at < now() - make_interval(secs => ${seconds})
    )`.execute(db);
}

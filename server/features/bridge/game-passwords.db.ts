import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';

export function findGamePassword(db: Kysely<Schema>, accountId: number) {
  return db
    .selectFrom('game_passwords')
    .select(['password_hash as passwordHash', 'set_at as setAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function upsertGamePassword(
  db: Kysely<Schema>,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  await db
    .insertInto('game_passwords')
    .values({ account_id: accountId, password_hash: passwordHash })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ password_hash: passwordHash, set_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function deleteGamePassword(db: Kysely<Schema>, accountId: number): Promise<void> {
  await db.deleteFrom('game_passwords').where('account_id', '=', accountId).execute();
}

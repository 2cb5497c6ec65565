import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

export function findGamePassword(db: Db, accountId: number) {
  return db
    .selectFrom('game_passwords')
    .select(['password_hash as passwordHash', 'set_at as setAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function upsertGamePassword(
  db: Db,
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

export async function deleteGamePassword(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('game_passwords').where('account_id', '=', accountId).execute();
}

import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

/** The account with this name in any spelling, locked. */
export function lockName(db: Db, accountId: number) {
  return db
    .selectFrom('accounts')
    .select([
      'username',
      'username_key as usernameKey',
      'renamed_at as renamedAt',
      'delete_after as deleteAfter',
    ])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

type NewName = { username: string; usernameKey: string; isOwnChange: boolean };

export async function updateName(db: Db, accountId: number, name: NewName): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      username: name.username,
      username_key: name.usernameKey,
      ...(name.isOwnChange && { renamed_at: sql<Date>`now()` }),
    })
    .where('id', '=', accountId)
    .execute();
}

type OldName = { accountId: number; username: string; usernameKey: string; days: number };

/** For the account alone. */
export async function keepOldName(db: Db, name: OldName): Promise<void> {
  await db
    .insertInto('reserved_names')
    .values({
      username: name.username,
      username_key: name.usernameKey,
      account_id: name.accountId,
      expires_at: sql<Date>`now() + make_interval(days => ${name.days})`,
    })
    .execute();
}

/** Frees the name if it is an earlier one of the account, or no longer kept for another account. */
export async function deleteOldName(db: Db, accountId: number, usernameKey: string): Promise<void> {
  await db
    .deleteFrom('reserved_names')
    .where('username_key', '=', usernameKey)
    .where((eb) =>
      eb.or([eb('account_id', '=', accountId), eb('expires_at', '<=', sql<Date>`now()`)]),
    )
    .execute();
}

export async function deleteExpiredOldNames(db: Db): Promise<void> {
  await sql`delete from reserved_names where expires_at <= now()`.execute(db);
}

/** The present names of accounts that had one of these names. */
export function findRenamed(db: Db, keys: string[]) {
  return db
    .selectFrom('reserved_names')
    .innerJoin('accounts', 'accounts.id', 'reserved_names.account_id')
    .select(['reserved_names.username_key as oldKey', 'accounts.username'])
    .where('reserved_names.username_key', '=', sql<string>`any(${keys}::text[])`)
    .where('reserved_names.expires_at', '>', sql<Date>`now()`)
    .execute();
}

export async function isNameFree(db: Db, usernameKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where username_key = ${usernameKey}
    union all select from players where name_key = ${usernameKey}
    union all select from reserved_names where username_key = ${usernameKey}
    union all select from retired_names where name_hash = name_hash(${usernameKey})`.execute(db);
  return rows.length === 0;
}

export async function findAccountNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

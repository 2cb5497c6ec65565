import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db, Trx } from '#server/db/schema.ts';

export type NameToReserve = { username: string; usernameKey: string; email: string | null };

/** Registrations wait until the transaction ends, so that none of them takes a name meanwhile. */
export async function lockRegistrations(trx: Trx): Promise<void> {
  await sql`lock table accounts in share row exclusive mode`.execute(trx);
}

export async function findAccountsByKeys(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('username_key as key')
    .where('username_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return rows.map(({ key }) => key);
}

/** Returns how many were not reserved before. A name that was gets the address, if one is given. */
export async function insertReservedNames(db: Db, names: NameToReserve[]): Promise<number> {
  const usernames = names.map(({ username }) => username);
  const keys = names.map(({ usernameKey }) => usernameKey);
  const emails = names.map(({ email }) => email);
  const given = sql`unnest(${usernames}::text[], ${keys}::text[], ${emails}::text[])
    as given (username, username_key, email)`;
  await sql`
    update reserved_names set email = given.email
    from ${given}
    where reserved_names.username_key = given.username_key and given.email is not null
      and reserved_names.account_id is null
      and reserved_names.email is distinct from given.email`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    insert into reserved_names (username, username_key, email)
    select username, username_key, email from ${given}
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows);
}

/** Also releases the name of a deleted account. */
export async function deleteReservedName(db: Db, usernameKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reserved_names')
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();
  const retired = await sql`
    delete from retired_names where name_hash = name_hash(${usernameKey})`.execute(db);
  return numDeletedRows + (retired.numAffectedRows ?? 0n) > 0n;
}

/** Names that renamed accounts may take back. */
export async function findKeptNames(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reserved_names')
    .select('username_key as key')
    .where('username_key', '=', sql<string>`any(${keys}::text[])`)
    .where('account_id', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

export async function findRetiredNames(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    join retired_names on retired_names.name_hash = name_hash(key)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

export async function deleteReservedNames(db: Db, keys: string[]): Promise<void> {
  await sql`delete from reserved_names where username_key = any(${keys}::text[])`.execute(db);
}

export function wasRestored(db: Db, days: number): Promise<boolean> {
  return hasRow(
    db,
    'audit_log',
    sql`action = 'backups/restored' and at > now() - make_interval(days => ${days})`,
  );
}

/** Keys that belong to no account and are free. */
export async function findUnknownKeys(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as given (key)
    where not exists (select from accounts where username_key = key)
      and not exists (select from reserved_names where username_key = key)
      and not exists (select from retired_names where name_hash = name_hash(key))`.execute(db);
  return rows.map(({ key }) => key);
}

export type GivenName = { id: number; name: string };

/** Reserved names have no account: their id is 0. */
export async function findGivenNames(db: Db, days: number): Promise<GivenName[]> {
  const { rows } = await sql<GivenName>`
    select id, username as name from accounts
    where deleted_at is null and pending_since is null and (
      created_at > now() - make_interval(days => ${days})
      or id in (
        select account_id from reserved_names
        where account_id is not null and reserved_at > now() - make_interval(days => ${days})
      )
    )
    union all
    select 0, username from reserved_names
    where account_id is null and reserved_at > now() - make_interval(days => ${days})
    order by id, name`.execute(db);
  return rows;
}

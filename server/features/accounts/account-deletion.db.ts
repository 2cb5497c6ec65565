import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';
import { daysUntilDeletion } from '#shared/rules/account-deletion.ts';

import { findActiveAdmins, updateAccount } from './accounts.db.ts';

/** Null if the account was to be deleted already. */
export async function insertDeletion(db: Db, id: number): Promise<Date | null> {
  const row = await db
    .updateTable('accounts')
    .set({ delete_after: sql<Date>`now() + make_interval(days => ${daysUntilDeletion})` })
    .where('id', '=', id)
    .where('delete_after', 'is', null)
    .returning('delete_after as at')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** False if there was nothing to undo, or it was too late. */
export async function removeDeletion(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ delete_after: null })
    .where('id', '=', id)
    .where('delete_after', 'is not', null)
    .where('closing_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Call lockAdmins first. */
export async function hasOtherStayingAdmin(trx: Db, id: number): Promise<boolean> {
  const others = (await findActiveAdmins(trx)).filter((admin) => admin !== id);
  if (others.length === 0) return false;
  const staying = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', others)
    .where('delete_after', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return staying !== undefined;
}

export type Deletions = { leaving: { id: number; deleteAfter: string }[]; erased: number[] };

/** All accounts that are to be deleted, and all that were. */
export async function findDeletions(db: Db): Promise<Deletions> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'delete_after as deleteAfter', 'deleted_at as deletedAt'])
    .where('delete_after', 'is not', null)
    .orderBy('id')
    .execute();
  return {
    leaving: rows.flatMap(({ id, deleteAfter, deletedAt }) =>
      deletedAt || !deleteAfter ? [] : [{ id, deleteAfter: deleteAfter.toISOString() }],
    ),
    erased: rows.flatMap(({ id, deletedAt }) => (deletedAt ? [id] : [])),
  };
}

/**
 * After a restore: what people asked for since the backup was made. Accounts that were erased are due at once.
 * Returns how many accounts are to be deleted because of it, and how many stay.
 */
export async function applyDeletions(
  trx: Trx,
  { leaving, erased }: Deletions,
): Promise<{ leaving: number; erased: number; staying: number }> {
  const ids = leaving.map(({ id }) => id);
  const times = leaving.map(({ deleteAfter }) => deleteAfter);
  const marked = await sql`
    update accounts set delete_after = given.at
    from unnest(${ids}::bigint[], ${times}::timestamptz[]) as given (id, at)
    where accounts.id = given.id and deleted_at is null and delete_after is null`.execute(trx);
  const due = await sql`
    update accounts set delete_after = now()
    where id = any(${erased}::bigint[]) and deleted_at is null`.execute(trx);
  const kept = await sql`
    update accounts set delete_after = null
    where delete_after is not null and closing_at is null and deleted_at is null
      and not id = any(${[...ids, ...erased]}::bigint[])`.execute(trx);
  return {
    leaving: Number(marked.numAffectedRows ?? 0),
    erased: Number(due.numAffectedRows ?? 0),
    staying: Number(kept.numAffectedRows ?? 0),
  };
}

export async function findDueAccounts(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('delete_after', '<=', sql<Date>`now()`)
    .where('deleted_at', 'is', null)
    .orderBy('delete_after')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the account. Undefined if it is not due or was deleted meanwhile. */
export function lockDueAccount(trx: Trx, id: number) {
  return trx
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'username_key as usernameKey',
      'email',
      'identity_provider as provider',
      'identity_id as uid',
      'closing_at as closingAt',
    ])
    .where('id', '=', id)
    .where('delete_after', '<=', sql<Date>`now()`)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function setClosing(trx: Trx, id: number): Promise<void> {
  return updateAccount(trx, id, { closing_at: sql<Date>`now()` });
}

/**
 * Makes the row anonymous. `key` contains a character that no name and no address can have. From here on the
 * database lets this transaction remove the account's texts from the journals.
 */
export async function anonymiseAccount(
  trx: Trx,
  { id, usernameKey }: { id: number; usernameKey: string },
  { name, key }: { name: string; key: string },
): Promise<void> {
  await updateAccount(trx, id, {
    username: name,
    username_key: key,
    email: key,
    email_key: key,
    identity_id: key,
    user_rights: 0,
    community_manager: false,
    email_verified_at: null,
    email_link_sent_at: null,
    deleted_at: sql<Date>`now()`,
  });
  await sql`
    insert into retired_names (name_hash) values (name_hash(${usernameKey}))
    on conflict do nothing`.execute(trx);
}

import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';

import { selectBalance, selectPermissions } from '#server/db/expressions.ts';
import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema, Trx } from '#server/db/schema.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import type { NewAccount } from './accounts.tables.ts';

const columns = [
  'id',
  'username',
  'username_key as usernameKey',
  'email',
  'identity_id as uid',
  'user_rights as userRights',
  'community_manager as communityManager',
  selectPermissions('accounts').as('permissions'),
  selectBalance('accounts.id').as('wyncoins'),
  'pending_since as pendingSince',
  'created_at as createdAt',
  'version',
  'email_verified_at as emailVerifiedAt',
  'email_link_sent_at as emailLinkSentAt',
  'renamed_at as renamedAt',
  'delete_after as deleteAfter',
  'closing_at as closingAt',
] as const;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccountByKey>>>;

export function findAccountByKey(db: Db, usernameKey: string) {
  return db
    .selectFrom('accounts')
    .select(columns)
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();
}

/** Undefined without a pinned item, or if the item is no longer for sale. */
export async function findPinnedItem(db: Db, accountId: number) {
  const { rows } = await sql<{ itemId: string; name: string; price: number }>`
    select i.id::text as "itemId", i.name, coalesce((best_sale(i, now())).price, i.price) as price
    from pinned_items join shop_items i on i.id = shop_item_id
    where account_id = ${accountId} and i.is_enabled and i.deleted_at is null
      and (i.ends_at is null or i.ends_at > now())`.execute(db);
  return rows[0];
}

export async function findKnownKeys(db: Db, usernameKeys: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('username_key as key')
    .where('username_key', '=', sql<string>`any (${sql.val([...usernameKeys])}::text[])`)
    .where('pending_since', 'is', null)
    .execute();
  return rows.map(({ key }) => key);
}

export function findAccountByIdentity(db: Db, provider: string, uid: string) {
  return db
    .selectFrom('accounts')
    .select(columns)
    .where('identity_provider', '=', provider)
    .where('identity_id', '=', uid)
    .executeTakeFirst();
}

/** Ids of all polls this player has voted in: `voted_polls` in docs/specification.md. */
export async function findVotedPolls(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('poll_votes')
    .select('poll_id as id')
    .where('account_id', '=', accountId)
    .where('question', '=', 0)
    .union(
      db.selectFrom('poll_past_voters').select('poll_id as id').where('account_id', '=', accountId),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => String(id));
}

export function insertAccount(db: Db, account: NewAccount): Promise<number> {
  return insertRow(db, 'accounts', account);
}

/** A registration pending for longer than this can no longer complete; a job removes it. */
const abandoned = sql<Date>`now() - interval '5 minutes'`;

/** False if the registration was abandoned or is not pending. */
export async function completeRegistration(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ pending_since: null })
    .where('id', '=', id)
    .where('pending_since', '>', abandoned)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deletePendingAccount(db: Db, id: number): Promise<void> {
  await sql`delete from accounts where id = ${id} and pending_since is not null`.execute(db);
}

/** In how many minutes the job removes the unfinished registration that has this name or address. */
export async function findMinutesLeft(
  db: Db,
  column: 'username_key' | 'email_key',
  key: string,
): Promise<number | undefined> {
  // The job runs once a minute.
  const minutes = sql<number>`ceil(extract(epoch from
    pending_since + interval '6 minutes' - now()) / 60)::int`;
  const found = await db
    .selectFrom('accounts')
    .select(minutes.as('minutes'))
    .where('pending_since', 'is not', null)
    .where(column, '=', key)
    .executeTakeFirst();
  return found && Math.max(1, found.minutes);
}

export function findAbandonedRegistrations(db: Db) {
  return db
    .selectFrom('accounts')
    .select(['id', 'identity_id as uid'])
    .where('pending_since', '<=', abandoned)
    .limit(100)
    .execute();
}

/** Another address is not confirmed; another spelling of the same one stays as it was. */
export async function updateEmail(db: Db, id: number, email: string): Promise<void> {
  const emailKey = email.toLowerCase();
  await updateAccount(db, id, {
    email,
    email_key: emailKey,
    email_verified_at: sql<Date | null>`case when email_key = ${emailKey} then email_verified_at end`,
    email_link_sent_at: sql<Date | null>`case when email_key = ${emailKey} then email_link_sent_at end`,
  });
}

/** Undoes updateEmail. */
export function restoreEmail(db: Db, account: AccountRow): Promise<void> {
  return updateAccount(db, account.id, {
    email: account.email,
    email_key: account.email.toLowerCase(),
    email_verified_at: account.emailVerifiedAt,
    email_link_sent_at: account.emailLinkSentAt,
  });
}

type IdentityEmail = { provider: string; uid: string; email: string };

/** Returns the account, or undefined if it has another address or was confirmed before. */
export function updateEmailVerified(db: Db, user: IdentityEmail) {
  return updateWithEmail(db, user, { email_verified_at: sql<Date>`now()` })
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
}

/** Returns the account, or undefined if it has another address. */
export function updateEmailLinkSent(db: Db, user: IdentityEmail) {
  return updateWithEmail(db, user, { email_link_sent_at: sql<Date>`now()` }).executeTakeFirst();
}

function updateWithEmail(
  db: Db,
  { provider, uid, email }: IdentityEmail,
  change: UpdateObject<Schema, 'accounts'>,
) {
  return db
    .updateTable('accounts')
    .set(change)
    .where('identity_provider', '=', provider)
    .where('identity_id', '=', uid)
    .where('email_key', '=', email.toLowerCase())
    .returning('id');
}

/** Locks all admins, so that two of them cannot demote or ban each other at the same time. */
export async function lockAdmins(db: Db): Promise<void> {
  await sql`select from accounts where user_rights = 3 order by id for update`.execute(db);
}

/** Call lockAdmins first, as a separate statement: one that waits for a lock does not see rows committed meanwhile. */
export async function findActiveAdmins(db: Db): Promise<number[]> {
  const admins = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_rights', '=', 3)
    .where('pending_since', 'is', null)
    .where('closing_at', 'is', null)
    .where(sql<boolean>`not is_player_banned(username_key)`)
    .execute();
  return admins.map(({ id }) => id);
}

/** Locks the account until the transaction ends. Undefined if another admin has changed it since `version`. */
export function incrementVersion(db: Db, id: number, version: number | undefined) {
  let query = db
    .updateTable('accounts')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns);
  if (version !== undefined) query = query.where('version', '=', version);
  return query.executeTakeFirst();
}

export async function updateAccount(
  db: Db,
  id: number,
  change: UpdateObject<Schema, 'accounts'>,
): Promise<void> {
  await db.updateTable('accounts').set(change).where('id', '=', id).execute();
}

/** Which unique constraint a failed insert or update violated. */
const uniqueRules = {
  accounts_username_key_key: 'username',
  accounts_email_key_key: 'email',
  accounts_username_reserved: 'reserved name',
  accounts_username_kept: 'old name',
  accounts_username_retired: 'old name',
} as const;

export function findUniqueViolation(error: unknown) {
  if (!(error instanceof Error) || codeOf(error) !== '23505') return undefined;
  const name = 'constraint' in error ? String(error.constraint) : '';
  return Object.hasOwn(uniqueRules, name)
    ? uniqueRules[name as keyof typeof uniqueRules]
    : undefined;
}

export async function leaveOtherSteps(trx: Trx, kept: number[]): Promise<void> {
  await sql`
    update accounts set supporter_step = null
    where supporter_step <> all (${kept}::smallint[])`.execute(trx);
}

export async function setNamedSupporter(
  db: Db,
  accountId: number,
  isNamed: boolean,
): Promise<void> {
  await sql`update accounts set is_named_supporter = ${isNamed} where id = ${accountId}`.execute(
    db,
  );
}

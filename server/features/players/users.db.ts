import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import {
  sanctionInForce,
  selectBalance,
  selectKindsInForce,
  selectPermissions,
} from '#server/db/expressions.ts';
import type { Db } from '#server/db/schema.ts';
import type { UserSort } from '#shared/endpoints/players.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

export type UserFilter = {
  rights?: '0' | '1' | '2' | '3' | 'staff' | undefined;
  state?: 'banned' | 'muted' | undefined;
};

/** The sort value of the first or last row of a page; the id breaks ties. */
export type Cursor = { value: string; id: number };

export type UserRow = {
  id: number;
  username: string;
  usernameKey: string;
  email: string;
  userRights: number;
  permissions: StaffPermission[];
  communityManager: boolean;
  wyncoins: number;
  createdAt: Date;
  /** With microseconds, for the cursor. */
  createdAtExact: string;
  lastSeenAt: Date | null;
  isBanned: boolean;
  isMuted: boolean;
  version: number;
};

type Page = { sort: UserSort; cursor: Cursor | undefined; isBackwards: boolean; size: number };

/** Rows in list order, also when paging backwards. One extra row means there is another page. */
export async function findUsers(db: Db, filter: UserFilter, page: Page): Promise<UserRow[]> {
  const isAscending = (page.sort === 'name' || page.sort === 'oldest') !== page.isBackwards;
  const direction = sql.raw(isAscending ? 'asc' : 'desc');
  const beyond = sql.raw(isAscending ? '>' : '<');
  const isByName = page.sort.startsWith('name');
  const order = isByName
    ? sql`a.username_key ${direction}`
    : sql`a.created_at ${direction}, a.id ${direction}`;
  const { cursor } = page;
  const start = !cursor
    ? sql`true`
    : isByName
      ? sql`a.username_key ${beyond} ${cursor.value}`
      : sql`(a.created_at, a.id) ${beyond} (${cursor.value}::timestamptz, ${cursor.id})`;
  const users = await readUsers(db, filter, { where: start, order, size: page.size + 1 });
  return page.isBackwards ? users.toReversed() : users;
}

const byName = sql`a.username_key`;

type Search = { key: string; size: number };

export function findUsersByPrefix(
  db: Db,
  filter: UserFilter,
  { key, after, size }: Search & { after: string | undefined },
): Promise<UserRow[]> {
  const start = after === undefined ? sql`true` : sql`a.username_key > ${after}`;
  const where = sql`${beginsWith(key)} and ${start}`;
  return readUsers(db, filter, { where, order: byName, size });
}

/** Names that contain the key, but not at the start. The trigram index needs three characters. */
export function findUsersBySubstring(db: Db, filter: UserFilter, { key, size }: Search) {
  const where = sql`a.username_key like ${`_%${key}%`}`;
  return readUsers(db, filter, { where, order: byName, size });
}

export function findUsersBySimilarity(db: Db, filter: UserFilter, { key, size }: Search) {
  const where = sql`a.username_key % ${key}`;
  const order = sql`similarity(a.username_key, ${key}) desc, a.username_key`;
  return readUsers(db, filter, { where, order, size });
}

export function findUserByEmail(db: Db, filter: UserFilter, email: string): Promise<UserRow[]> {
  const where = sql`a.email_key = ${email.toLowerCase()}`;
  return readUsers(db, filter, { where, order: byName, size: 1 });
}

export function findUsersNamed(db: Db, keys: string[]): Promise<UserRow[]> {
  const where = sql`a.username_key = any (${keys}::text[])`;
  return readUsers(db, {}, { where, order: byName, size: keys.length });
}

/** Stops counting at `max`. With `prefix`, only names that begin with it. */
export async function countUsers(
  db: Db,
  filter: UserFilter,
  { max, prefix = '' }: { max: number; prefix?: string },
): Promise<number> {
  const where = prefix === '' ? sql`true` : beginsWith(prefix);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${sourceOf(filter)} where ${conditionsOf(filter)} and ${where} limit ${max}
    ) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Range scan; LIKE makes the planner choose the trigram index. */
function beginsWith(key: string): RawBuilder<unknown> {
  // Keys contain only letters, digits and spaces, which all sort before the tilde.
  return sql`a.username_key >= ${key} and a.username_key < ${`${key}~`}`;
}

/**
 * Few accounts are sanctioned, so list the sanctions first and look up each account by id. Without the
 * `offset 0` fences the planner would scan a million accounts in list order for a rare state. There
 * are even fewer staff, so with that filter the planner may choose the order.
 */
function sourceOf({ state, rights }: UserFilter): RawBuilder<unknown> {
  if (!state) return sql`accounts a`;
  const sanctioned = sql`(
    select distinct account_id from sanctions
    where kind = ${state === 'banned' ? 'ban' : 'mute'} and ${sanctionInForce('sanctions')}
    offset 0
  ) as sanctioned`;
  if (rights !== undefined && rights !== '0') {
    return sql`${sanctioned} join accounts a on a.id = sanctioned.account_id`;
  }
  return sql`${sanctioned} cross join lateral (
    select id, username_key, email_key, created_at, pending_since, deleted_at, user_rights
    from accounts where accounts.id = sanctioned.account_id offset 0
  ) as a`;
}

/** Registrations that are not complete, and deleted accounts, are not listed. */
const isThere = sql`a.pending_since is null and a.deleted_at is null`;

function conditionsOf({ rights }: UserFilter): RawBuilder<unknown> {
  if (rights === undefined) return isThere;
  // `user_rights > 0` matches the partial index of staff.
  if (rights === 'staff') return sql`${isThere} and a.user_rights > 0`;
  if (rights === '0') return sql`${isThere} and a.user_rights = 0`;
  return sql`${isThere} and a.user_rights > 0 and a.user_rights = ${Number(rights)}`;
}

type Choice = { where: RawBuilder<unknown>; order: RawBuilder<unknown>; size: number };

/** Chooses the ids first, then reads the columns in the order of the ids. */
async function readUsers(
  db: Db,
  filter: UserFilter,
  { where, order, size }: Choice,
): Promise<UserRow[]> {
  const chosen = sql`
    select a.id from ${sourceOf(filter)} where ${conditionsOf(filter)} and ${where}
    order by ${order} limit ${size}`;
  const { rows } = await sql<UserRow>`
    select a.id, a.username, a.username_key as "usernameKey", a.email,
      a.user_rights as "userRights", ${selectPermissions('a')} as permissions, a.community_manager as "communityManager", ${selectBalance('a.id')} as wyncoins,
      a.created_at as "createdAt", to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAtExact",
      (select max(s.last_seen_at) from sessions s where s.account_id = a.id) as "lastSeenAt",
      'ban' = any (active.kinds) as "isBanned", 'mute' = any (active.kinds) as "isMuted",
      a.version
    from (select row_number() over () as position, id from (${chosen}) as found) as chosen
    join accounts a on a.id = chosen.id
    cross join lateral (select ${selectKindsInForce('a.id')} as kinds) as active
    order by chosen.position`.execute(db);
  return rows;
}

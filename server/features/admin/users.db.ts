import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';

import { selectBalance } from '#server/db/expressions.ts';
import type { Schema } from '#server/db/schema.ts';
import type { UserSort } from '#shared/admin.ts';

export type UserFilter = {
  rights?: '0' | '1' | '2' | '3' | 'staff' | undefined;
  state?: 'banned' | 'muted' | undefined;
};

/** Where a page ends or begins: the value it is sorted by, and the id that parts equal ones. */
export type Edge = { value: string; id: number };

export type UserRow = {
  id: number;
  username: string;
  usernameKey: string;
  email: string;
  userRights: number;
  communityManager: boolean;
  wyncoins: number;
  createdAt: Date;
  /** To the microsecond, for the edge of a page. */
  createdExactly: string;
  lastSeenAt: Date | null;
  isBanned: boolean;
  isMuted: boolean;
};

type Page = { sort: UserSort; edge: Edge | undefined; isBackwards: boolean; size: number };

/** In the order of the list, also when read backwards. One row more than asked tells of a next page. */
export async function findUsers(
  db: Kysely<Schema>,
  filter: UserFilter,
  page: Page,
): Promise<UserRow[]> {
  const isRising = (page.sort === 'name' || page.sort === 'oldest') !== page.isBackwards;
  const direction = sql.raw(isRising ? 'asc' : 'desc');
  const beyond = sql.raw(isRising ? '>' : '<');
  const isByName = page.sort.startsWith('name');
  const order = isByName
    ? sql`a.username_key ${direction}`
    : sql`a.created_at ${direction}, a.id ${direction}`;
  const { edge } = page;
  const start = !edge
    ? sql`true`
    : isByName
      ? sql`a.username_key ${beyond} ${edge.value}`
      : sql`(a.created_at, a.id) ${beyond} (${edge.value}::timestamptz, ${edge.id})`;
  const users = await readUsers(
    db,
    sql`
    select a.id from ${sourceOf(filter)} where ${conditionsOf(filter)} and ${start}
    order by ${order} limit ${page.size + 1}`,
  );
  return page.isBackwards ? users.toReversed() : users;
}

/** Names that begin so, in their order. */
export function findUsersByPrefix(
  db: Kysely<Schema>,
  filter: UserFilter,
  { key, after, size }: { key: string; after: string | undefined; size: number },
): Promise<UserRow[]> {
  const start = after === undefined ? sql`true` : sql`a.username_key > ${after}`;
  return readUsers(
    db,
    sql`
    select a.id from ${sourceOf(filter)}
    where ${conditionsOf(filter)} and ${beginsWith(key)} and ${start}
    order by a.username_key limit ${size}`,
  );
}

/** Names that hold it further in. Three characters are what the index needs. */
export function findUsersByPart(
  db: Kysely<Schema>,
  filter: UserFilter,
  { key, size }: { key: string; size: number },
): Promise<UserRow[]> {
  return readUsers(
    db,
    sql`
    select a.id from ${sourceOf(filter)}
    where ${conditionsOf(filter)} and a.username_key like ${`_%${key}%`}
    order by a.username_key limit ${size}`,
  );
}

export function findUsersByLikeness(
  db: Kysely<Schema>,
  filter: UserFilter,
  { key, size }: { key: string; size: number },
): Promise<UserRow[]> {
  return readUsers(
    db,
    sql`
    select a.id from ${sourceOf(filter)}
    where ${conditionsOf(filter)} and a.username_key % ${key}
    order by similarity(a.username_key, ${key}) desc, a.username_key limit ${size}`,
  );
}

export function findUserByEmail(
  db: Kysely<Schema>,
  filter: UserFilter,
  email: string,
): Promise<UserRow[]> {
  return readUsers(
    db,
    sql`
    select a.id from ${sourceOf(filter)}
    where ${conditionsOf(filter)} and a.email_key = ${email.toLowerCase()}`,
  );
}

/** Up to `most`: a list of a million is not counted to the end. */
export async function countUsers(
  db: Kysely<Schema>,
  filter: UserFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${sourceOf(filter)} where ${conditionsOf(filter)} limit ${most}
    ) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function countUsersByPrefix(
  db: Kysely<Schema>,
  filter: UserFilter,
  { key, most }: { key: string; most: number },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${sourceOf(filter)}
      where ${conditionsOf(filter)} and ${beginsWith(key)} limit ${most}
    ) as counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** As a stretch of the names' own index: `like` would tempt the planner to take the trigrams. */
function beginsWith(key: string): RawBuilder<unknown> {
  // Keys hold letters, digits and spaces, all of which come before the tilde.
  return sql`a.username_key >= ${key} and a.username_key < ${`${key}~`}`;
}

/**
 * Few are sanctioned: they are listed first and each looked up by its id, so that a rare state among
 * a million accounts is not searched for along the order of the list. Staff are fewer still: then
 * the planner may begin with them.
 */
function sourceOf({ state, rights }: UserFilter): RawBuilder<unknown> {
  if (!state) return sql`accounts a`;
  const held = sql`(
    select distinct account_id from sanctions
    where kind = ${state === 'banned' ? 'ban' : 'mute'} and lifted_at is null
      and (expires_at is null or expires_at > now())
    offset 0
  ) as held`;
  if (rights !== undefined && rights !== '0') {
    return sql`${held} join accounts a on a.id = held.account_id`;
  }
  return sql`${held} cross join lateral (
    select id, username_key, email_key, created_at, pending_since, user_rights
    from accounts where accounts.id = held.account_id offset 0
  ) as a`;
}

function conditionsOf({ rights }: UserFilter): RawBuilder<unknown> {
  if (rights === undefined) return sql`a.pending_since is null`;
  // Written so that the index of staff can be used.
  if (rights === 'staff') return sql`a.pending_since is null and a.user_rights > 0`;
  if (rights === '0') return sql`a.pending_since is null and a.user_rights = 0`;
  return sql`a.pending_since is null and a.user_rights > 0 and a.user_rights = ${Number(rights)}`;
}

/** The order is kept: the ids come with their place. */
async function readUsers(db: Kysely<Schema>, chosen: RawBuilder<unknown>): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`
    select a.id, a.username, a.username_key as "usernameKey", a.email,
      a.user_rights as "userRights", a.community_manager as "communityManager", ${selectBalance('a.id')} as wyncoins,
      a.created_at as "createdAt", to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdExactly",
      (select max(s.last_seen_at) from sessions s where s.account_id = a.id) as "lastSeenAt",
      'ban' = any (held.kinds) as "isBanned", 'mute' = any (held.kinds) as "isMuted"
    from (select row_number() over () as place, id from (${chosen}) as found) as chosen
    join accounts a on a.id = chosen.id
    cross join lateral (
      select array(
        select kind from sanctions s
        where s.account_id = a.id and s.lifted_at is null
          and (s.expires_at is null or s.expires_at > now())
      ) as kinds
    ) as held
    order by chosen.place`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { countRows, hasRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { CallbackReason } from '#shared/rules/votes.ts';

export type ListRow = Awaited<ReturnType<typeof findLists>>[number];
export type NewList = Omit<Insertable<Schema['vote_lists']>, 'position' | 'version'>;

function selectLists(db: Db) {
  return db
    .selectFrom('vote_lists as list')
    .leftJoin('shop_items as item', 'item.id', 'list.shop_item_id')
    .select([
      'list.id',
      'list.name',
      'list.link',
      'list.token_parameter as tokenParameter',
      'list.success_parameter as successParameter',
      'list.success_value as successValue',
      'list.token_alphabet as tokenAlphabet',
      'list.token_length as tokenLength',
      'list.interval_hours as intervalHours',
      'list.method',
      'list.senders',
      'list.coins',
      'list.shop_item_id as shopItemId',
      'list.is_on as isOn',
      'list.secret',
      'list.version',
      'item.name as itemName',
    ]);
}

export function findLists(db: Db) {
  return selectLists(db).orderBy('list.position').orderBy('list.id').execute();
}

export function findList(db: Db, id: number) {
  return selectLists(db).where('list.id', '=', id).executeTakeFirst();
}

/** Locks out other writers, so that the limit on the number of lists holds. */
export async function lockLists(db: Db): Promise<number> {
  await sql`lock table vote_lists in share row exclusive mode`.execute(db);
  const { n } = await db
    .selectFrom('vote_lists')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export async function lockList(db: Db, id: number): Promise<void> {
  await db.selectFrom('vote_lists').select('id').where('id', '=', id).forUpdate().execute();
}

export async function insertList(db: Db, list: NewList): Promise<number> {
  const { id } = await db
    .insertInto('vote_lists')
    .values({
      ...list,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from vote_lists)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateList(
  db: Db,
  id: number,
  values: Updateable<Schema['vote_lists']>,
): Promise<void> {
  await db
    .updateTable('vote_lists')
    .set((row) => ({ ...values, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteList(db: Db, id: number): Promise<void> {
  await db.deleteFrom('vote_lists').where('id', '=', id).execute();
}

/** Items that can be given as a reward. */
export function findItems(db: Db) {
  return db
    .selectFrom('shop_items')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

const monthStart = sql<Date>`date_trunc('month', now(), 'UTC')`;

/** If two have as many votes, the one who reached the number earlier comes first. */
export async function findTopVoters(db: Db, limit: number) {
  const { rows } = await sql<{ username: string; votes: number }>`
    select account.username, count(*) as votes
    from votes join accounts as account on account.id = votes.account_id
    where votes.voted_at >= ${monthStart} and not is_player_banned(account.username_key)
    group by account.id order by count(*) desc, max(votes.id) limit ${limit}`.execute(db);
  return rows;
}

export async function findMonth(db: Db): Promise<string> {
  const { rows } = await sql<{ month: string }>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM') as month`.execute(db);
  return rows[0]?.month ?? '';
}

export function findWaiting(db: Db, accountId: number) {
  return db
    .selectFrom('vote_turns')
    .select(['list_id as listId', 'next_at as until'])
    .where('account_id', '=', accountId)
    .where('next_at', '>', sql<Date>`now()`)
    .orderBy('list_id')
    .execute();
}

export async function findStreak(db: Db, accountId: number) {
  const { rows } = await sql<{ days: number; votes: number }>`
    select
      coalesce((select days from vote_streaks where account_id = ${accountId}
        and last_day >= (now() at time zone 'UTC')::date - 1), 0) as days,
      (select count(*) from votes
        where account_id = ${accountId} and voted_at >= ${monthStart}) as votes`.execute(db);
  return rows[0] ?? { days: 0, votes: 0 };
}

export async function findLatestVote(db: Db, accountId: number) {
  const { rows } = await sql<{
    id: number;
    list: string;
    coins: number;
    items: string[];
    streak: number;
  }>`
    select votes.id, list_name as list, coins + streak_coins as coins, streak,
      coalesce((select json_agg(item_name order by id) from purchases
        where id in (votes.purchase_id, votes.streak_purchase_id)), '[]') as items
    from votes where account_id = ${accountId} order by id desc limit 1`.execute(db);
  return rows[0];
}

type NewToken = {
  listId: number;
  accountId: number;
  hash: Buffer;
  hours: number;
  isTest?: boolean;
};

/** A player keeps the newest five of a list, for several open tabs. */
export async function insertToken(db: Db, token: NewToken): Promise<void> {
  const { listId, accountId, hash, hours, isTest = false } = token;
  await db
    .insertInto('vote_tokens')
    .values({
      list_id: listId,
      account_id: accountId,
      hash,
      is_test: isTest,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .execute();
  await sql`
    delete from vote_tokens where id in (
      select id from vote_tokens as old
      where account_id = ${accountId} and list_id = ${listId}
        and not exists (select from votes where token_id = old.id)
      order by id desc offset 5
    )`.execute(db);
}

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

function selectTokens(db: Db) {
  return db
    .selectFrom('vote_tokens as token')
    .innerJoin('accounts as account', 'account.id', 'token.account_id')
    .select([
      'token.id',
      'token.list_id as listId',
      'token.account_id as accountId',
      'token.is_test as isTest',
      'account.username',
      sql<boolean>`token.expires_at <= now()`.as('isExpired'),
    ]);
}

export function findToken(db: Db, listId: number, hashes: readonly Buffer[]) {
  return selectTokens(db)
    .where('token.list_id', '=', listId)
    .where('token.hash', 'in', hashes)
    .executeTakeFirst();
}

export function findTokenById(db: Db, id: number) {
  return selectTokens(db).where('token.id', '=', id).executeTakeFirst();
}

/** Callbacks with the same token run one after the other. False if the token is gone. */
export async function lockToken(db: Db, id: number): Promise<boolean> {
  const token = await db
    .selectFrom('vote_tokens')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return token !== undefined;
}

export function hasVote(db: Db, tokenId: number): Promise<boolean> {
  return hasRow(db, 'votes', sql`token_id = ${tokenId}`);
}

type Turn = { accountId: number; listId: number; hours: number; toleranceMinutes: number };

/** False if the player has to wait. */
export async function takeTurn(
  db: Db,
  { accountId, listId, hours, toleranceMinutes }: Turn,
): Promise<boolean> {
  const { rows } = await sql`
    insert into vote_turns as turn (account_id, list_id, next_at)
    values (${accountId}, ${listId}, now() + make_interval(hours => ${hours}))
    on conflict (account_id, list_id) do update set next_at = excluded.next_at
    where turn.next_at <= now() + make_interval(mins => ${toleranceMinutes})
    returning next_at`.execute(db);
  return rows.length > 0;
}

/** Counts today. `isNewDay` is true for the first vote of a day only, also if two come at once. */
export async function countDay(
  db: Db,
  accountId: number,
): Promise<{ days: number; isNewDay: boolean }> {
  const today = sql`(now() at time zone 'UTC')::date`;
  await sql`
    insert into vote_streaks (account_id, days, last_day) values (${accountId}, 1, ${today} - 2)
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ days: number }>`
    update vote_streaks set last_day = ${today},
      days = case when last_day = ${today} - 1 then days + 1 else 1 end
    where account_id = ${accountId} and last_day < ${today}
    returning days`.execute(db);
  const [counted] = rows;
  if (counted) return { days: counted.days, isNewDay: true };
  const { days } = await db
    .selectFrom('vote_streaks')
    .select('days')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { days, isNewDay: false };
}

export async function insertVote(db: Db, vote: Insertable<Schema['votes']>): Promise<number> {
  const { id } = await db
    .insertInto('votes')
    .values(vote)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How many lines the log keeps; the check vote_callbacks_ring has the same numbers. */
const rings = {
  trusted: { size: 2000, numbers: 'vote_callbacks_trusted' },
  foreign: { size: 200, numbers: 'vote_callbacks_foreign' },
};

type Line = { listId: number; reason: CallbackReason; sender: string; tokenId: number | null };

/** Replaces the oldest line of the same ring. */
export async function insertCallback(
  db: Db,
  { listId, reason, sender, tokenId }: Line,
): Promise<void> {
  const isTrusted = reason !== 'wrong-secret' && reason !== 'foreign-sender';
  const { size, numbers } = isTrusted ? rings.trusted : rings.foreign;
  await sql`
    insert into vote_callbacks (is_trusted, slot, list_id, reason, sender, token_id)
    values (${isTrusted}, nextval(${numbers}::text::regclass) % ${size}, ${listId}, ${reason}, ${sender}, ${tokenId})
    on conflict (is_trusted, slot) do update set id = default, at = now(), list_id = excluded.list_id,
      reason = excluded.reason, sender = excluded.sender, token_id = excluded.token_id`.execute(db);
}

export async function updateCallback(db: Db, id: number, reason: CallbackReason): Promise<void> {
  await db.updateTable('vote_callbacks').set({ reason }).where('id', '=', id).execute();
}

function selectCallbacks(db: Db) {
  return db
    .selectFrom('vote_callbacks as line')
    .innerJoin('vote_lists as list', 'list.id', 'line.list_id')
    .leftJoin('vote_tokens as token', 'token.id', 'line.token_id')
    .leftJoin('accounts as account', 'account.id', 'token.account_id')
    .select([
      'line.id',
      'line.at',
      'list.name as list',
      'line.reason',
      'line.sender',
      'line.token_id as tokenId',
      'account.username as player',
    ]);
}

export function findCallbacks(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return selectCallbacks(db).orderBy('line.id', 'desc').limit(limit).offset(offset).execute();
}

export function findCallback(db: Db, id: number) {
  return selectCallbacks(db).where('line.id', '=', id).executeTakeFirst();
}

export function countCallbacks(db: Db): Promise<number> {
  return countRows(db, 'vote_callbacks');
}

/** One row per UTC day, ending with today. */
export async function countDays(db: Db, days: number) {
  const { rows } = await sql<{ day: string; votes: number }>`
    select to_char(at, 'YYYY-MM-DD') as day, count(votes.id) as votes
    from generate_series(
      date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${days - 1}),
      date_trunc('day', now() at time zone 'UTC'), interval '1 day') as at
    left join votes on votes.voted_at >= at at time zone 'UTC'
      and votes.voted_at < (at + interval '1 day') at time zone 'UTC'
    group by at order by at`.execute(db);
  return rows;
}

export async function countVotesByList(db: Db, days: number) {
  const { rows } = await sql<{ listId: number; votes: number }>`
    select list_id as "listId", count(*) as votes from votes
    where voted_at >= now() - make_interval(days => ${days}) and list_id is not null
    group by list_id`.execute(db);
  return new Map(rows.map(({ listId, votes }) => [listId, votes]));
}

/** Tokens a week after they expired, and log lines, which have addresses, after some days. */
export async function deleteOldRows(db: Db, logDays: number): Promise<void> {
  await sql`delete from vote_tokens where expires_at < now() - interval '1 week'`.execute(db);
  await sql`
    delete from vote_callbacks where at < now() - make_interval(days => ${logDays})`.execute(db);
}

export function hasListOn(db: Db): Promise<boolean> {
  return hasRow(db, 'vote_lists', sql`is_on`);
}

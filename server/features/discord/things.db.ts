import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { PollQuestion } from '#shared/endpoints/polls.ts';

/**
 * The things to announce are found by looking at what is committed, so a crash loses none. `since` is when the kind was
 * switched on. A look goes back a day; the queue's unique key recognises what was found before.
 */

const aDayAgo = sql<Date>`now() - interval '1 day'`;

function isNew(time: string | RawBuilder<unknown>, since: Date): RawBuilder<boolean> {
  const at = typeof time === 'string' ? sql.ref(time) : time;
  return sql<boolean>`${at} between greatest(${since}::timestamptz, ${aDayAgo}) and now()`;
}

export function findNewPosts(db: Db, since: Date) {
  return db
    .selectFrom('news_posts')
    .select(['id', 'title', 'content', 'published_at as at'])
    .where('state', '=', 'published')
    .where(isNew('published_at', since))
    .orderBy('published_at')
    .execute();
}

/** One per series: its first event. */
export function findNewEvents(db: Db, since: Date) {
  return selectComingEvents(db)
    .where(isNew('created_at', since))
    .where(
      sql<boolean>`(series_id is null or id = (
        select min(first.id) from events as first where first.series_id = events.series_id))`,
    )
    .execute();
}

/** Events that were added after the time of their reminder get none. */
export function findStartingEvents(db: Db, minutes: number) {
  const remindAt = sql<Date>`starts_at - make_interval(mins => ${minutes})`;
  return selectComingEvents(db)
    .where(remindAt, '<=', sql<Date>`now()`)
    .where(remindAt, '>=', sql.ref<Date>('created_at'))
    .execute();
}

function selectComingEvents(db: Db) {
  return db
    .selectFrom('events')
    .select(['id', 'series_id as seriesId', 'title', 'description', 'starts_at as startsAt'])
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', sql<Date>`now()`)
    .orderBy('starts_at')
    .orderBy('id');
}

type PollRow = { id: number; title: string; at: Date; endsAt: Date; questions: PollQuestion[] };

export function findNewPolls(db: Db, since: Date): Promise<PollRow[]> {
  return selectPolls(db, sql`least(ended_at, ends_at) > now() and ${isNew('created_at', since)}`);
}

export function findEndedPolls(db: Db, since: Date): Promise<PollRow[]> {
  return selectPolls(db, isNew(sql`least(ended_at, ends_at)`, since));
}

async function selectPolls(db: Db, condition: RawBuilder<unknown>): Promise<PollRow[]> {
  const { rows } = await sql<PollRow>`
    select id, title, least(ended_at, ends_at) as at, ends_at as "endsAt", coalesce((
      select json_agg(json_build_object('question', asked.question, 'answers', (
        select json_agg(json_build_object('text', answer, 'votes', votes) order by position)
        from poll_answers where poll_id = asked.poll_id and question = asked.position
      )) order by asked.position)
      from poll_questions as asked where asked.poll_id = polls.id
    ), '[]') as questions
    from polls where ${condition} order by id`.execute(db);
  return rows;
}

/** A server counts as down once it was silent or offline for two minutes, so a quick restart is not announced. */
export async function findServerStates(db: Db) {
  const { rows } = await sql<{ id: number; name: string; isUp: boolean; isSettled: boolean }>`
    select id, name, is_online as "isUp",
      is_online or coalesce(heartbeat_at < now() - interval '2 minutes', true) as "isSettled"
    from game_servers where removed_at is null and has_connected order by id`.execute(db);
  return rows;
}

export type Ranked = { id: number; accountId: number | null; name: string };

/** Levels that players reached since the day before; players seen for the first time are not compared. */
export async function findMasteries(db: Db, since: Date, tenths: number) {
  const { rows } = await sql<Ranked & { skill: string; at: Date }>`
    select p.id, account.id as "accountId", p.name, skills.name as skill, p.changed_at as at
    from players p
    cross join lateral (
      select experience from player_days
      where player_id = p.id and day < (p.changed_at at time zone 'utc')::date
      order by day desc limit 1
    ) as before
    join skills on p.experience[skills.position] >= ${tenths}
      and before.experience[skills.position] < ${tenths}
    left join accounts as account on account.username_key = p.name_key
    where p.is_listed and p.changed_at > ${since}
    order by p.changed_at, p.id, skills.position`.execute(db);
  return rows;
}

/** The best player overall (0) and in each skill. */
export async function findLeaders(db: Db) {
  const { rows } = await sql<Ranked & { skill: number; skillName: string | null }>`
    select at as skill, skills.name as "skillName", p.name, p.id, account.id as "accountId"
    from (select 0 as at union all select position from skills) as list
    cross join lateral (
      select player_id from hiscores
      where is_listed and bucket between at * 65536 and at * 65536 + 65535
      order by bucket desc, score desc, seq, player_id limit 1
    ) as best
    join players p on p.id = best.player_id
    left join skills on skills.position = at
    left join accounts as account on account.username_key = p.name_key
    order by at`.execute(db);
  return rows;
}

export async function findVotesOf(db: Db, { from, to }: { from: Date; to: Date }) {
  const { rows } = await sql<{ username: string; votes: number }>`
    select account.username, count(*)::integer as votes
    from votes join accounts as account on account.id = votes.account_id
    where votes.voted_at >= ${from} and votes.voted_at < ${to}
      and not is_player_banned(account.username_key)
    group by account.id order by count(*) desc, max(votes.id) limit 10`.execute(db);
  return rows;
}

export const purchasesPerLook = 100;

type Purchase = {
  id: number;
  accountId: number;
  username: string;
  item: string;
  quantity: number;
  price: number;
  at: Date;
};

export async function findPurchases(db: Db, since: Date, coins: number): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    select purchases.id, account.id as "accountId", account.username, item_name as item, quantity, price,
      purchases.created_at as at
    from purchases join accounts as account on account.id = account_id
    where ${isNew('purchases.created_at', since)} and price >= ${coins}
      and canceled_at is null and deleted_at is null
      and not exists (
        select from discord_messages where kind = 'purchases' and thing = purchases.id::text)
    order by purchases.id limit ${purchasesPerLook}`.execute(db);
  return rows;
}

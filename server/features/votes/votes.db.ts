import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

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

/** Tokens a week after they expired, and log lines, which have addresses, after some days. */
export async function deleteOldRows(db: Db, logDays: number): Promise<void> {
  await sql`delete from vote_tokens where expires_at < now() - interval '1 week'`.execute(db);
  await sql`
    delete from vote_callbacks where at < now() - make_interval(days => ${logDays})`.execute(db);
}

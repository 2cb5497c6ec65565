import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

type Figures = {
  players: number;
  newToday: number;
  online: number | null;
  unclaimed: number;
  staff: number;
  failedDeliveries: number;
};

/** Counting reads every account, so above this the planner's estimate is used. */
const maxExactCount = 50_000;

export async function findFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      (select count(*) from (
        select from accounts where pending_since is null and deleted_at is null limit ${maxExactCount}
      ) as counted) as players,
      (select count(*) from accounts
        where created_at >= date_trunc('day', now(), 'UTC') and pending_since is null) as "newToday",
      (select sum(case when is_online then online else 0 end)::integer from game_servers
        where removed_at is null and heartbeat_at is not null) as online,
      (select count(*) from purchases where state in ('queued', 'claimed')) as unclaimed,
      (select count(*) from accounts where user_rights > 0) as staff,
      (select count(*) from purchases where state = 'attention') as "failedDeliveries"`.execute(db);
  const figures = rows[0]!;
  if (figures.players < maxExactCount) return figures;
  return { ...figures, players: Math.max(figures.players, await estimateAccounts(db)) };
}

async function estimateAccounts(db: Db): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select reltuples::bigint as estimate from pg_class where oid = 'accounts'::regclass`.execute(
    db,
  );
  return rows[0]?.estimate ?? 0;
}

/** Servers that have reported before but not in the last 45 seconds. */
export async function findStaleServers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('game_servers')
    .select('name')
    .where('removed_at', 'is', null)
    .where('heartbeat_at', '<', sql<Date>`now() - interval '45 seconds'`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

export function findRejectedSaves(db: Db) {
  return db
    .selectFrom('game_servers')
    .select(['name', 'rejected_saves as count'])
    .where('removed_at', 'is', null)
    .where('rejected_saves', '>', 0)
    .orderBy('name')
    .execute();
}

export async function findFailingJobs(db: Db) {
  return db
    .selectFrom('job_runs')
    .select([
      'name',
      sql<string>`left(last_error, 300)`.as('reason'),
      sql<Date>`coalesce(failing_since, last_finished_at, last_started_at)`.as('since'),
      'last_finished_at as lastAt',
    ])
    .where('last_error', 'is not', null)
    .orderBy('name')
    .execute();
}

export type DayRow = {
  day: number;
  registrations: number;
  online: number | null;
  coinsSold: number;
  coinsReturned: number;
  coinsSpent: number;
  votes: number;
};

/** One row per UTC day, ending with today. */
export async function findDays(db: Db, days: number): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with days as (
      select at, at + interval '1 day' as until
      from generate_series(
        date_trunc('day', now(), 'UTC') - make_interval(days => ${days - 1}),
        date_trunc('day', now(), 'UTC'),
        interval '1 day'
      ) as at
    ), first as (select min(at) as at from days),
    joined as (
      select date_trunc('day', created_at, 'UTC') as day, count(*) as n
      from accounts where created_at >= (select at from first) and pending_since is null group by 1
    ), coins as (
      select day, sum(sold) as sold, sum(returned) as returned, sum(spent) as spent
      from (
        select day, topped_up as sold, returned, null::bigint as spent from ledger_days
        where day >= (select at from first)
        union all
        select date_trunc('day', at, 'UTC'), greatest(amount, 0), greatest(-amount, 0), null
        from ledger
        where book = 'topups' and at >= greatest(
          (select at from first), (select max(day) + interval '1 day' from ledger_days))
        union all
        select day, null, null, coins from sold_items where day >= (select at from first)
      ) as entries
      group by 1
    ), ballots as (
      select date_trunc('day', voted_at, 'UTC') as day, count(*) as n
      from poll_votes where question = 0 and voted_at >= (select at from first) group by 1
    ), samples as (
      select at, sum(peak) as peak from online_samples
      where at >= (select at from first) group by at, seconds
    ), peaks as (
      select date_trunc('day', at, 'UTC') as day, max(peak) as n from samples group by 1
    )
    select extract(epoch from days.at)::bigint as day, coalesce(joined.n, 0) as registrations,
      peaks.n::integer as online, coalesce(coins.sold, 0)::bigint as "coinsSold",
      coalesce(coins.returned, 0)::bigint as "coinsReturned",
      coalesce(coins.spent, 0)::bigint as "coinsSpent", coalesce(ballots.n, 0) as votes
    from days
    left join joined on joined.day = days.at
    left join coins on coins.day = days.at
    left join ballots on ballots.day = days.at
    left join peaks on peaks.day = days.at
    order by days.at`.execute(db);
  return rows;
}

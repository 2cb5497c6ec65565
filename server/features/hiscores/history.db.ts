import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

/** Days are UTC days, whatever the server's time zone. */
const today = sql`(now() at time zone 'utc')::date`;

export type DayRow = {
  day: string;
  totalLevel: number;
  score: number;
  rank: number | null;
};

type Wanted = { playerId: number; skill: number; days: number };

/** The chosen days and the last day before them, so the chart line starts at the left edge. */
export async function findDays(db: Db, wanted: Wanted): Promise<DayRow[]> {
  const { playerId, skill, days } = wanted;
  const { rows } = await sql<DayRow>`
    select day::text, total_level as "totalLevel", ${scoreIn(skill)} as score,
      ranks[${skill + 1}::integer] as rank
    from player_days
    where ${scoreIn(skill)} is not null and player_id = ${playerId} and day >= coalesce(
      (select max(day) from player_days
        where player_id = ${playerId} and day <= ${today} - ${days}::integer),
      '-infinity')
    order by day`.execute(db);
  return rows;
}

/** Tenths of experience, or a count. */
function scoreIn(skill: number) {
  if (skill === 0) return sql`(select sum(one)::bigint from unnest(experience) as one)`;
  if (skill < 32) return sql`experience[${skill}::integer]`;
  return sql`counts[${skill - 31}::integer]`;
}

export type Baseline = { days: number; experience: number[] };

/** The player's experience at the end of the day `days` ago, or when first seen. */
export async function findBaselines(
  db: Db,
  playerId: number,
  periods: number[],
): Promise<Baseline[]> {
  const { rows } = await sql<Baseline>`
    select period as days, base.experience
    from unnest(${periods}::integer[]) as period
    cross join lateral (${baselineOf(sql`${playerId}::integer`, sql`period`)}) as base`.execute(db);
  return rows;
}

function baselineOf(playerId: ReturnType<typeof sql>, days: ReturnType<typeof sql>) {
  return sql`
    (select experience from player_days
      where player_id = ${playerId} and day <= ${today} - ${days}
      order by day desc limit 1)
    union all
    (select experience from player_days where player_id = ${playerId} order by day limit 1)
    limit 1`;
}

/** More than are shown, because some players may be excluded from the lists later. */
const keptGains = 100;

/** Replaces the top gains of one period. Reads only players who changed within it. */
export async function replaceGains(db: Db, days: number): Promise<void> {
  await sql`delete from hiscore_gains where days = ${days}::smallint`.execute(db);
  await sql`
    insert into hiscore_gains (days, skill, player_id, gain)
    select ${days}::smallint, skill, player_id, gain
    from (
      select skill, player_id, gain,
        row_number() over (partition by skill order by gain desc, player_id) as place
      from (
        select p.id as player_id, stat.skill::smallint, stat.now - stat.before as gain
        from (select distinct player_id from player_days where day > ${today} - ${days}::integer) as active
        join players p on p.id = active.player_id and p.is_listed
        cross join lateral (${baselineOf(sql`p.id`, sql`${days}::integer`)}) as base
        cross join lateral (
          select 0 as skill, p.total_tenths as now,
            (select sum(one)::bigint from unnest(base.experience) as one) as before
          union all
          select at, now, before
          from unnest(p.experience, base.experience) with ordinality as pair(now, before, at)
        ) as stat
        where stat.now > stat.before
      ) as gains
    ) as ranked
    where place <= ${keptGains}`.execute(db);
}

type GainRow = { name: string; userRights: number; gain: number };

export async function findTopGains(
  db: Db,
  wanted: { skill: number; days: number; size: number },
): Promise<GainRow[]> {
  return db
    .selectFrom('hiscore_gains')
    .innerJoin('players', 'players.id', 'hiscore_gains.player_id')
    .select(['players.name', 'players.user_rights as userRights', 'hiscore_gains.gain'])
    .where('hiscore_gains.days', '=', wanted.days)
    .where('hiscore_gains.skill', '=', wanted.skill)
    .where('players.is_listed', '=', true)
    .orderBy('hiscore_gains.gain', 'desc')
    .orderBy('hiscore_gains.player_id')
    .limit(wanted.size)
    .execute();
}

/** From the last snapshot at least `days` old, but not twice that: an old rank says nothing about this week. */
export async function findRanksBefore(
  db: Db,
  { skill, nameKeys, days }: { skill: number; nameKeys: string[]; days: number },
): Promise<{ nameKey: string; rank: number }[]> {
  const { rows } = await sql<{ nameKey: string; rank: number }>`
    select p.name_key as "nameKey", past.rank
    from players p
    cross join lateral (
      select ranks[${skill + 1}::integer] as rank from player_days
      where player_id = p.id
        and day between ${today} - ${days * 2}::integer and ${today} - ${days}::integer
      order by day desc limit 1
    ) as past
    where p.name_key = any (${nameKeys}::text[]) and past.rank is not null`.execute(db);
  return rows;
}

/** Up to `size` snapshots; returns how many. Older days from an import stay without: their ranks are unknown. */
export async function rankDays(db: Db, size: number): Promise<number> {
  const { rows } = await sql`
    with waiting as (
      select player_id, day from player_days where not is_ranked
      order by player_id, day limit ${size} for update skip locked
    )
    update player_days d set is_ranked = true, ranks = case
      when d.day >= ${today} - 1 then (
        select array_agg(r.rank order by s) from generate_series(0, cardinality(d.experience)) as s
        left join hiscore_ranks(d.player_id) as r on r.skill = s and r.mode = 0)
      else d.ranks end
    from waiting where d.player_id = waiting.player_id and d.day = waiting.day
    returning d.player_id`.execute(db);
  return rows.length;
}

export function hasChangedSince(db: Db, since: Date): Promise<boolean> {
  return hasRow(db, 'players', sql`changed_at > ${since}`);
}

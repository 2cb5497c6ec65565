import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

/** Days are UTC days, whatever the server's time zone. */
export const today = sql`(now() at time zone 'utc')::date`;

export type DayRow = {
  day: string;
  totalLevel: number;
  score: number;
  rank: number | null;
};

export type DayKey = { playerId: number; day: string };

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

/** Up to `size` snapshots; returns which. Older days from an import stay without: their ranks are unknown. */
export async function rankDays(db: Db, size: number): Promise<DayKey[]> {
  const { rows } = await sql<DayKey>`
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
    returning d.player_id as "playerId", d.day::text`.execute(db);
  return rows;
}

/** How much experience was gained on each day of the last twelve months; days without a gain are missing. */
export async function findActivity(
  db: Db,
  playerId: number,
): Promise<{ day: string; tenths: number }[]> {
  const { rows } = await sql<{ day: string; tenths: number }>`
    select day::text, tenths from (
      select day, total - lag(total) over (order by day) as tenths
      from player_days
      cross join lateral (select sum(one)::bigint as total from unnest(experience) as one) as sum
      where player_id = ${playerId}
    ) as gains
    where tenths > 0 and day > ${today} - interval '1 year' order by day`.execute(db);
  return rows;
}

type Thinning = { unit: 'week' | 'month'; afterDays: number; lookBackDays: number; size: number };

/** Deletes up to `size` snapshots of that age, except the last of each week or month, and returns how many. */
export async function thinDays(db: Db, thinning: Thinning): Promise<number> {
  const { unit, afterDays, lookBackDays, size } = thinning;
  // Materialized, or the planner may read them again for every row of the table, if its statistics are old.
  const { numAffectedRows } = await sql`
    with old as materialized (
      select player_id, day from player_days d
      where day between ${today} - ${afterDays + lookBackDays}::integer and ${today} - ${afterDays}::integer
        and exists (
          select from player_days later
          where later.player_id = d.player_id and later.day > d.day
            and later.day < date_trunc(${unit}, d.day::timestamp) + ${`1 ${unit}`}::interval)
      limit ${size})
    delete from player_days d using old where d.player_id = old.player_id and d.day = old.day`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

export function hasChangedSince(db: Db, since: Date): Promise<boolean> {
  return hasRow(db, 'players', sql`changed_at > ${since}`);
}

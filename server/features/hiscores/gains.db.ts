import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import { gainPeriods } from '#shared/rules/hiscores.ts';

import { today } from './history.db.ts';
import type { DayKey } from './history.db.ts';

type Sql = RawBuilder<unknown>;

const periods: number[] = Object.values(gainPeriods);

/** The last snapshot until a day, or the first one there is. */
function baselineOf(playerId: Sql, until: Sql): Sql {
  return sql`
    (select experience, counts, total_level from player_days
      where player_id = ${playerId} and day <= ${until}
      order by day desc limit 1)
    union all
    (select experience, counts, total_level from player_days
      where player_id = ${playerId} order by day limit 1)
    limit 1`;
}

/**
 * The gains of `now`, a row with stats, since the row `base`. A counter that the game did not report then counts from
 * when it was first reported.
 */
function gainsSince(playerId: Sql, now: 'p' | 'd'): Sql {
  const [experience, counts] = [sql.ref(`${now}.experience`), sql.ref(`${now}.counts`)];
  return sql`
    select skill::smallint, before, value - before as gain from (
      select 0 as skill, (select sum(one)::bigint from unnest(${experience}) as one) as value,
        (select sum(one)::bigint from unnest(base.experience) as one) as before
      union all
      select at, value, before
      from unnest(${experience}, base.experience) with ordinality as pair(value, before, at)
      union all
      select at + 31, value, coalesce(before, (
        select first.counts[at::integer] from player_days first
        where first.player_id = ${playerId} and first.counts[at::integer] is not null
        order by first.day limit 1))
      from unnest(${counts}, base.counts) with ordinality as pair(value, before, at)
      where value > 0
    ) as list where value > before`;
}

export type CurrentGain = {
  days: number;
  skill: number;
  /** The value before it. */
  before: number;
  gain: number;
  /** Gained total levels. */
  levels: number;
  /** The last day of the period: today. */
  day: string;
};

/** A player's gains in all periods until today, Overall first. */
export async function findCurrentGains(db: Db, playerId: number): Promise<CurrentGain[]> {
  const { rows } = await sql<CurrentGain>`
    select period as days, skill, before, gain, p.total_level - base.total_level as levels,
      ${today}::text as day
    from players p
    cross join unnest(${periods}::integer[]) as period
    cross join lateral (${baselineOf(sql`p.id`, sql`${today} - period`)}) as base
    cross join lateral (${gainsSince(sql`p.id`, 'p')}) as gains
    where p.id = ${playerId} order by skill`.execute(db);
  return rows;
}

/** More than are shown, because some players may be excluded from the lists later. */
const keptGains = 120;

/** Replaces the top gains of one period. Reads only players who changed within it. */
export async function replaceGains(db: Db, days: number): Promise<void> {
  await sql`delete from hiscore_gains where days = ${days}::smallint`.execute(db);
  const until = sql`${today} - ${days}::integer`;
  await sql`
    insert into hiscore_gains (days, mode, skill, player_id, gain)
    select ${days}::smallint, mode, skill, player_id, gain
    from (
      select list.mode, skill, p.id as player_id, gain, row_number() over (
        partition by list.mode, skill order by gain desc, p.id) as place
      from (select distinct player_id from player_days where day > ${until}) as active
      join players p on p.id = active.player_id and p.is_listed
      cross join lateral (${baselineOf(sql`p.id`, until)}) as base
      cross join lateral (${gainsSince(sql`p.id`, 'p')}) as gains
      cross join lateral (select 0::smallint as mode union select p.mode) as list
    ) as ranked
    where place <= ${keptGains}`.execute(db);
}

export type GainRow = {
  name: string;
  userRights: number;
  mode: number;
  gain: number;
  /** Only records have it. */
  day?: string;
};

type Wanted = {
  skill: number;
  days: number;
  mode: number;
  size: number;
  /** Only players that this account follows. */
  followedBy?: number | undefined;
};

export function findTopGains(db: Db, wanted: Wanted): Promise<GainRow[]> {
  return db
    .selectFrom('hiscore_gains')
    .innerJoin('players', 'players.id', 'hiscore_gains.player_id')
    .select(['players.name', 'players.user_rights as userRights', 'players.mode'])
    .select('hiscore_gains.gain')
    .where('hiscore_gains.days', '=', wanted.days)
    .where('hiscore_gains.mode', '=', wanted.mode)
    .where('hiscore_gains.skill', '=', wanted.skill)
    .where('players.is_listed', '=', true)
    .orderBy('hiscore_gains.gain', 'desc')
    .orderBy('hiscore_gains.player_id')
    .limit(wanted.size)
    .execute();
}

/** Computed for each of them, because `hiscore_gains` has only the best of all players. */
export async function findFollowedGains(db: Db, wanted: Wanted): Promise<GainRow[]> {
  const { days, skill, mode, size, followedBy } = wanted;
  const until = sql`${today} - ${days}::integer`;
  const { rows } = await sql<GainRow>`
    select p.name, p.user_rights as "userRights", p.mode, gains.gain
    from followed_players f
    join players p on p.id = f.player_id and p.is_listed
    cross join lateral (${baselineOf(sql`p.id`, until)}) as base
    cross join lateral (${gainsSince(sql`p.id`, 'p')}) as gains
    where f.account_id = ${followedBy} and gains.skill = ${skill}
      ${mode > 0 ? sql`and p.mode = ${mode}` : sql``}
    order by gains.gain desc, p.id limit ${size}`.execute(db);
  return rows;
}

export async function findTopRecords(db: Db, wanted: Wanted): Promise<GainRow[]> {
  const { days, skill, mode, size, followedBy } = wanted;
  const { rows } = await sql<GainRow>`
    select p.name, p.user_rights as "userRights", p.mode, best.gain, best.day::text
    from hiscore_records best join players p on p.id = best.player_id
    ${followedBy ? sql`join followed_players f on f.player_id = p.id and f.account_id = ${followedBy}` : sql``}
    where best.days = ${days} and best.skill = ${skill} and p.is_listed
      ${mode > 0 ? sql`and p.mode = ${mode}` : sql``}
    order by best.gain desc, best.player_id limit ${size}`.execute(db);
  return rows;
}

/** Raises the players' records to the gains that end on these days. Doing it twice changes nothing. */
export async function raiseRecords(db: Db, days: readonly DayKey[]): Promise<void> {
  await sql`
    insert into hiscore_records as best (player_id, days, skill, gain, day)
    select distinct on (d.player_id, period, skill) d.player_id, period, skill, gain, d.day
    from json_to_recordset(${JSON.stringify(days)}::json) as given("playerId" integer, day date)
    join player_days d on d.player_id = given."playerId" and d.day = given.day
    cross join unnest(${periods}::integer[]) as period
    cross join lateral (${baselineOf(sql`d.player_id`, sql`d.day - period`)}) as base
    cross join lateral (${gainsSince(sql`d.player_id`, 'd')}) as gains
    order by d.player_id, period, skill, gain desc, d.day
    on conflict (player_id, days, skill) do update set gain = excluded.gain, day = excluded.day
    where excluded.gain > best.gain`.execute(db);
}

export async function findRecords(db: Db, playerId: number, skill: number) {
  const { rows } = await sql<{ days: number; gain: number; day: string }>`
    select days, gain, day::text from hiscore_records
    where player_id = ${playerId} and skill = ${skill}`.execute(db);
  return rows;
}

/** After a reset. Days that wait for their ranks are from before it, so they must not raise a record later. */
export async function deleteRecords(db: Db, playerId: number, skills: number[]): Promise<void> {
  await sql`
    update player_days set is_ranked = true
    where player_id = ${playerId} and not is_ranked`.execute(db);
  await sql`
    delete from hiscore_records
    where player_id = ${playerId} and skill = any (${skills}::smallint[])`.execute(db);
}

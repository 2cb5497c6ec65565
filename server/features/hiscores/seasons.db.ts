import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

type Columns = Insertable<Schema['seasons']>;
export type SeasonRow = Awaited<ReturnType<typeof findSeasons>>[number];

function selectSeasons(db: Db) {
  return db
    .selectFrom('seasons')
    .select(['id', 'name', 'starts_at as startsAt', 'ends_at as endsAt', 'server_id as serverId'])
    .select(sql<boolean>`closed_at is not null`.as('isClosed'))
    .select(sql<boolean>`starts_at <= now()`.as('hasBegun'))
    .orderBy('starts_at', 'desc');
}

/** Latest first. */
export function findSeasons(db: Db) {
  return selectSeasons(db).execute();
}

export function findSeason(db: Db, id: number) {
  return selectSeasons(db).where('id', '=', id).executeTakeFirst();
}

/** Waits for the reports that count for it, and makes later ones wait for this transaction. */
export function lockSeason(db: Db, id: number) {
  return selectSeasons(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks seasons whose end has come. */
export function lockDueSeasons(db: Db) {
  return selectSeasons(db)
    .where('closed_at', 'is', null)
    .where('ends_at', '<=', sql<Date>`now()`)
    .forUpdate()
    .execute();
}

export function insertSeason(db: Db, season: Columns): Promise<number> {
  return insertRow(db, 'seasons', season);
}

export async function updateSeason(db: Db, id: number, season: Columns): Promise<void> {
  await db.updateTable('seasons').set(season).where('id', '=', id).execute();
}

export async function deleteSeason(db: Db, id: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await db.deleteFrom('seasons').where('id', '=', id).execute();
}

/** Keeps the best `size` players of each list, among those who are listed now. */
export async function closeSeason(db: Db, id: number, size: number): Promise<void> {
  // With very many players this takes longer than the usual statement timeout.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`
    update seasons set closed_at = clock_timestamp(),
      ends_at = greatest(least(ends_at, clock_timestamp()), starts_at + interval '1 millisecond')
    where id = ${id}`.execute(db);
  await sql`
    delete from season_scores s where season_id = ${id} and not exists (
      select from (
        select player_id, skill, row_number() over (
          partition by skill order by score desc, reached_at, player_id) as place
        from season_scores join players on players.id = player_id
        where season_id = ${id} and is_listed
      ) as best
      where place <= ${size} and best.player_id = s.player_id and best.skill = s.skill)`.execute(
    db,
  );
  await db.deleteFrom('season_players').where('season_id', '=', id).execute();
}

export type Placed = { name: string; userRights: number; mode: number; gain: number };

type Wanted = { seasonId: number; skill: number; size: number };

/** The best players of a list. Of equal scores, the earlier one comes first. */
export async function findBest(db: Db, { seasonId, skill, size }: Wanted): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select p.name, p.user_rights as "userRights", p.mode, s.score as gain
    from season_scores s join players p on p.id = s.player_id
    where s.season_id = ${seasonId} and s.skill = ${skill} and p.is_listed
    order by s.score desc, s.reached_at, s.player_id limit ${size}`.execute(db);
  return rows;
}

/** False if the season is closed. Until the end of the transaction it stays open. */
export async function holdSeason(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from seasons where id = ${id} and closed_at is null for share`.execute(db);
  return rows.length > 0;
}

export type SeasonStats = {
  playerId: number;
  experience: readonly number[];
  counts: readonly (number | null)[];
  observedAt: Date;
};

export async function findSeasonStats(
  db: Db,
  seasonId: number,
  playerIds: number[],
): Promise<Map<number, SeasonStats>> {
  const { rows } = await sql<SeasonStats>`
    select player_id as "playerId", experience, coalesce(counts, '{}') as counts,
      observed_at as "observedAt"
    from season_players
    where season_id = ${seasonId} and player_id = any (${playerIds}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.playerId, row]));
}

export async function upsertSeasonStats(
  db: Db,
  seasonId: number,
  rows: readonly SeasonStats[],
): Promise<void> {
  await sql`
    insert into season_players (season_id, player_id, experience, counts, observed_at)
    select ${seasonId}::bigint, "playerId", experience, counts, "observedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as given(
      "playerId" integer, experience bigint[], counts bigint[], "observedAt" timestamptz)
    on conflict (season_id, player_id) do update set
      experience = excluded.experience, counts = excluded.counts,
      observed_at = excluded.observed_at`.execute(db);
}

export type SeasonScore = { playerId: number; skill: number; score: number; reachedAt: Date };

/** A score of 0 is deleted. */
export async function writeSeasonScores(
  db: Db,
  seasonId: number,
  scores: readonly SeasonScore[],
): Promise<void> {
  const given = sql`
    json_to_recordset(${JSON.stringify(scores)}::json) as given(
      "playerId" integer, skill smallint, score bigint, "reachedAt" timestamptz)`;
  await sql`
    insert into season_scores (season_id, player_id, skill, score, reached_at)
    select ${seasonId}::bigint, "playerId", skill, score, "reachedAt" from ${given} where score > 0
    on conflict (season_id, player_id, skill) do update set
      score = excluded.score, reached_at = excluded.reached_at
    where season_scores.score <> excluded.score`.execute(db);
  if (scores.every(({ score }) => score > 0)) return;
  await sql`
    delete from season_scores s using ${given}
    where s.season_id = ${seasonId} and s.player_id = "playerId" and s.skill = given.skill
      and given.score = 0`.execute(db);
}

import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

export type PlayerState = {
  id: number;
  nameKey: string;
  isListed: boolean;
  experience: number[];
  observedAt: Date;
};

type NewPlayer = { name: string; name_key: string };

/**
 * Inserts new players with the game's starting stats; their report is applied afterwards. Reading `skills`
 * keeps the list from changing until the end of the transaction, and shows whether it has grown since
 * the caller read it.
 */
export async function insertMissingPlayers(
  db: Db,
  players: NewPlayer[],
  start: { experience: readonly number[]; level: number; tenths: number },
): Promise<void> {
  await sql`
    insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
    select name, name_key, ${start.experience}::bigint[] || array_fill(0::bigint, array[added]),
      ${start.level}::integer + added, ${start.tenths}::bigint, to_timestamp(0)
    from json_to_recordset(${JSON.stringify(players)}::json) as given(name text, name_key text)
    cross join (
      select count(*)::integer - ${start.experience.length}::integer as added from skills) as since
    where not exists (select from players p where p.name_key = given.name_key)
    order by name_key
    on conflict (name_key) do nothing`.execute(db);
}

/**
 * Locks in id order, so two batches with the same players cannot deadlock. Uses a subquery because with
 * `= any (…)` over many names the planner picks the trigram index, which is many times slower.
 */
export async function lockPlayers(db: Db, nameKeys: string[]): Promise<PlayerState[]> {
  return db
    .selectFrom('players')
    .select([
      'id',
      'name_key as nameKey',
      'is_listed as isListed',
      'experience',
      'observed_at as observedAt',
    ])
    .where(sql<boolean>`name_key in (select unnest(${nameKeys}::text[]))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export type PlayerUpdate = {
  id: number;
  experience: number[];
  total_level: number;
  total_tenths: number;
  observed_at: Date;
  playtime_seconds: number | null;
  is_changed: boolean;
  reported_by: number | null;
};

export async function updatePlayers(db: Db, updates: PlayerUpdate[]): Promise<void> {
  await sql`
    update players set
      experience = given.experience,
      total_level = given.total_level,
      total_tenths = given.total_tenths,
      observed_at = given.observed_at,
      playtime_seconds = coalesce(given.playtime_seconds, players.playtime_seconds),
      changed_at = case when given.is_changed then now() else changed_at end,
      reported_by = given.reported_by
    from json_to_recordset(${JSON.stringify(updates)}::json) as given(
      id integer, experience bigint[], total_level integer, total_tenths bigint,
      observed_at timestamptz, playtime_seconds bigint, is_changed boolean,
      reported_by bigint)
    where players.id = given.id`.execute(db);
}

export type Score = { player_id: number; skill: number; score: number; is_listed: boolean };

export async function upsertScores(db: Db, scores: Score[]): Promise<void> {
  await sql`
    insert into hiscores (player_id, skill, score, is_listed)
    select player_id, skill, score, is_listed
    from json_to_recordset(${JSON.stringify(scores)}::json) as given(
      player_id integer, skill smallint, score bigint, is_listed boolean)
    order by player_id, skill
    on conflict (player_id, skill) do update set score = excluded.score, seq = excluded.seq
    where hiscores.score <> excluded.score`.execute(db);
}

export async function deleteScores(
  db: Db,
  keys: Pick<Score, 'player_id' | 'skill'>[],
): Promise<void> {
  await sql`
    delete from hiscores using json_to_recordset(${JSON.stringify(keys)}::json) as given(
      player_id integer, skill smallint)
    where hiscores.player_id = given.player_id and hiscores.skill = given.skill`.execute(db);
}

export type DaySnapshot = {
  player_id: number;
  day: string;
  experience: number[];
  total_level: number;
  /** If missing, a job fills them in. */
  ranks?: (number | null)[] | null;
};

export async function upsertDays(db: Db, days: DaySnapshot[]): Promise<void> {
  await sql`
    insert into player_days (player_id, day, experience, total_level, ranks, is_ranked)
    select player_id, day, experience, total_level, ranks, ranks is not null
    from json_to_recordset(${JSON.stringify(days)}::json) as given(
      player_id integer, day date, experience bigint[], total_level integer, ranks integer[])
    order by player_id, day
    on conflict (player_id, day) do update set
      experience = excluded.experience, total_level = excluded.total_level, is_ranked = false`.execute(
    db,
  );
}

/** Accounts whose open profile page must be notified. */
export async function findAccountIds(db: Db, nameKeys: string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`username_key in (select unnest(${nameKeys}::text[]))`)
    .where('pending_since', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function findPlayerIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('players').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

export type PlayerState = {
  id: number;
  nameKey: string;
  isListed: boolean;
  experience: number[];
  observedAt: Date;
};

export type NewPlayer = {
  name: string;
  name_key: string;
  experience: readonly number[];
  total_level: number;
  total_tenths: number;
  observed_at: Date;
  playtime_seconds: number | null;
  reported_by: number | null;
};

type InsertedPlayer = Pick<PlayerState, 'id' | 'nameKey' | 'isListed'>;

/** Players that another transaction has added meanwhile are not returned. */
export async function insertPlayers(
  db: Db,
  players: readonly NewPlayer[],
): Promise<InsertedPlayer[]> {
  const { rows } = await sql<InsertedPlayer>`
    insert into players (name, name_key, experience, total_level, total_tenths, observed_at,
      playtime_seconds, reported_by)
    select name, name_key, experience, total_level, total_tenths, observed_at, playtime_seconds,
      reported_by
    from json_to_recordset(${JSON.stringify(players)}::json) as given(
      name text, name_key text, experience bigint[], total_level integer, total_tenths bigint,
      observed_at timestamptz, playtime_seconds bigint, reported_by bigint)
    order by name_key
    on conflict (name_key) do nothing
    returning id, name_key as "nameKey", is_listed as "isListed"`.execute(db);
  return rows;
}

/** Reading the list also keeps it from changing until the end of the transaction. */
export async function countSkills(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from skills`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Locks in id order, so two batches with the same players cannot deadlock. Uses a subquery because with
 * `= any (…)` over many names the planner picks the trigram index, which is many times slower. Reading
 * `skills` keeps the list from changing until the end of the transaction.
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
    .where(sql<boolean>`exists (select from skills)`)
    .orderBy('id')
    .forNoKeyUpdate('players')
    .execute();
}

/** Names of deleted accounts: the game still has their characters. */
export async function findRetiredNames(db: Db, nameKeys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${nameKeys}::text[]) as key
    join retired_names on retired_names.name_hash = name_hash(key)`.execute(db);
  return rows.map(({ key }) => key);
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

/** For players that have no scores yet. */
export async function insertScores(db: Db, scores: readonly Score[]): Promise<void> {
  await sql`
    insert into hiscores (player_id, skill, score, is_listed)
    ${selectScores(scores)}`.execute(db);
}

export async function upsertScores(db: Db, scores: readonly Score[]): Promise<void> {
  await sql`
    insert into hiscores (player_id, skill, score, is_listed)
    ${selectScores(scores)}
    on conflict (player_id, skill) do update set score = excluded.score, seq = excluded.seq
    where hiscores.score <> excluded.score`.execute(db);
}

/** Passes columns as arrays: an import has a hundred thousand scores, and as JSON they take twice as long. */
function selectScores(scores: readonly Score[]) {
  const column = (name: keyof Score) => `{${scores.map((score) => score[name]).join(',')}}`;
  return sql`
    select player_id, skill, score, is_listed
    from unnest(${column('player_id')}::integer[], ${column('skill')}::smallint[],
      ${column('score')}::bigint[], ${column('is_listed')}::boolean[])
      as given(player_id, skill, score, is_listed)
    order by player_id, skill`;
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

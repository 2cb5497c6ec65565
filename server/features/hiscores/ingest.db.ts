import { sql } from 'kysely';

import { prepareStatement } from '#server/db/prepared-statement.ts';
import type { Db } from '#server/db/schema.ts';
import type { ReportKind } from '#shared/endpoints/hiscore-lists.ts';

import type { Counts, Stats } from './apply-report.ts';

// The statements of a report are prepared: for a few rows, planning them takes as long as running them. Names are passed
// as JSON, because PostgreSQL plans again for each short array: it expects more rows of an array of unknown length.

export type PlayerState = Stats & {
  id: number;
  nameKey: string;
  isListed: boolean;
  /** A game has reported the player, and no admin has reset it since. */
  isReported: boolean;
  observedAt: Date;
};

export type NewPlayer = {
  name: string;
  name_key: string;
  mode: number;
  experience: readonly number[];
  counts: Counts;
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
    insert into players (name, name_key, mode, experience, counts, total_level, total_tenths,
      observed_at, playtime_seconds, reported_by)
    select name, name_key, mode, experience, nullif(counts, '{}'), total_level, total_tenths,
      observed_at, playtime_seconds, reported_by
    from json_to_recordset(${JSON.stringify(players)}::json) as given(
      name text, name_key text, mode smallint, experience bigint[], counts bigint[],
      total_level integer, total_tenths bigint, observed_at timestamptz, playtime_seconds bigint, reported_by bigint)
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

const selectPlayersForUpdate = prepareStatement<PlayerState>(
  'ingest_lock_players',
  `select id, name_key as "nameKey", is_listed as "isListed", mode, experience,
    coalesce(counts, '{}') as counts, reported_by is not null as "isReported",
    observed_at as "observedAt"
  from players
  where name_key in (select json_array_elements_text($1::json)) and exists (select from skills)
  order by id
  for no key update of players`,
);

/**
 * Locks in id order, so two batches with the same players cannot deadlock. Uses a subquery because with
 * `= any (…)` over many names the planner picks the trigram index, which is many times slower. Reading
 * `skills` keeps the list from changing until the end of the transaction.
 */
export async function lockPlayers(db: Db, nameKeys: string[]): Promise<PlayerState[]> {
  return selectPlayersForUpdate(db, JSON.stringify(nameKeys));
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
  mode: number;
  experience: readonly number[];
  counts: Counts;
  total_level: number;
  total_tenths: number;
  observed_at: Date;
  playtime_seconds: number | null;
  is_changed: boolean;
  reported_by: number | null;
};

const writePlayers = prepareStatement(
  'ingest_update_players',
  `update players set
    mode = given.mode,
    experience = given.experience,
    counts = nullif(given.counts, '{}'),
    total_level = given.total_level,
    total_tenths = given.total_tenths,
    observed_at = given.observed_at,
    playtime_seconds = coalesce(given.playtime_seconds, players.playtime_seconds),
    changed_at = case when given.is_changed then now() else changed_at end,
    reported_by = given.reported_by
  from json_to_recordset($1::json) as given(
    id integer, mode smallint, experience bigint[], counts bigint[], total_level integer,
    total_tenths bigint, observed_at timestamptz, playtime_seconds bigint, is_changed boolean,
    reported_by bigint)
  where players.id = given.id`,
);

export async function updatePlayers(db: Db, updates: PlayerUpdate[]): Promise<void> {
  await writePlayers(db, JSON.stringify(updates));
}

export type Score = {
  player_id: number;
  skill: number;
  /** For a counter, the count. */
  score: number;
  is_listed: boolean;
  mode: number;
};

const insertGivenScores = `
  insert into hiscores (player_id, skill, score, is_listed, mode)
  select player_id, skill, case when skill < 32 then score else counter_score(player_id, score) end,
    is_listed, mode
  from unnest($1::integer[], $2::smallint[], $3::bigint[], $4::boolean[], $5::smallint[])
    as given(player_id, skill, score, is_listed, mode)
  order by player_id, skill`;
const writeNewScores = prepareStatement('ingest_insert_scores', insertGivenScores);
const writeScores = prepareStatement(
  'ingest_upsert_scores',
  `${insertGivenScores}
  on conflict (player_id, skill) do update set score = excluded.score, seq = excluded.seq
  where hiscores.score <> excluded.score`,
);

/** For players that have no scores yet. */
export async function insertScores(db: Db, scores: readonly Score[]): Promise<void> {
  await writeNewScores(db, ...toColumns(scores));
}

export async function upsertScores(db: Db, scores: readonly Score[]): Promise<void> {
  await writeScores(db, ...toColumns(scores));
}

/** Passes columns as arrays: an import has a hundred thousand scores, and as JSON they take twice as long. */
function toColumns(scores: readonly Score[]): string[] {
  const column = (name: keyof Score) => `{${scores.map((score) => score[name]).join(',')}}`;
  return (['player_id', 'skill', 'score', 'is_listed', 'mode'] as const).map(column);
}

const writeModes = prepareStatement(
  'ingest_update_modes',
  `update hiscores set mode = given.mode
  from unnest($1::integer[], $2::smallint[]) as given(player_id, mode)
  where hiscores.player_id = given.player_id and hiscores.mode <> given.mode`,
);

/** The players have scores already. */
export async function updateModes(
  db: Db,
  players: readonly { id: number; mode: number }[],
): Promise<void> {
  const column = (name: 'id' | 'mode') => `{${players.map((player) => player[name]).join(',')}}`;
  await writeModes(db, column('id'), column('mode'));
}

export type ListRow = { kind: ReportKind; key: string; id: number; minimum: number };

const selectLists = prepareStatement<ListRow>(
  'ingest_lists',
  `select 'mode' as kind, key, id, 0 as minimum from game_modes
  where key in (select json_array_elements_text($1::json))
  union all
  select 'counter', key, id, minimum from counters
  where key in (select json_array_elements_text($2::json))`,
);

/** Reading them also keeps them from changing until the end of the transaction, see lockLists. */
export function findReportedLists(
  db: Db,
  { modes, counters }: { modes: string[]; counters: string[] },
): Promise<ListRow[]> {
  return selectLists(db, JSON.stringify(modes), JSON.stringify(counters));
}

const mostUnknown = 200;

export type UnknownKey = { kind: ReportKind; key: string; sample: number | null };

/** Returns whether there are new ones. Those seen within a minute are not written again. */
export async function keepUnknown(
  db: Db,
  keys: readonly UnknownKey[],
  reportedBy: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(keys)}::json)
        as given(kind text, key text, sample bigint)
    ), seen_again as (
      update unknown_reports as known
      set last_seen = now(), game_server_id = ${reportedBy}, sample = given.sample
      from given where known.kind = given.kind and known.key = given.key
        and known.last_seen < now() - interval '1 minute'
    )
    insert into unknown_reports (kind, key, game_server_id, sample)
    select kind, key, ${reportedBy}, sample from given
    where not exists (
      select from unknown_reports as known
      where known.kind = given.kind and known.key = given.key)
    order by kind, key
    limit (select greatest(0, ${mostUnknown} - count(*)) from unknown_reports)
    on conflict do nothing returning key`.execute(db);
  return rows.length > 0;
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
  experience: readonly number[];
  counts?: Counts;
  total_level: number;
  /** If missing, a job fills them in. */
  ranks?: (number | null)[] | null;
};

const writeDays = prepareStatement(
  'ingest_upsert_days',
  `insert into player_days (player_id, day, experience, counts, total_level, ranks, is_ranked)
  select player_id, day, experience, nullif(counts, '{}'), total_level, ranks, ranks is not null
  from json_to_recordset($1::json) as given(
    player_id integer, day date, experience bigint[], counts bigint[], total_level integer,
    ranks integer[])
  order by player_id, day
  on conflict (player_id, day) do update set
    experience = excluded.experience, counts = excluded.counts, total_level = excluded.total_level, is_ranked = false`,
);

export async function upsertDays(db: Db, days: DaySnapshot[]): Promise<void> {
  await writeDays(db, JSON.stringify(days));
}

const selectAccounts = prepareStatement<{ id: number }>(
  'ingest_accounts',
  `select id from accounts
  where username_key in (select unnest($1::text[])) and pending_since is null`,
);

/** Accounts whose open profile page must be notified. */
export async function findAccountIds(db: Db, nameKeys: string[]): Promise<number[]> {
  const rows = await selectAccounts(db, nameKeys);
  return rows.map(({ id }) => id);
}

export async function findPlayerIds(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('players').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

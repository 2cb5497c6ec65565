import { sql } from 'kysely';

import { selectBalance, selectKindsInForce } from '#server/db/expressions.ts';
import { prepareStatement } from '#server/db/prepared-statement.ts';
import type { Db } from '#server/db/schema.ts';

/** name, rights, score or count, total level, total tenths, mode, supporter step */
export type PageRow = [string, number, number, number, number, number, number];
/** The rank is that of the first row. */
type Page = { total: number; rank: number; rows: PageRow[] };

const selectPage = prepareStatement<{ page: string }>(
  'hiscore_page',
  'select hiscore_page($1::integer, $2::integer, $3::bigint) as page',
);

export async function findHiscoresPage(
  db: Db,
  { skill, mode = 0, skip }: { skill: number; mode?: number; skip: number },
): Promise<Page> {
  const [row] = await selectPage(db, skill, mode, skip);
  return JSON.parse(row?.page ?? '{"total":0,"rank":0,"rows":[]}') as Page;
}

export type RankedPlayer = {
  id: number;
  name: string;
  nameKey: string;
  userRights: number;
  mode: number;
  supporter: number;
  experience: number[];
  counts: (number | null)[];
  totalLevel: number;
  totalTenths: number;
  changedAt: Date;
  /** By the number of the list; those without a rank are missing. */
  ranks: Record<string, number>;
  /** Among the players of the same mode. */
  modeRanks: Record<string, number>;
};

const selectPlayer = prepareStatement<{ player: string | null }>(
  'hiscore_player',
  'select hiscore_player($1) as player',
);

export async function findRankedPlayer(db: Db, nameKey: string): Promise<RankedPlayer | undefined> {
  const [row] = await selectPlayer(db, nameKey);
  if (!row?.player) return undefined;
  const player = JSON.parse(row.player) as Omit<RankedPlayer, 'changedAt'> & { changedAt: number };
  return { ...player, changedAt: new Date(player.changedAt) };
}

/** The player's row in a list. Not the rank, which players with the same count share. */
export async function findPlace(
  db: Db,
  nameKey: string,
  { skill, mode }: { skill: number; mode: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    select 1 + ahead.n as place
    from players p
    join hiscores h on h.player_id = p.id and h.skill = ${skill}::integer and h.is_listed
    cross join lateral count_players_ahead(${mode}::integer, h.bucket, h.score, h.seq) as ahead
    where p.name_key = ${nameKey} and ${mode}::integer in (0, p.mode)`.execute(db);
  return rows[0]?.place;
}

export function findPlayerByKey(db: Db, nameKey: string) {
  return db
    .selectFrom('players')
    .select([
      'id',
      'name',
      'experience',
      'counts',
      'total_tenths as totalTenths',
      'total_level as totalLevel',
    ])
    .where('name_key', '=', nameKey)
    .executeTakeFirst();
}

/** The next `size` listed players by id, for reading the whole list in pieces. */
export function findPlayersAfter(db: Db, id: number, size: number) {
  return db
    .selectFrom('players')
    .select([
      'id',
      'name',
      'user_rights as userRights',
      'mode',
      'experience',
      'total_level as totalLevel',
      'total_tenths as totalTenths',
    ])
    .where('id', '>', id)
    .where('is_listed', '=', true)
    .orderBy('id')
    .limit(size)
    .execute();
}

export type SuggestionRow = Awaited<ReturnType<typeof findByPrefix>>[number];

function selectSuggestions(db: Db, size: number) {
  return db
    .selectFrom('players')
    .select(['name', 'user_rights as userRights', 'mode', 'total_level as totalLevel'])
    .where('is_listed', '=', true)
    .limit(size);
}

/** `key` has only letters, digits and spaces, so it needs no LIKE escaping. */
export function findByPrefix(db: Db, key: string, size: number) {
  return selectSuggestions(db, size)
    .where('name_key', 'like', `${key}%`)
    .orderBy('name_key')
    .execute();
}

export function findBySimilarity(db: Db, key: string, size: number) {
  return selectSuggestions(db, size)
    .where(sql<boolean>`name_key % ${key}`)
    .orderBy(sql`similarity(name_key, ${key})`, 'desc')
    .orderBy('name_key')
    .execute();
}

export async function hasTrigrams(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db);
  return rows.length > 0;
}

/** `null` refreshes every player. Returns how many list rows were added or removed. */
export async function refreshPlayers(db: Db, nameKeys: string[] | null): Promise<number> {
  const { rows } = await sql<{ changed: number }>`
    select refresh_players(${nameKeys}::text[]) as changed`.execute(db);
  return rows[0]?.changed ?? 0;
}

type PrivateDetails = {
  email: string;
  wyncoins: number;
  muted: boolean;
  banned: boolean;
  infractions: string[];
};

/** Only for the player and admins. */
export async function findPrivateDetails(
  db: Db,
  nameKey: string,
): Promise<PrivateDetails | undefined> {
  const { rows } = await sql<PrivateDetails>`
    select email, ${selectBalance('a.id')} as wyncoins, 'mute' = any (held.kinds) as muted, 'ban' = any (held.kinds) as banned,
      array(select note from infractions i where i.account_id = a.id order by i.id desc limit 200)
        as infractions
    from accounts a cross join lateral (select ${selectKindsInForce('a.id')} as kinds) as held
    where a.username_key = ${nameKey}`.execute(db);
  return rows[0];
}

/** 0 if the game has not reported the player. */
export async function findTotalLevel(db: Db, usernameKey: string): Promise<number> {
  const row = await db
    .selectFrom('players')
    .select('total_level as totalLevel')
    .where('name_key', '=', usernameKey)
    .executeTakeFirst();
  return row?.totalLevel ?? 0;
}

import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import type { Db, Schema } from '#server/db/schema.ts';
import type { ReportKind } from '#shared/endpoints/hiscore-lists.ts';

type ListTable = 'game_modes' | 'counters';

/**
 * Waits for batches of reports that read the lists, and makes later ones wait for this transaction. Lock them before
 * players, as reports do.
 */
export async function lockLists(trx: Db): Promise<void> {
  await sql`lock table game_modes, counters in access exclusive mode`.execute(trx);
  // Changes of a million players take longer than the usual statement timeout.
  await sql`set local statement_timeout = 0`.execute(trx);
}

/** The last column of a list's block counts all its players. */
export async function countListed(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ list: number; players: number }>`
    select id & 134217727 as list, n16 as players from hiscore_blocks
    where id between 402653184 and 536870911`.execute(db);
  return new Map(rows.map(({ list, players }) => [list, players]));
}

/** The lowest free id, and the last position. */
export async function findFreePlace(
  trx: Db,
  table: ListTable,
  first: number,
): Promise<{ id: number; position: number }> {
  const { rows } = await sql<{ id: number; position: number }>`
    select min(one) as id, (
      select coalesce(max(position), 0) + 1 from ${sql.table(table)}
    ) as position
    from generate_series(${first}::integer, 255) as one
    where one not in (select id from ${sql.table(table)})`.execute(trx);
  return rows[0] ?? { id: 0, position: 0 };
}

export async function insertMode(trx: Db, mode: Insertable<Schema['game_modes']>): Promise<void> {
  await trx.insertInto('game_modes').values(mode).execute();
}

export async function updateMode(
  trx: Db,
  id: number,
  mode: Updateable<Schema['game_modes']>,
): Promise<void> {
  await trx.updateTable('game_modes').set(mode).where('id', '=', id).execute();
}

/** Its players have none afterwards. */
export async function deleteMode(trx: Db, id: number): Promise<void> {
  await lockPlayers(trx, sql`mode = ${id}`);
  await trx.deleteFrom('game_modes').where('id', '=', id).execute();
  await trx.deleteFrom('hiscore_gains').where('mode', '=', id).execute();
  await sql`
    update hiscores set mode = 0 from players
    where players.mode = ${id} and hiscores.player_id = players.id`.execute(trx);
  await trx.updateTable('players').set({ mode: 0 }).where('mode', '=', id).execute();
}

export async function insertCounter(
  trx: Db,
  counter: Insertable<Schema['counters']>,
): Promise<void> {
  await trx.insertInto('counters').values(counter).execute();
}

export async function updateCounter(
  trx: Db,
  id: number,
  counter: Updateable<Schema['counters']>,
): Promise<void> {
  await trx.updateTable('counters').set(counter).where('id', '=', id).execute();
}

/** Adds or removes the rows between the old and the new minimum. */
export async function applyMinimum(
  trx: Db,
  { id, minimum }: { id: number; minimum: number },
): Promise<void> {
  const count = countOf(id);
  await lockPlayers(trx, sql`${count} is not null`);
  await sql`
    delete from hiscores where skill = ${id} and score < ${minimum}::bigint << 20`.execute(trx);
  await sql`
    insert into hiscores (player_id, skill, score, is_listed, mode)
    select id, ${id}, counter_score(id, ${count}), is_listed, mode from players
    where ${count} >= ${minimum} order by id
    on conflict (player_id, skill) do nothing`.execute(trx);
}

/** With the counts of all players: another counter may get the number later. */
export async function deleteCounter(trx: Db, id: number): Promise<void> {
  const count = countOf(id);
  await lockPlayers(trx, sql`${count} is not null`);
  await trx.deleteFrom('counters').where('id', '=', id).execute();
  await sql`update player_days set ${count} = null where ${count} is not null`.execute(trx);
  await sql`update players set ${count} = null where ${count} is not null`.execute(trx);
  await trx.deleteFrom('hiscore_gains').where('skill', '=', id).execute();
  await trx.deleteFrom('hiscore_records').where('skill', '=', id).execute();
  await trx.deleteFrom('milestones').where('skill', '=', id).execute();
  await trx.deleteFrom('season_scores').where('skill', '=', id).execute();
  await sql`update season_players set ${count} = null where ${count} is not null`.execute(trx);
  await trx.deleteFrom('hiscores').where('skill', '=', id).execute();
}

function countOf(counterId: number) {
  return sql.raw<number | null>(`counts[${counterId - 31}]`);
}

/** Ordered by id, like the locks that the reports take. */
async function lockPlayers(trx: Db, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    select count(*) from (
      select from players where ${which} order by id for no key update
    ) as locked`.execute(trx);
}

export async function deleteUnknown(
  trx: Db,
  { kind, key }: { kind: ReportKind; key: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('unknown_reports')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function findUnknown(db: Db) {
  return db
    .selectFrom('unknown_reports')
    .leftJoin('game_servers', 'game_servers.id', 'unknown_reports.game_server_id')
    .select([
      'kind',
      'key',
      'game_servers.name as gameServer',
      'first_seen as firstSeen',
      'last_seen as lastSeen',
      'sample',
    ])
    .orderBy('last_seen', 'desc')
    .orderBy('kind')
    .orderBy('key')
    .execute();
}

import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { Heartbeat } from '#shared/endpoints/bridge.ts';

export function findServers(db: Db) {
  return db
    .selectFrom('game_servers')
    .select([
      'id',
      'name',
      'is_online as isOnline',
      'state',
      'online',
      'max_online as max',
      'players',
      'version',
      'started_at as startedAt',
      'heartbeat_at as heartbeatAt',
      'rejected_saves as rejectedSaves',
      'counts_for_hiscores as countsForHiscores',
      (eb) =>
        eb
          .selectFrom('game_commands')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('server_id', '=', 'game_servers.id')
          .where('game_commands.state', 'in', ['waiting', 'sent'])
          .as('commandsWaiting'),
    ])
    .select(
      sql<number | null>`(
        select coalesce(
          (select sum(upper(range) - lower(range)) from unnest(l.ids) as range), 0)::integer
        from game_item_lists l where l.server_id = game_servers.id
      )`.as('itemCount'),
    )
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function findServer(db: Db, id: number) {
  return db
    .selectFrom('game_servers')
    .select('name')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Undefined if the name is taken. */
export async function insertServer(db: Db, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into game_servers (name) values (${name})
    on conflict (lower(name)) where removed_at is null do nothing
    returning id`.execute(db);
  return rows[0]?.id;
}

export async function isNameTaken(
  db: Db,
  { name, exceptId }: { name: string; exceptId: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('game_servers')
    .select('id')
    // Both in the database, like the unique index: its lower() and JavaScript's differ for some letters.
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .where('removed_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return other !== undefined;
}

export async function updateServerName(db: Db, id: number, name: string): Promise<void> {
  await db.updateTable('game_servers').set({ name }).where('id', '=', id).execute();
}

export async function updateCountsForHiscores(db: Db, id: number, counts: boolean): Promise<void> {
  await db
    .updateTable('game_servers')
    .set({ counts_for_hiscores: counts })
    .where('id', '=', id)
    .execute();
}

/** Waits for the reports that the server is sending now. Later ones wait for the caller's commit. */
export function lockServerForReports(db: Db, id: number) {
  return db
    .selectFrom('game_servers')
    .select(['name', 'counts_for_hiscores as countsForHiscores'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The lock waits only for lockServerForReports, not for heartbeats. */
export async function isCountedForHiscores(db: Db, id: number): Promise<boolean> {
  const server = await db
    .selectFrom('game_servers')
    .select('counts_for_hiscores as counts')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return server?.counts ?? false;
}

const noPlayers: string[] = [];
const offline = { is_online: false, state: 'offline', online: 0, players: noPlayers } as const;

export async function softDeleteServer(db: Db, id: number): Promise<void> {
  await db
    .updateTable('game_servers')
    .set({ ...offline, removed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export function lockServer(db: Db, id: number) {
  return db
    .selectFrom('game_servers')
    .select([
      'name',
      'is_online as isOnline',
      'state',
      'boot_id as bootId',
      'online',
      'max_online as max',
      'players',
      'rejected_saves as rejectedSaves',
      'has_connected as hasConnected',
      'delivery_kinds as deliveryKinds',
    ])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updateHeartbeat(db: Db, id: number, report: Heartbeat): Promise<void> {
  await db
    .updateTable('game_servers')
    .set({
      is_online: report.state !== 'offline',
      state: report.state,
      boot_id: report.bootId,
      version: report.version,
      online: report.online,
      max_online: report.max,
      players: report.players,
      rejected_saves: report.rejectedSaves ?? 0,
      started_at: sql<Date>`now() - make_interval(secs => ${report.uptime})`,
      heartbeat_at: sql<Date>`now()`,
      has_connected: true,
      delivery_kinds: toDeliveryKinds(report),
    })
    .where('id', '=', id)
    .execute();
}

/** A game that does not say it can deliver items. */
export function toDeliveryKinds({ deliveryKinds = ['item'] }: Heartbeat): string[] {
  return [...new Set(deliveryKinds)].toSorted();
}

/** False if it had connected before. */
export async function updateHasConnected(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('game_servers')
    .set({ has_connected: true })
    .where('id', '=', id)
    .where('has_connected', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks servers without a recent heartbeat as offline; returns their names. */
export async function updateSilentServers(db: Db, seconds: number): Promise<string[]> {
  const silent = await db
    .updateTable('game_servers')
    .set(offline)
    .where('is_online', '=', true)
    .where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .returning('name')
    .execute();
  return silent.map(({ name }) => name);
}

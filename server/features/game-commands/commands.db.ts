import { sql } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { bridgeLimits } from '#shared/endpoints/bridge.ts';
import type { CommandState, CommandType } from '#shared/rules/commands.ts';

/** Notified when a server has a new command; the payload is the server's id. */
export const commandChannel = 'game_commands';

export function findCommandTargets(db: Db) {
  return db
    .selectFrom('game_servers')
    .select(['id', 'is_online as isOnline', 'heartbeat_at as heartbeatAt', 'players'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Keeps the server from being removed until the transaction ends. False if it already was. */
export async function lockCommandTarget(db: Db, id: number): Promise<boolean> {
  const server = await db
    .selectFrom('game_servers')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return server !== undefined;
}

type NewCommand = {
  serverId: number;
  type: CommandType;
  args: Record<string, unknown>;
  actor: Actor;
  /** Null: it never expires. */
  expiresInSeconds: number | null;
};

/** The lock makes ids follow the order of commits; see the migration. */
export async function insertCommand(db: Db, command: NewCommand): Promise<number> {
  const { serverId, type, args, actor, expiresInSeconds } = command;
  await sql`select pg_advisory_xact_lock(hashtext(${commandChannel}), ${serverId}::int)`.execute(
    db,
  );
  const id = await insertRow(db, 'game_commands', {
    server_id: serverId,
    type,
    args: JSON.stringify(args),
    actor_id: actor.id,
    actor_name: actor.name,
    not_after: sql<Date | null>`now() + make_interval(secs => ${expiresInSeconds})`,
  });
  await sql`select pg_notify(${commandChannel}, ${String(serverId)})`.execute(db);
  return id;
}

/** Locks the row until the caller commits, so that no game gets the command before the new contracts. */
export async function isReloadWaiting(db: Db, serverId: number): Promise<boolean> {
  const waiting = await db
    .selectFrom('game_commands')
    .select('id')
    .where('server_id', '=', serverId)
    .where('type', '=', 'reloadContracts')
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
  return waiting !== undefined;
}

/** The latest reload command of each server. */
export async function findLatestReloads(db: Db) {
  const { rows } = await sql<{ server: string; state: string | null; at: Date | null }>`
    select game_servers.name as server, latest.state, coalesce(finished_at, latest.created_at) as at
    from game_servers
    left join lateral (
      select state, created_at, finished_at from game_commands
      where server_id = game_servers.id and type = 'reloadContracts'
      order by id desc limit 1
    ) as latest on true
    where removed_at is null
    order by game_servers.id`.execute(db);
  return rows;
}

/** Commands without a result that have not expired. Includes those already sent. */
function selectOpen(db: Db, serverId: number) {
  return db
    .selectFrom('game_commands')
    .where('server_id', '=', serverId)
    .where('state', 'in', ['waiting', 'sent'])
    .where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', sql<Date>`now()`)]));
}

/** Whether the server has not yet given a character this name. */
export async function isRenameOpen(db: Db, serverId: number, name: string): Promise<boolean> {
  const found = await selectOpen(db, serverId)
    .select('id')
    .where('type', '=', 'rename')
    .where(sql<string>`args ->> 'name'`, '=', name)
    .executeTakeFirst();
  return found !== undefined;
}

/** In order. */
export function findOpenCommands(db: Db, serverId: number, after: number) {
  return selectOpen(db, serverId)
    .select(['id', 'type', 'args', 'not_after as notAfter'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(bridgeLimits.commandBatch)
    .execute();
}

export async function countOpenCommands(db: Db, serverId: number): Promise<number> {
  const { n } = await selectOpen(db, serverId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** True if any of them had not been sent before. */
export async function markSent(db: Db, ids: number[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('game_commands')
    .set({ state: 'sent', sent_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function lockCommand(db: Db, { id, serverId }: { id: number; serverId: number }) {
  return db
    .selectFrom('game_commands')
    .select('state')
    .where('id', '=', id)
    .where('server_id', '=', serverId)
    .forUpdate()
    .executeTakeFirst();
}

type Outcome = { state: CommandState; detail: string | null };

export async function finishCommand(db: Db, id: number, outcome: Outcome): Promise<void> {
  await db
    .updateTable('game_commands')
    .set({ ...outcome, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** A sent command gets 30 more seconds, because its result may still be on the way. */
export async function markExpired(db: Db): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('game_commands')
    .set({
      state: 'expired',
      finished_at: sql<Date>`now()`,
      detail: sql<string>`case when state = 'sent' then 'The game did not report a result.'
        else 'The game did not fetch it in time.' end`,
    })
    .where('state', 'in', ['waiting', 'sent'])
    .where(sql<boolean>`not_after < now() - interval '30 seconds' * (state = 'sent')::int`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function expireServerCommands(db: Db, serverId: number): Promise<void> {
  await db
    .updateTable('game_commands')
    .set({
      state: 'expired',
      finished_at: sql<Date>`now()`,
      detail: 'The game server was removed.',
    })
    .where('server_id', '=', serverId)
    .where('state', 'in', ['waiting', 'sent'])
    .execute();
}

export type LogFilter = {
  type?: CommandType | undefined;
  state?: CommandState | undefined;
};

function filteredLog(db: Db, { type, state }: LogFilter) {
  return db
    .selectFrom('game_commands')
    .innerJoin('game_servers', 'game_servers.id', 'game_commands.server_id')
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'kick'))
    .$if(state !== undefined, (query) => query.where('game_commands.state', '=', state ?? 'sent'));
}

type Window = { offset: number; limit: number };

export function findCommandLog(db: Db, filter: LogFilter, { offset, limit }: Window) {
  return filteredLog(db, filter)
    .select([
      'game_commands.id',
      'type',
      'args',
      'game_commands.state',
      'detail',
      'actor_name as actor',
      'game_commands.created_at as createdAt',
      'not_after as notAfter',
      'finished_at as finishedAt',
      'game_servers.name as server',
    ])
    .orderBy('game_commands.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countCommandLog(db: Db, filter: LogFilter): Promise<number> {
  const { n } = await filteredLog(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** There is one per vote, so these are kept for a week only. */
export async function deleteOldCommands(db: Db): Promise<void> {
  await sql`
    delete from game_commands
    where finished_at < now()
      - case type when 'vote' then interval '1 week' else interval '1 year' end`.execute(db);
}

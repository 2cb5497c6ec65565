import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import type { CommandArgs, commandResults } from '#shared/endpoints/bridge-commands.ts';
import { commandsPerPage } from '#shared/endpoints/game-servers.ts';
import { AppError } from '#shared/errors.ts';
import type { CommandType } from '#shared/rules/commands.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { accessMessages } from '#shared/rules/route-guard.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './commands.db.ts';
import type { LogFilter } from './commands.db.ts';

export {
  countOpenCommands,
  expireServerCommands,
  findLatestReloads,
  isRenameOpen,
} from './commands.db.ts';

/**
 * Commands from the website to the games. A command is a row, inserted in the transaction of the change
 * that causes it. Polls return it, in the order of ids, until its result arrives, so that a crash on
 * either side does not lose it.
 */
export type GameCommand = {
  [Type in CommandType]: {
    type: Type;
    args: CommandArgs[Type];
    actor: Actor;
    /** Default: every server it concerns. */
    serverId?: number;
  };
}[CommandType];

type CommandDeps = Pick<Deps, 'db' | 'live'>;

/** These are useless later. All other commands wait for an offline server. */
const expiresInSeconds: Partial<Record<CommandType, number>> = {
  kick: 60,
  teleport: 60,
  broadcast: 60,
  restart: 60,
  vote: 60,
};

/** Returns the new ids, one per server; empty if there is no game server. */
export async function queueCommand(
  deps: Pick<Deps, 'live'>,
  trx: Db,
  command: GameCommand,
): Promise<number[]> {
  const serverIds = command.serverId ? [command.serverId] : await chooseServers(trx, command);
  const ids: number[] = [];
  for (const serverId of serverIds) {
    const { type, args, actor } = command;
    if (type === 'reloadContracts' && (await queries.isReloadWaiting(trx, serverId))) continue;
    const seconds = expiresInSeconds[type] ?? null;
    ids.push(
      await queries.insertCommand(trx, { serverId, type, args, actor, expiresInSeconds: seconds }),
    );
  }
  if (ids.length > 0) await deps.live.publish(trx, { topic: 'admin' });
  return ids;
}

/** A kick or teleport goes to the player's server or, if none reports the player, to all not known to be offline. */
async function chooseServers(trx: Db, command: GameCommand): Promise<number[]> {
  const all = await queries.findCommandTargets(trx);
  if (command.type !== 'kick' && command.type !== 'teleport') return all.map(({ id }) => id);
  const seenOn = await findServersOf(trx, command.args.player);
  if (seenOn.length > 0) return seenOn;
  const mayHavePlayer = all.filter(({ isOnline, heartbeatAt }) => isOnline || heartbeatAt === null);
  return (mayHavePlayer.length > 0 ? mayHavePlayer : all).map(({ id }) => id);
}

export async function findServersOf(db: Db, player: string): Promise<number[]> {
  const key = toUsernameKey(player);
  const servers = await queries.findCommandTargets(db);
  const isThere = (players: string[]) => players.some((name) => toUsernameKey(name) === key);
  return servers.flatMap(({ id, isOnline, players }) => (isOnline && isThere(players) ? id : []));
}

export async function pollCommands(
  { db, live }: CommandDeps,
  { serverId, after }: { serverId: number; after: number },
) {
  const commands = await queries.findOpenCommands(db, serverId, after);
  if (commands.length === 0) return [];
  const ids = commands.map(({ id }) => id);
  await transaction(db, async (trx) => {
    if (await queries.markSent(trx, ids)) await live.publish(trx, { topic: 'admin' });
  });
  return commands;
}

type Result = { id: number; status: (typeof commandResults)[number]; detail: string | null };

/** The first result counts. Repeating it changes nothing; a different one is refused. */
export async function receiveCommandResult(
  { db, live }: CommandDeps,
  serverId: number,
  { id, status, detail }: Result,
): Promise<{ id: number; state: string }> {
  return transaction(db, async (trx) => {
    const command = await queries.lockCommand(trx, { id, serverId });
    if (!command) {
      throw new AppError('bridge/command-not-found', 'This server has no such command.');
    }
    const isOpen = command.state === 'waiting' || command.state === 'sent';
    // The command expired here, but the game did run it: the game is right.
    const isCorrected = command.state === 'expired' && status === 'done';
    if (!isOpen && !isCorrected) {
      if (command.state === status) return { id, state: status };
      throw new AppError(
        'bridge/command-settled',
        `This command is already settled as ${command.state}.`,
      );
    }
    await queries.finishCommand(trx, id, { state: status, detail });
    await live.publish(trx, { topic: 'admin' });
    return { id, state: status };
  });
}

export async function expireCommands({ db, live }: CommandDeps): Promise<void> {
  await transaction(db, async (trx) => {
    if (await queries.markExpired(trx)) await live.publish(trx, { topic: 'admin' });
  });
}

export async function listCommands(
  { db }: Pick<Deps, 'db'>,
  { page, ...filter }: LogFilter & { page: number },
) {
  const total = await queries.countCommandLog(db, filter);
  const rows = await queries.findCommandLog(db, filter, rowsOf(page, commandsPerPage));
  return {
    ...pagingOf(page, commandsPerPage, total),
    commands: rows.map(withIsoDates),
  };
}

/** A kick acts on a player, who may be an admin, so the permission `server` does not include it. */
export function assertMaySend({ userRights }: Standing, type: CommandType): void {
  if (type !== 'kick' || isAdmin(userRights)) return;
  throw new AppError('access/admin-only', accessMessages.adminOnly);
}

/** Refused if there is no game server, because the result would never come. */
export async function sendCommand(deps: CommandDeps, command: GameCommand): Promise<number[]> {
  const { type, args, actor, serverId } = command;
  return change(deps, actor, ['server', 'admin'], async (trx, audit) => {
    if (serverId !== undefined && !(await queries.lockCommandTarget(trx, serverId))) {
      throw new AppError('bridge/server-not-found', 'There is no such game server.');
    }
    const ids = await queueCommand(deps, trx, command);
    const isQueued = ids.length > 0 || type === 'reloadContracts';
    if (!isQueued) throw new AppError('bridge/server-not-found', 'There is no game server yet.');
    audit(`servers/command-${type}`, ids.join(', '), { after: { args } });
    return ids;
  });
}

import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/audit.ts';
import { bridgeLimits } from '#shared/bridge.ts';
import type { CommandArgs, CommandType, commandResults } from '#shared/bridge.ts';
import { AppError } from '#shared/errors.ts';
import { toUsernameKey } from '#shared/usernames.ts';

import {
  markExpired,
  findCommandTargets,
  findOpenCommands,
  finishCommand,
  insertCommand,
  isReloadWaiting,
  lockCommand,
  markSent,
} from './commands.db.ts';
import type { SentCommand } from './commands.db.ts';

export { findLatestReloads } from './commands.db.ts';

/**
 * What the website asks of the games. A command is a row, written in the transaction of its cause;
 * it is handed out in the order of the ids, again and again until its result comes, so that neither
 * side's crash loses it.
 */
export type GameCommand = {
  [Type in CommandType]: {
    type: Type;
    args: CommandArgs[Type];
    actor: Actor;
    /** Without it, every server it concerns. */
    serverId?: number;
  };
}[CommandType];

/** Of no use to anybody later on. The others wait for a server that is away. */
const expiresInSeconds: Partial<Record<CommandType, number>> = {
  kick: 60,
  teleport: 60,
  broadcast: 60,
  restart: 60,
};

/** The ids of the commands, one per server; none where no game is connected to the site. */
export async function queueCommand(
  deps: Pick<Deps, 'live'>,
  trx: Kysely<Schema>,
  command: GameCommand,
): Promise<number[]> {
  const serverIds = command.serverId ? [command.serverId] : await chooseServers(trx, command);
  const ids: number[] = [];
  for (const serverId of serverIds) {
    if (command.type === 'reloadContracts' && (await isReloadWaiting(trx, serverId))) continue;
    const id = await insertCommand(trx, {
      serverId,
      type: command.type,
      args: command.args,
      actor: command.actor,
      expiresInSeconds: expiresInSeconds[command.type] ?? null,
    });
    ids.push(id);
  }
  if (ids.length > 0) await deps.live.publish(trx, { topic: 'admin' });
  return ids;
}

/** Whoever is to be kicked or moved is on one server; where nobody is seen, each may know better. */
async function chooseServers(trx: Kysely<Schema>, command: GameCommand): Promise<number[]> {
  const servers = await findCommandTargets(trx);
  const all = servers.map(({ id }) => id);
  if (command.type !== 'kick' && command.type !== 'teleport') return all;
  const playerKey = toUsernameKey(command.args.player);
  const seenOn = servers.filter(
    ({ isOnline, players }) =>
      isOnline && players.some((player) => toUsernameKey(player) === playerKey),
  );
  return seenOn.length > 0 ? seenOn.map(({ id }) => id) : all;
}

export async function pollCommands(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  { serverId, after }: { serverId: number; after: number },
): Promise<SentCommand[]> {
  const limit = bridgeLimits.commandBatch;
  const commands = await findOpenCommands(db, { serverId, after, limit });
  if (commands.length === 0) return [];
  const ids = commands.map(({ id }) => id);
  await transaction(db, async (trx) => {
    if (await markSent(trx, ids)) await live.publish(trx, { topic: 'admin' });
  });
  return commands;
}

type Result = { id: number; status: (typeof commandResults)[number]; detail: string | null };

/** The first word counts; saying it again changes nothing, contradicting it is refused. */
export async function receiveCommandResult(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  serverId: number,
  { id, status, detail }: Result,
): Promise<{ id: number; state: string }> {
  return transaction(db, async (trx) => {
    const command = await lockCommand(trx, { id, serverId });
    if (!command) {
      throw new AppError('bridge/command-not-found', 'This server has no such command.');
    }
    const isOpen = command.state === 'waiting' || command.state === 'sent';
    // We gave it up, but the game did run it: its word is the truth.
    const isCorrected = command.state === 'expired' && status === 'done';
    if (!isOpen && !isCorrected) {
      if (command.state === status) return { id, state: status };
      throw new AppError(
        'bridge/command-settled',
        `This command is already settled as ${command.state}.`,
      );
    }
    await finishCommand(trx, id, { state: status, detail });
    await live.publish(trx, { topic: 'admin' });
    return { id, state: status };
  });
}

export async function expireCommands({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<void> {
  await transaction(db, async (trx) => {
    if ((await markExpired(trx)) > 0) await live.publish(trx, { topic: 'admin' });
  });
}

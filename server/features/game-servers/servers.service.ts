import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { flagDeliveriesForReview } from '#server/features/deliveries/deliveries.service.ts';
import { expireServerCommands } from '#server/features/game-commands/commands.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { GameServer, HistoryRange, ServerStatus } from '#shared/endpoints/game-servers.ts';
import { AppError } from '#shared/errors.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';

import { findOnlineHistory } from './samples.db.ts';
import * as servers from './servers.db.ts';
import { findLiveTokens, revokeTokens } from './tokens.db.ts';

export { isCountedForHiscores } from './servers.db.ts';

export type ServerDeps = Pick<Deps, 'db' | 'live'>;

/** The shop is one of them, because it sells what servers deliver. */
export const serverTopics = ['server', 'admin', 'shop'] as const;

export async function getServerStatus({ db }: Pick<Deps, 'db'>): Promise<ServerStatus> {
  const rows = await servers.findServers(db);
  const seen = rows.map(({ name, isOnline, online, max }) => ({ name, isOnline, online, max }));
  const up = seen.filter(({ isOnline }) => isOnline);
  return {
    isOnline: up.length > 0,
    online: up.reduce((sum, { online }) => sum + online, 0),
    max: up.reduce((sum, { max }) => sum + max, 0),
    servers: seen,
  };
}

/** The tokens are for admins. */
export async function listServers(
  { db }: Pick<Deps, 'db'>,
  { userRights }: Standing,
): Promise<GameServer[]> {
  const rows = await servers.findServers(db);
  const tokens = isAdmin(userRights) ? await findLiveTokens(db) : [];
  return rows.map((server) => ({
    ...withIsoDates(server),
    commandsWaiting: Number(server.commandsWaiting),
    tokens: tokens.filter(({ serverId }) => serverId === server.id).map(withIsoDates),
  }));
}

export async function createServer(deps: ServerDeps, actor: Actor, name: string): Promise<number> {
  return change(deps, actor, serverTopics, async (trx, audit) => {
    const id = await servers.insertServer(trx, name);
    if (id === undefined) throw nameTakenError();
    audit('servers/created', id, { after: { name } });
    return id;
  });
}

export async function renameServer(
  deps: ServerDeps,
  actor: Actor,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await change(deps, actor, serverTopics, async (trx, audit) => {
    const before = await getLockedServer(trx, id);
    if (await servers.isNameTaken(trx, { name, exceptId: id })) throw nameTakenError();
    await servers.updateServerName(trx, id, name);
    audit('servers/renamed', id, { before: { name: before.name }, after: { name } });
  });
}

/** Reports that arrived before are stored before; none is stored after it was switched off. */
export async function setCountsForHiscores(
  deps: ServerDeps,
  actor: Actor,
  { id, counts }: { id: number; counts: boolean },
): Promise<void> {
  await change(deps, actor, serverTopics, async (trx, audit) => {
    const before = await servers.lockServerForReports(trx, id);
    if (!before) throw serverNotFoundError();
    await servers.updateCountsForHiscores(trx, id, counts);
    const { name, countsForHiscores } = before;
    audit('servers/hiscores-switched', id, {
      before: { name, countsForHiscores },
      after: { countsForHiscores: counts },
    });
  });
}

export async function removeServer(deps: ServerDeps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, serverTopics, async (trx, audit) => {
    const before = await getLockedServer(trx, id);
    await servers.softDeleteServer(trx, id);
    await revokeTokens(trx, id);
    await expireServerCommands(trx, id);
    await flagDeliveriesForReview(deps, trx, id);
    audit('servers/removed', id, { before: { name: before.name } });
  });
}

export async function getOnlineHistory({ db }: Pick<Deps, 'db'>, range: HistoryRange) {
  const rows = await findOnlineHistory(db, range);
  const total = rows.reduce((sum, { online }) => sum + online, 0);
  return {
    points: rows.map(({ at, online }) => ({ at: at.getTime() / 1000, online })),
    peak: rows.reduce((most, { online }) => Math.max(most, online), 0),
    average: rows.length > 0 ? Math.round(total / rows.length) : 0,
  };
}

/** Does not lock the server, so that heartbeats need not wait. */
export async function getServerName(db: Db, id: number): Promise<string> {
  const server = await servers.findServer(db, id);
  if (server) return server.name;
  throw serverNotFoundError();
}

export async function getLockedServer(trx: Db, id: number) {
  const server = await servers.lockServer(trx, id);
  if (server) return server;
  throw serverNotFoundError();
}

function serverNotFoundError(): AppError {
  return new AppError('bridge/server-not-found', 'There is no such game server.');
}

function nameTakenError(): AppError {
  const text = 'Another game server has that name.';
  return new AppError('bridge/server-name-taken', text, { fields: { name: text } });
}

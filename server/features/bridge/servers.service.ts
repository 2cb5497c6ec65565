import type { Kysely, Transaction } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor, AuditedAction } from '#server/lib/audit.ts';
import { pagingOf, rowsOf } from '#server/lib/paging.ts';
import { createSecret } from '#server/lib/secrets.ts';
import { AppError } from '#shared/errors.ts';
import { commandsPerPage } from '#shared/game-servers.ts';
import type { GameServer, HistoryRange, ServerStatus } from '#shared/game-servers.ts';

import { lockServer } from './bridge.db.ts';
import { countCommandLog, findCommandLog } from './commands.db.ts';
import type { LogFilter } from './commands.db.ts';
import { queueCommand } from './commands.service.ts';
import type { GameCommand } from './commands.service.ts';
import { flagDeliveriesForReview } from './deliveries.service.ts';
import * as servers from './servers.db.ts';

type ServerDeps = Pick<Deps, 'db' | 'live'>;

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

export async function listServers({ db }: Pick<Deps, 'db'>): Promise<GameServer[]> {
  const [rows, tokens] = [await servers.findServers(db), await servers.findLiveTokens(db)];
  return rows.map((server) => ({
    ...server,
    commandsWaiting: Number(server.commandsWaiting),
    startedAt: server.startedAt?.toISOString() ?? null,
    heartbeatAt: server.heartbeatAt?.toISOString() ?? null,
    tokens: tokens
      .filter(({ serverId }) => serverId === server.id)
      .map(({ createdAt, lastSeenAt, ...token }) => ({
        ...token,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
      })),
  }));
}

export async function createServer(deps: ServerDeps, actor: Actor, name: string): Promise<number> {
  return changeAudited(deps, actor, async (trx) => {
    const id = await servers.insertServer(trx, name);
    if (id === undefined) throw nameTakenError();
    return [id, { action: 'servers/created', subject: String(id), after: { name } }];
  });
}

export async function renameServer(
  deps: ServerDeps,
  actor: Actor,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await changeAudited(deps, actor, async (trx) => {
    const before = await getLockedServer(trx, id);
    if (await servers.isNameTaken(trx, { name, exceptId: id })) throw nameTakenError();
    await servers.updateServerName(trx, id, name);
    const entry = { action: 'servers/renamed', subject: String(id) };
    return [undefined, { ...entry, before: { name: before.name }, after: { name } }];
  });
}

export async function removeServer(deps: ServerDeps, actor: Actor, id: number): Promise<void> {
  await changeAudited(deps, actor, async (trx) => {
    const before = await getLockedServer(trx, id);
    await servers.softDeleteServer(trx, id);
    await flagDeliveriesForReview(deps, trx, id);
    return [
      undefined,
      { action: 'servers/removed', subject: String(id), before: { name: before.name } },
    ];
  });
}

type Rights = { scopes: string[]; addresses: string[] };

export async function createToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, scopes, addresses }: Rights & { serverId: number },
): Promise<{ id: number; token: string }> {
  return changeAudited(deps, actor, async (trx) => {
    const created = await issueToken(trx, actor, { serverId, scopes, addresses });
    return [
      created,
      {
        action: 'servers/token-created',
        subject: String(serverId),
        after: { tokenId: created.id, scopes, addresses },
      },
    ];
  });
}

export async function rotateToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, tokenId }: { serverId: number; tokenId: number },
): Promise<{ id: number; token: string }> {
  return changeAudited(deps, actor, async (trx) => {
    const old = (await servers.findLiveTokens(trx)).find(
      (token) => token.id === tokenId && token.serverId === serverId,
    );
    if (!old) throw tokenNotFoundError();
    const { scopes, addresses } = old;
    const created = await issueToken(trx, actor, { serverId, scopes, addresses });
    return [
      created,
      {
        action: 'servers/token-rotated',
        subject: String(serverId),
        before: { tokenId },
        after: { tokenId: created.id },
      },
    ];
  });
}

/** Locks the server's row. A server has two token slots, each for one live token. */
export async function issueToken(
  trx: Kysely<Schema>,
  actor: Pick<Actor, 'name'>,
  { serverId, scopes, addresses }: Rights & { serverId: number },
): Promise<{ id: number; token: string }> {
  await getLockedServer(trx, serverId);
  const live = (await servers.findLiveTokens(trx)).filter((one) => one.serverId === serverId);
  const slot = [1, 2].find((candidate) => live.every((one) => one.slot !== candidate));
  if (slot === undefined) {
    throw new AppError(
      'bridge/too-many-tokens',
      'This server already has two tokens. Revoke the one that is no longer in use first.',
    );
  }
  const { secret, hash } = createSecret();
  const id = await servers.insertToken(trx, {
    serverId,
    secretHash: hash,
    hint: secret.slice(-4),
    slot,
    scopes: [...new Set(scopes)],
    addresses,
    createdBy: actor.name,
  });
  return { id, token: `gb_${serverId}_${secret}` };
}

export async function revokeToken(
  deps: ServerDeps,
  actor: Actor,
  { serverId, tokenId }: { serverId: number; tokenId: number },
): Promise<void> {
  await changeAudited(deps, actor, async (trx) => {
    if (!(await servers.markRevoked(trx, { serverId, id: tokenId }))) throw tokenNotFoundError();
    return [
      undefined,
      { action: 'servers/token-revoked', subject: String(serverId), before: { tokenId } },
    ];
  });
}

export async function getOnlineHistory({ db }: Pick<Deps, 'db'>, range: HistoryRange) {
  const rows = await servers.findOnlineHistory(db, range);
  const total = rows.reduce((sum, { online }) => sum + online, 0);
  return {
    points: rows.map(({ at, online }) => ({ at: at.getTime() / 1000, online })),
    peak: rows.reduce((most, { online }) => Math.max(most, online), 0),
    average: rows.length > 0 ? Math.round(total / rows.length) : 0,
  };
}

export async function listCommands(
  { db }: Pick<Deps, 'db'>,
  { page, ...filter }: LogFilter & { page: number },
) {
  const total = await countCommandLog(db, filter);
  const rows = await findCommandLog(db, filter, rowsOf(page, commandsPerPage));
  return {
    ...pagingOf(page, commandsPerPage, total),
    commands: rows.map(({ createdAt, notAfter, finishedAt, sentAt: _sentAt, ...command }) => ({
      ...command,
      createdAt: createdAt.toISOString(),
      notAfter: notAfter?.toISOString() ?? null,
      finishedAt: finishedAt?.toISOString() ?? null,
    })),
  };
}

/** Refused if there is no game server, because the result would never come. */
export async function sendCommand(deps: ServerDeps, command: GameCommand): Promise<number[]> {
  return changeAudited(deps, command.actor, async (trx) => {
    if (command.serverId !== undefined) await getLockedServer(trx, command.serverId);
    const ids = await queueCommand(deps, trx, command);
    const isQueued = ids.length > 0 || command.type === 'reloadContracts';
    if (!isQueued) throw new AppError('bridge/server-not-found', 'There is no game server yet.');
    return [
      ids,
      {
        action: `servers/command-${command.type}`,
        subject: ids.join(', '),
        after: { args: command.args },
      },
    ];
  });
}

type Action = Omit<AuditedAction, 'actor'>;

async function changeAudited<T>(
  { db, live }: ServerDeps,
  actor: Actor,
  work: (trx: Transaction<Schema>) => Promise<[T, Action]>,
): Promise<T> {
  return transaction(db, async (trx) => {
    const [result, action] = await work(trx);
    await recordAudit(trx, { actor, ...action });
    await live.publish(trx, { topic: 'server' });
    await live.publish(trx, { topic: 'admin' });
    return result;
  });
}

async function getLockedServer(trx: Kysely<Schema>, id: number) {
  const server = await lockServer(trx, id);
  if (server) return server;
  throw new AppError('bridge/server-not-found', 'There is no such game server.');
}

function nameTakenError(): AppError {
  const text = 'Another game server has that name.';
  return new AppError('bridge/server-name-taken', text, { fields: { name: text } });
}

function tokenNotFoundError(): AppError {
  return new AppError('bridge/token-not-found', 'There is no such token, or it was revoked.');
}

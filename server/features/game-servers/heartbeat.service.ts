import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { bridgeLimits } from '#shared/endpoints/bridge.ts';
import type { Heartbeat } from '#shared/endpoints/bridge.ts';
import { AppError } from '#shared/errors.ts';

import { upsertSample } from './samples.db.ts';
import * as queries from './servers.db.ts';

/** Publishes only if something visible changed, because most heartbeats change nothing. */
export async function receiveHeartbeat(
  { live }: Pick<Deps, 'live'>,
  trx: Db,
  { serverId, heartbeat }: { serverId: number; heartbeat: Heartbeat },
): Promise<void> {
  const before = await queries.lockServer(trx, serverId);
  if (!before) throw new AppError('bridge/server-not-found', 'This server was removed.');
  const isOnline = heartbeat.state !== 'offline';
  const report = isOnline ? heartbeat : { ...heartbeat, online: 0, players: [] };
  await queries.updateHeartbeat(trx, serverId, report);
  await upsertSample(trx, { serverId, online: report.online });
  const isSeenByVisitors =
    before.isOnline !== isOnline ||
    before.online !== report.online ||
    before.max !== report.max ||
    before.players.join('\n') !== report.players.join('\n');
  if (isSeenByVisitors) await live.publish(trx, { topic: 'server' });
  const isSeenByAdmins =
    isSeenByVisitors ||
    before.bootId !== report.bootId ||
    before.state !== report.state ||
    before.rejectedSaves !== (report.rejectedSaves ?? 0);
  if (isSeenByAdmins) await live.publish(trx, { topic: 'admin' });
  const isSeenInShop = before.deliveryKinds.join() !== queries.toDeliveryKinds(heartbeat).join();
  if (!before.hasConnected || isSeenInShop) await live.publish(trx, { topic: 'shop' });
}

/** For the first claim of a game that has sent no heartbeat: the shop now sells what it can deliver. */
export async function markConnected(
  { live }: Pick<Deps, 'live'>,
  trx: Db,
  serverId: number,
): Promise<void> {
  if (!(await queries.updateHasConnected(trx, serverId))) return;
  await live.publish(trx, { topic: 'shop' });
  await live.publish(trx, { topic: 'admin' });
}

export async function markSilentServersOffline(deps: Deps): Promise<void> {
  const { db, live } = deps;
  const silent = await transaction(db, async (trx) => {
    const names = await queries.updateSilentServers(trx, bridgeLimits.offlineAfterSeconds);
    if (names.length === 0) return names;
    await live.publish(trx, { topic: 'server' });
    await live.publish(trx, { topic: 'admin' });
    return names;
  });
  if (silent.length > 0)
    deps.onProblem('A game server stopped sending heartbeats.', silent.join(', '));
}

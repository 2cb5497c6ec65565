import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { maxOnlineNames } from '#shared/endpoints/game-servers.ts';
import type { OnlinePlayers, ServerClock } from '#shared/endpoints/game-servers.ts';
import { hasLivingCastle } from '#shared/rules/appearance-defaults.ts';

import * as queries from './online-players.db.ts';

/** No names if the owner has switched off the castle, which is the only place that shows them. */
export async function listOnlinePlayers({
  db,
  brand,
}: Pick<Deps, 'db' | 'brand'>): Promise<OnlinePlayers> {
  if (!hasLivingCastle(await brand.read())) return { players: [], more: 0 };
  const names = await queries.findOnlinePlayers(db);
  const players = names.slice(0, maxOnlineNames);
  return { players, more: names.length - players.length };
}

export function readClock(): ServerClock {
  const now = new Date();
  return { now: now.toISOString(), utcOffset: -now.getTimezoneOffset() };
}

export async function setVisibility(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  isShownOnline: boolean,
): Promise<{ isShownOnline: boolean }> {
  await transaction(db, async (trx) => {
    await queries.setHidden(trx, accountId, !isShownOnline);
    await live.publish(trx, { topic: 'me', accountId });
    await live.publish(trx, { topic: 'server' });
  });
  return { isShownOnline };
}

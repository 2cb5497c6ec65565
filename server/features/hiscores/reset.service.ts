import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getServerName } from '#server/features/game-servers/servers.service.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { AppError } from '#shared/errors.ts';
import { toUsernameKey } from '#shared/usernames.ts';
import { totalsOf } from '#shared/xp.ts';

import { findAccountIds, lockPlayers } from './ingest.db.ts';
import { freshExperienceOf } from './ingest.service.ts';
import { resetPlayers } from './reset.db.ts';
import { findSkills } from './skills.db.ts';

export { countPlayersReportedBy } from './reset.db.ts';

/**
 * Resets by an admin. A report that the game observed before the reset is stale afterwards, even if it
 * arrives later. Players come back with the next report of a server that counts.
 */
type ResetDeps = Pick<Deps, 'db' | 'live'>;

export async function resetPlayerHiscores(
  { db, live }: ResetDeps,
  actor: Actor,
  username: string,
): Promise<void> {
  const nameKey = toUsernameKey(username);
  await transaction(db, async (trx) => {
    const fresh = await findFreshPlayer(trx);
    const [before] = await lockPlayers(trx, [nameKey]);
    if (!before) throw new AppError('hiscores/no-data', 'This player is not in the hiscores.');
    await resetPlayers(trx, { nameKey }, fresh);
    await recordAudit(trx, {
      actor,
      action: 'hiscores/player-reset',
      subject: nameKey,
      before: { xpTenths: before.experience },
      after: { xpTenths: fresh.experience },
    });
    for (const accountId of await findAccountIds(trx, [nameKey])) {
      await live.publish(trx, { topic: 'me', accountId });
    }
    await live.publish(trx, { topic: 'hiscores' });
    await live.publish(trx, { topic: 'admin' });
  });
}

export async function resetServerHiscores(
  { db, live }: ResetDeps,
  actor: Actor,
  serverId: number,
): Promise<{ players: number }> {
  return transaction(db, async (trx) => {
    const name = await getServerName(trx, serverId);
    const players = await resetPlayers(trx, { serverId }, await findFreshPlayer(trx));
    await recordAudit(trx, {
      actor,
      action: 'hiscores/server-reset',
      subject: String(serverId),
      before: { name, players },
    });
    await live.publish(trx, { topic: 'hiscores' });
    await live.publish(trx, { topic: 'admin' });
    return { players };
  });
}

/** Reads the list before any player is locked, which keeps it from changing until the commit. */
async function findFreshPlayer(trx: Db) {
  const experience = freshExperienceOf(await findSkills(trx));
  return { experience, ...totalsOf(experience) };
}

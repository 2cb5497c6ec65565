import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getServerName } from '#server/features/game-servers/servers.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { AppError } from '#shared/errors.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';
import { totalsOf } from '#shared/rules/xp.ts';

import { findAccountIds, lockPlayers } from './ingest.db.ts';
import { freshExperienceOf, toAudited } from './ingest.service.ts';
import { recountBlocks, resetPlayers } from './reset.db.ts';
import { findSkills } from './skills.db.ts';

export { countPlayersReportedBy } from './reset.db.ts';

/**
 * Resets by an admin. A report that the game observed before the reset is stale afterwards, even if it
 * arrives later. Players come back with the next report of a server that counts.
 */
type ResetDeps = Pick<Deps, 'db' | 'live'>;

export async function resetPlayerHiscores(
  deps: ResetDeps,
  actor: Actor,
  username: string,
): Promise<void> {
  const nameKey = toUsernameKey(username);
  await change(deps, actor, ['hiscores', 'admin'], async (trx, audit) => {
    const fresh = await findFreshPlayer(trx);
    const [before] = await lockPlayers(trx, [nameKey]);
    if (!before) throw new AppError('hiscores/no-data', 'This player is not in the hiscores.');
    await resetPlayers(trx, { nameKey }, fresh);
    audit('hiscores/player-reset', nameKey, {
      before: toAudited(before),
      after: { xpTenths: fresh.experience },
    });
    for (const accountId of await findAccountIds(trx, [nameKey])) {
      await deps.live.publish(trx, { topic: 'me', accountId });
    }
  });
}

export async function resetServerHiscores(
  deps: ResetDeps,
  actor: Actor,
  serverId: number,
): Promise<{ players: number }> {
  return change(deps, actor, ['hiscores', 'admin'], async (trx, audit) => {
    const name = await getServerName(trx, serverId);
    const players = await resetPlayers(trx, { serverId }, await findFreshPlayer(trx));
    audit('hiscores/server-reset', serverId, { before: { name, players } });
    return { players };
  });
}

/** Rebuilds all counts behind the ranks from the scores. Reports wait until it is done. */
export async function recountHiscores(deps: ResetDeps, actor: Actor): Promise<{ scores: number }> {
  return change(deps, actor, 'hiscores', async (trx, audit) => {
    const scores = await recountBlocks(trx);
    audit('hiscores/recounted', 'all', { after: { scores } });
    return { scores };
  });
}

/** Reads the list before any player is locked, which keeps it from changing until the commit. */
async function findFreshPlayer(trx: Db) {
  const experience = freshExperienceOf(await findSkills(trx));
  return { experience, ...totalsOf(experience) };
}

import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';

import { recountBlocks } from './recount.db.ts';

/** Rebuilds all counts behind the ranks from the scores. Reports wait until it is done. */
export async function recountHiscores(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
): Promise<{ scores: number }> {
  return change(deps, actor, 'hiscores', async (trx, audit) => {
    const scores = await recountBlocks(trx);
    audit('hiscores/recounted', 'all', { after: { scores } });
    return { scores };
  });
}

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';

import { recountBlocks } from './recount.db.ts';

/** Rebuilds all counts behind the ranks from the scores. Reports wait until it is done. */
export async function recountHiscores(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
): Promise<{ scores: number }> {
  return transaction(db, async (trx) => {
    const scores = await recountBlocks(trx);
    await recordAudit(trx, {
      actor,
      action: 'hiscores/recounted',
      subject: 'all',
      after: { scores },
    });
    await live.publish(trx, { topic: 'hiscores' });
    return { scores };
  });
}

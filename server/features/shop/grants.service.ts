import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import { endGrant, findDueGrants } from './grants.db.ts';

/**
 * Ends ranks and memberships whose days are over. Each is ended in its own transaction together with the delivery that
 * tells the game, so a killed job repeats nothing.
 */
export async function endDueGrants({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<void> {
  for (const purchaseId of await findDueGrants(db)) {
    await transaction(db, async (trx) => {
      const accountId = await endGrant(trx, purchaseId);
      if (accountId !== null) await live.publish(trx, { topic: 'me', accountId });
    });
  }
}

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { GameItemList } from '#shared/endpoints/bridge-deliveries.ts';

import { upsertItemList } from './item-lists.db.ts';
import { updateHasConnected } from './servers.db.ts';

export { listDeliverers } from './item-lists.db.ts';

/** Replaces the list. Returns how many different ids it has. */
export async function receiveItemList(
  { live }: Pick<Deps, 'live'>,
  db: Db,
  { serverId, list }: { serverId: number; list: GameItemList },
): Promise<number> {
  const { count = 0, items = [] } = list;
  const ids = [...new Set(items.map(({ id }) => id))].filter((id) => id >= count);
  const named = items.flatMap(({ id, name }) => (name ? [[id, name] as const] : []));
  const names = Object.fromEntries(named);
  await transaction(db, async (trx) => {
    const isFirstContact = await updateHasConnected(trx, serverId);
    const isChanged = await upsertItemList(trx, { serverId, ids, count, names });
    if (!isChanged && !isFirstContact) return;
    await live.publish(trx, { topic: 'shop' });
    await live.publish(trx, { topic: 'admin' });
  });
  return count + ids.length;
}

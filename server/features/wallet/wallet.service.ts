import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';

import * as wallet from './wallet.db.ts';

/** Every change of coins but a purchase goes through here, in the transaction of its cause. */
export async function moveCoins(
  { live }: Pick<Deps, 'live'>,
  trx: Kysely<Schema>,
  movement: wallet.Movement,
): Promise<wallet.Moved> {
  const moved = await wallet.moveCoins(trx, movement);
  if (moved.isNew) await live.publish(trx, { topic: 'me', accountId: movement.accountId });
  return moved;
}

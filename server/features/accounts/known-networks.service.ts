import type { Db } from '#server/db/schema.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';

import { findKnownNetwork, upsertKnownNetwork } from './known-networks.db.ts';
import type { NetworkOwner } from './known-networks.db.ts';

/**
 * The networks from which an account signed in, to the site or the game. Limits of attempts do not refuse these
 * because of guesses from elsewhere, so nobody can lock a player out. Everything that ends the account's sessions
 * forgets them too, because one of them may be a thief's.
 */
export function isKnownNetwork(db: Db, owner: NetworkOwner, ip: string): Promise<boolean> {
  return findKnownNetwork(db, owner, networkOf(ip));
}

/** Call it after a complete sign-in, second factor included. */
export async function rememberNetwork(db: Db, accountId: number, ip: string): Promise<void> {
  const network = networkOf(ip);
  if (!unknownNetworks.has(network)) await upsertKnownNetwork(db, accountId, network);
}

/** Games send this if they do not know the player's address. */
const unknownNetworks = new Set(['0.0.0.0', networkOf('::')]);

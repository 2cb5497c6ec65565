import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { Deps } from '#server/deps.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import { readStored, toStored } from '#server/lib/secrets/stored-secret.ts';

import type { ListRow } from './lists.db.ts';

/** A player who knows the secret of a list can reward own votes, so a backup has it sealed. */
const owner = 'callback of a toplist';

type KeyDeps = Pick<Deps, 'config'>;
type Secret = Pick<ListRow, 'id' | 'secret'>;

export function createSecret({ config }: KeyDeps): string {
  return toStored(config, owner, randomBytes(24).toString('base64url'));
}

export function isSecretOf({ config }: KeyDeps, list: Secret, sent: string): boolean {
  const secret = readStored(config, owner, list.secret);
  // Hashes have the same length, which the comparison needs.
  return secret !== undefined && timingSafeEqual(hashSecret(sent), hashSecret(secret));
}

/** Undefined if the key of the site has changed: then the list needs a new address. */
export function callbackPathOf({ config }: KeyDeps, { id, secret }: Secret): string | undefined {
  const readable = readStored(config, owner, secret);
  return readable && `/api/votes/callback/${id}/${readable}`;
}

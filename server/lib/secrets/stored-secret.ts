import type { Config } from '#server/config.ts';

import { isSealed, openSealedText, sealText } from './sealed-text.ts';

type KeyConfig = Pick<Config, 'secretsKey'>;

/** Sealed if the site has a key. `owner` says which row has it: see sealed-text.ts. */
export function toStored({ secretsKey }: KeyConfig, owner: string, secret: string): string {
  return secretsKey ? sealText(secretsKey, owner, secret) : secret;
}

/** Undefined if the key is missing or has changed. */
export function readStored(
  { secretsKey }: KeyConfig,
  owner: string,
  stored: string,
): string | undefined {
  if (!isSealed(stored)) return stored;
  if (!secretsKey) return undefined;
  try {
    return openSealedText(secretsKey, owner, stored);
  } catch {
    return undefined;
  }
}

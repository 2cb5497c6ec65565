import { randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';

import { deleteReplacedKeys, findKeys, insertKey, lockKeys } from './signing-keys.db.ts';
import type { KeyRow } from './signing-keys.db.ts';

/**
 * The newest key signs; all stored keys verify. They are read from the database each time, so every
 * replica sees a new key as soon as it is committed. A replaced key stays until all tokens signed with
 * it have expired.
 */
export const signingAlgorithm = 'ES256';

export const tokenLifetimeSeconds = 3600;

const rotationDays = 30;

type SigningKey = { id: string; key: CryptoKey };

export async function getSigningKey(db: Db): Promise<SigningKey> {
  const [newest] = await findKeys(db, rotationDays);
  const { id, privateJwk } = newest && !newest.isDue ? newest : await rotateKeys(db);
  return { id, key: await importKey(privateJwk as JWK) };
}

export async function findVerificationKey(
  db: Db,
  id: string | undefined,
): Promise<CryptoKey | undefined> {
  const row = (await findKeys(db, rotationDays)).find((key) => key.id === id);
  return row && importKey(toPublicJwk(row));
}

export async function listPublicKeys(db: Db): Promise<JWK[]> {
  return (await findKeys(db, rotationDays)).map(toPublicJwk);
}

/** Adds a key if the newest is due. The lock makes sure that only one replica does. */
export async function rotateKeys(db: Db): Promise<KeyRow> {
  return transaction(db, async (trx) => {
    await lockKeys(trx);
    const [newest] = await findKeys(trx, rotationDays);
    if (newest && !newest.isDue) return newest;
    const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const key = { id: randomUUID(), privateJwk: await exportJWK(privateKey) };
    await insertKey(trx, key);
    return { ...key, isDue: false };
  });
}

/** The extra hour covers a replica that read the old key just before the new one was committed. */
export async function removeReplacedKeys(db: Db): Promise<void> {
  await deleteReplacedKeys(db, 2 * tokenLifetimeSeconds);
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  // importJWK returns bytes only for symmetric keys, and all of ours are asymmetric.
  return (await importJWK(jwk, signingAlgorithm)) as CryptoKey;
}

function toPublicJwk({ id, privateJwk }: KeyRow): JWK {
  const { kty, crv, x, y } = privateJwk as Record<'kty' | 'crv' | 'x' | 'y', string>;
  return { kty, crv, x, y, kid: id, alg: signingAlgorithm, use: 'sig' };
}

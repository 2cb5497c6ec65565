import { randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';

import { deleteReplacedKeys, findKeys, insertKey, lockKeys } from './signing-keys.db.ts';
import type { KeyRow } from './signing-keys.db.ts';

/**
 * The newest key signs, all that are stored verify. They are read from the database each time, so
 * every replica knows a new key the moment it is committed; a replaced one stays for as long as a
 * token signed with it can live.
 */
export const signingAlgorithm = 'ES256';

export const tokenLifetimeSeconds = 3600;

const rotationDays = 30;

type SigningKey = { id: string; key: CryptoKey };

export async function getSigningKey(db: Kysely<Schema>): Promise<SigningKey> {
  const [newest] = await findKeys(db, rotationDays);
  const { id, privateJwk } = newest && !newest.isDue ? newest : await rotateKeys(db);
  return { id, key: await importKey(privateJwk as JWK) };
}

export async function findVerificationKey(
  db: Kysely<Schema>,
  id: string | undefined,
): Promise<CryptoKey | undefined> {
  const row = (await findKeys(db, rotationDays)).find((key) => key.id === id);
  return row && importKey(toPublicJwk(row));
}

export async function listPublicKeys(db: Kysely<Schema>): Promise<JWK[]> {
  return (await findKeys(db, rotationDays)).map(toPublicJwk);
}

/** Adds a key when the newest has had its turn. Of several replicas at once, one does. */
export async function rotateKeys(db: Kysely<Schema>): Promise<KeyRow> {
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

/** A replica may have read the old key just before the new one came: an extra hour covers that. */
export async function removeReplacedKeys(db: Kysely<Schema>): Promise<void> {
  await deleteReplacedKeys(db, 2 * tokenLifetimeSeconds);
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  // Bytes come from symmetric keys only, of which we have none.
  return (await importJWK(jwk, signingAlgorithm)) as CryptoKey;
}

function toPublicJwk({ id, privateJwk }: KeyRow): JWK {
  const { kty, crv, x, y } = privateJwk as Record<'kty' | 'crv' | 'x' | 'y', string>;
  return { kty, crv, x, y, kid: id, alg: signingAlgorithm, use: 'sig' };
}

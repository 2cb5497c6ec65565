import { randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { openSealedText, sealText } from '#server/lib/secrets/sealed-text.ts';

import { deleteReplacedKeys, findKeys, insertKey, lockKeys } from './signing-keys.db.ts';
import type { KeyRow } from './signing-keys.db.ts';

/**
 * The newest key signs; all stored keys verify. They are read from the database each time, so every
 * replica sees a new key as soon as it is committed. A replaced key stays until all tokens signed with
 * it have expired. The private part is sealed with SECRETS_KEY, so that a copy of the database cannot sign
 * anybody in; a key that cannot be opened, or that is not sealed although it could be, is replaced.
 */
export const signingAlgorithm = 'ES256';

export const tokenLifetimeSeconds = 3600;

const rotationDays = 30;

type KeyDeps = { db: Db; config: Pick<Deps['config'], 'secretsKey'> };
type SigningKey = { id: string; key: CryptoKey };
type StoredJwk = JWK & { sealed?: string };

export async function getSigningKey(deps: KeyDeps): Promise<SigningKey> {
  const { id, jwk } = (await findUsableKey(deps, deps.db)) ?? (await rotateKeys(deps));
  return { id, key: await importKey(jwk) };
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
export async function rotateKeys(deps: KeyDeps): Promise<{ id: string; jwk: JWK }> {
  return transaction(deps.db, async (trx) => {
    await lockKeys(trx);
    const usable = await findUsableKey(deps, trx);
    if (usable) return usable;
    const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
    const id = randomUUID();
    const jwk = await exportJWK(privateKey);
    await insertKey(trx, { id, privateJwk: toStored(deps, id, jwk) });
    return { id, jwk };
  });
}

/** The newest key, if it may still sign. */
async function findUsableKey(deps: KeyDeps, db: Db): Promise<{ id: string; jwk: JWK } | undefined> {
  const [newest] = await findKeys(db, rotationDays);
  const jwk = newest && !newest.isDue && readStored(deps, newest);
  return jwk ? { id: newest.id, jwk } : undefined;
}

function toStored({ config }: KeyDeps, id: string, { d = '', ...open }: JWK): StoredJwk {
  if (!config.secretsKey) return { ...open, d };
  return { ...open, sealed: sealText(config.secretsKey, ownerOf(id), d) };
}

function readStored({ config: { secretsKey } }: KeyDeps, row: KeyRow): JWK | undefined {
  const { sealed, ...jwk } = row.privateJwk as StoredJwk;
  if (sealed === undefined) return secretsKey ? undefined : jwk;
  if (!secretsKey) return undefined;
  try {
    return { ...jwk, d: openSealedText(secretsKey, ownerOf(row.id), sealed) };
  } catch {
    return undefined;
  }
}

function ownerOf(id: string): string {
  return `signing key ${id}`;
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

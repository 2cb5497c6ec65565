import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for the person, of which we keep only the hash: a copy of the database opens nothing. */
export function createSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

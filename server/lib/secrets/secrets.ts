import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. Only the hash is stored, so a stolen copy of the database is of no use. */
export function createSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

import { createRequire } from 'node:module';

import type * as argon2 from '@node-rs/argon2';

// Replaces the package in tests with a database (vitest.config.ts). A hash at the real cost takes 30 ms,
// and these tests create thousands. password-rules.unit.test.ts tests the real package.

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

export function hash(password: Uint8Array, options: argon2.Options): Promise<string> {
  return real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
}

/** The only hash at the real cost is the dummy hash for unknown users, which matches no password. */
export async function verify(passwordHash: string, password: Uint8Array): Promise<boolean> {
  return !passwordHash.includes('m=19456') && real.verify(passwordHash, password);
}

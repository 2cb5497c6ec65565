import { createRequire } from 'node:module';

import type * as argon2 from '@node-rs/argon2';

// Takes the place of the package where the tests have a database (vitest.config.ts). One hash at the
// real cost takes 30 ms, and these tests make thousands. password-rules.unit.test.ts has the real one.

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;

export function hash(password: Uint8Array, options: argon2.Options): Promise<string> {
  return real.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
}

/** The only hash at the real cost is the one that stands for nobody, and it fits no password. */
export async function verify(passwordHash: string, password: Uint8Array): Promise<boolean> {
  return !passwordHash.includes('m=19456') && real.verify(passwordHash, password);
}

import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';

import { createWorkQueue } from '#server/lib/data/work-queue.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import { AppError } from '#shared/errors.ts';

import { findImportedHash, isImported } from './imported-hash.ts';

/**
 * Argon2id with OWASP's parameters. Checking a password takes as long for an unknown user as for a known
 * one, so that timing does not reveal which email addresses are known. Hashes that were imported from other
 * systems are checked as they are (imported-hash.ts); the sign-in then replaces them.
 */
const options: Options = {
  // Argon2id. The package exports it only as a const enum, which cannot be imported at run time.
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** The hash of a random, discarded password. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$QcNBRR2sQ/MqFwSetR4JkA$qmLMb1+MeG3PtOBYKu1TF+cpUYb1niVixN4bzfYsLCQ';

/** Hashing shares four threads with file reads: without the queue a burst of sign-ins would stop all pages. */
export const maxHashing = { atOnce: 2, waiting: 200 };

export const queueHashing = createWorkQueue({
  atOnce: maxHashing.atOnce,
  maxWaiting: maxHashing.waiting,
  refuse: () =>
    new AppError(
      'server/busy',
      'Too many people are signing in right now. Please wait a few seconds and try again.',
      { retryAfterSeconds: 5 },
    ),
});

export function hashPassword(password: string): Promise<string> {
  return queueHashing(() => hash(toBytes(password), options));
}

/** Without a hash it returns false after the same time. */
export async function isPassword(password: string, passwordHash?: string): Promise<boolean> {
  const wasImported = passwordHash !== undefined && isImported(passwordHash);
  const imported = wasImported ? findImportedHash(passwordHash) : undefined;
  const own = wasImported ? undefined : passwordHash;
  return queueHashing(async () => {
    try {
      // Other systems hash the password as it was typed.
      if (imported) return await imported.isPassword(Buffer.from(password));
      if (own !== undefined) return await verify(own, toBytes(password));
    } catch (error) {
      if (codeOf(error) !== 'InvalidArg') throw error;
    }
    await verify(dummyHash, toBytes(password));
    return false;
  });
}

/** The same characters can be typed as different code points; NIST SP 800-63B asks to normalise them. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}

import { hash, verify } from '@node-rs/argon2';
import type { Options } from '@node-rs/argon2';

import { createWorkQueue } from '#server/lib/work-queue.ts';
import { AppError } from '#shared/errors.ts';

/**
 * Argon2id with OWASP's parameters. Checking a password costs the same whether there is a user or
 * not, so that time does not tell which addresses are known.
 */
const options: Options = {
  // Argon2id. The package names it by a const enum, which leaves nothing to import.
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Of a random password that nobody knows. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$QcNBRR2sQ/MqFwSetR4JkA$qmLMb1+MeG3PtOBYKu1TF+cpUYb1niVixN4bzfYsLCQ';

/**
 * Hashing, compression and file reads share four threads. Without the queue a rush of sign-ins would
 * take all of them, and no page would be served meanwhile.
 */
export const maxHashing = { atOnce: 2, waiting: 200 };

export const queueHashing = createWorkQueue({
  atOnce: maxHashing.atOnce,
  maxWaiting: maxHashing.waiting,
  refuse: () =>
    new AppError(
      'server/busy',
      'Too many people are signing in at this moment. Please wait a few seconds and try again.',
      { retryAfterSeconds: 5 },
    ),
});

export function hashPassword(password: string): Promise<string> {
  return queueHashing(() => hash(toBytes(password), options));
}

/** Without a hash it takes as long, and is false. */
export async function isPassword(password: string, passwordHash?: string): Promise<boolean> {
  const bytes = toBytes(password);
  const isSame = await queueHashing(() => verify(passwordHash ?? dummyHash, bytes));
  return isSame && passwordHash !== undefined;
}

/** The same characters can be typed as different code points; NIST asks for one form. */
function toBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'));
}

import type { Db } from '#server/db/schema.ts';
import { networkOf } from '#server/lib/network-of.ts';
import { countHit, resetHits, uncountHit } from '#server/lib/rate-limit.ts';
import type { Limit } from '#server/lib/rate-limit.ts';

import { ProtocolError } from './protocol-error.ts';

/**
 * Counts an attempt before checking it, so that concurrent guesses cannot exceed the limit. Counts by
 * email address and caller, never by email address alone, so that the owner can still sign in from
 * elsewhere while an attacker guesses.
 */
type Attempt = { emailKey: string; ip: string };
type Limits = { name: string; perAddress: Limit; perCaller: Limit };

const quarterHour = 900;
const hour = 3600;

const signIn: Limits = {
  name: 'sign-in',
  perAddress: { max: 10, seconds: quarterHour },
  perCaller: { max: 100, seconds: quarterHour },
};

const resetMail: Limits = {
  name: 'reset mail',
  perAddress: { max: 5, seconds: hour },
  perCaller: { max: 20, seconds: hour },
};

export function countSignIn(db: Db, attempt: Attempt): Promise<void> {
  return count(db, signIn, attempt);
}

export function countResetMail(db: Db, attempt: Attempt): Promise<void> {
  return count(db, resetMail, attempt);
}

/** After a successful sign-in. */
export async function clearSignInAttempts(db: Db, attempt: Attempt): Promise<void> {
  const keys = keysOf(signIn, attempt);
  await resetHits(db, keys.perAddress);
  await uncountHit(db, keys.perCaller);
}

/** For an attempt whose password could not be checked: it revealed nothing. */
export async function uncountSignIn(db: Db, attempt: Attempt): Promise<void> {
  const keys = keysOf(signIn, attempt);
  await uncountHit(db, keys.perAddress);
  await uncountHit(db, keys.perCaller);
}

async function count(db: Db, limits: Limits, attempt: Attempt): Promise<void> {
  const keys = keysOf(limits, attempt);
  for (const scope of ['perCaller', 'perAddress'] as const) {
    const { hits } = await countHit(db, keys[scope], limits[scope]);
    if (hits > limits[scope].max) throw new ProtocolError('TOO_MANY_ATTEMPTS_TRY_LATER');
  }
}

function keysOf({ name }: Limits, { emailKey, ip }: Attempt) {
  const caller = networkOf(ip);
  return {
    perAddress: `identity ${name} ${emailKey} by ${caller}`,
    perCaller: `identity ${name} by ${caller}`,
  };
}

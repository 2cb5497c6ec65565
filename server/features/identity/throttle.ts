import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';
import { countHit, resetHits, uncountHit } from '#server/lib/requests/rate-limit.ts';
import type { Limit } from '#server/lib/requests/rate-limit.ts';
import { slowDown, slowedLimit } from '#server/lib/requests/slow-down.ts';

import { ProtocolError } from './protocol-error.ts';

/**
 * Counts an attempt before checking it, so that concurrent guesses cannot exceed the limit. Counts by
 * email address and caller, never by email address alone, so that the owner can still sign in from
 * elsewhere while an attacker guesses. In a network where the owner signed in before, attempts are slowed down
 * and not refused (lib/slow-down.ts), so that an attacker in the same network cannot lock the owner out either.
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

type SignInDeps = Pick<Deps, 'db' | 'identity' | 'pause'>;

export async function countSignIn(deps: SignInDeps, attempt: Attempt): Promise<void> {
  const { db, identity } = deps;
  const isKnown = await identity.isKnownNetwork?.(attempt);
  const isOver = await count(db, signIn, attempt, { stopsAtLimit: !isKnown });
  if (!isKnown) {
    if (isOver) throw tooManyAttempts();
    return;
  }
  const { hits } = await countHit(db, knownKeyOf(attempt), slowedLimit);
  if (hits > slowedLimit.max) throw tooManyAttempts();
  await slowDown(deps, hits);
}

export async function countResetMail(db: Db, attempt: Attempt): Promise<void> {
  if (await count(db, resetMail, attempt, { stopsAtLimit: true })) throw tooManyAttempts();
}

/** After a successful sign-in. */
export async function clearSignInAttempts(db: Db, attempt: Attempt): Promise<void> {
  const keys = keysOf(signIn, attempt);
  await resetHits(db, keys.perAddress);
  await resetHits(db, knownKeyOf(attempt));
  await uncountHit(db, keys.perCaller);
}

/** For an attempt whose password could not be checked: it revealed nothing. */
export async function uncountSignIn(db: Db, attempt: Attempt): Promise<void> {
  const keys = keysOf(signIn, attempt);
  await uncountHit(db, keys.perAddress);
  await uncountHit(db, knownKeyOf(attempt));
  await uncountHit(db, keys.perCaller);
}

/** True if the attempt is over a limit. */
async function count(
  db: Db,
  limits: Limits,
  attempt: Attempt,
  { stopsAtLimit }: { stopsAtLimit: boolean },
): Promise<boolean> {
  const keys = keysOf(limits, attempt);
  let isOver = false;
  for (const scope of ['perCaller', 'perAddress'] as const) {
    const { hits } = await countHit(db, keys[scope], limits[scope]);
    if (hits > limits[scope].max) isOver = true;
    // Attempts that are refused must not use up the next limit.
    if (isOver && stopsAtLimit) return true;
  }
  return isOver;
}

function tooManyAttempts(): ProtocolError {
  return new ProtocolError('TOO_MANY_ATTEMPTS_TRY_LATER');
}

function knownKeyOf({ emailKey, ip }: Attempt): string {
  return `identity sign-in ${emailKey} in known network ${networkOf(ip)}`;
}

function keysOf({ name }: Limits, { emailKey, ip }: Attempt) {
  const caller = networkOf(ip);
  return {
    perAddress: `identity ${name} ${emailKey} by ${caller}`,
    perCaller: `identity ${name} by ${caller}`,
  };
}

import { createHash, randomInt } from 'node:crypto';

import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';

import type { Config } from '#server/config.ts';
import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countHit, resetHits } from '#server/lib/rate-limit.ts';
import { isSealed, openSealedText, sealText } from '#server/lib/sealed-text.ts';
import type { TwoFactorState } from '#shared/accounts.ts';
import { AppError } from '#shared/errors.ts';

import { recordSecondFactor } from './sessions.db.ts';
import {
  isTwoFactorRequired,
  requireFreshSecondFactor,
  revokeSessionsWithoutPublish,
} from './sessions.service.ts';
import type { Session } from './sessions.service.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  deleteSecret,
  findTwoFactor,
  insertSecret,
  replaceRecoveryCodes,
  sealSecret,
  useRecoveryCode,
  useStep,
} from './two-factor.db.ts';

/**
 * The second factor stands between the provider's sign-in and a session. A code works once, also
 * when it is sent twice at the same moment, and guessing is limited per account. Turning it on ends
 * the sessions that were started without it.
 */
type Owner = { id: number; username: string; userRights: number };
type TwoFactorDeps = Pick<Deps, 'db' | 'config'>;

const periodSeconds = 30;
const guesses = { max: 10, seconds: 900 };
const recoveryCodeCount = 10;
/** Without letters and digits that are mistaken for each other. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

export async function getTwoFactor(deps: TwoFactorDeps, owner: Owner): Promise<TwoFactorState> {
  const found = await findTwoFactor(deps.db, owner.id);
  return {
    isEnabled: Boolean(found?.confirmedAt),
    isRequired: isTwoFactorRequired(deps, owner),
    recoveryCodesLeft: found?.confirmedAt ? await countRecoveryCodes(deps.db, owner.id) : 0,
  };
}

export async function startTwoFactor({ db, config }: TwoFactorDeps, owner: Owner) {
  const secret = new Secret({ size: 20 });
  if (!(await insertSecret(db, owner.id, toStored(config, owner.id, secret.base32)))) {
    throw new AppError('accounts/two-factor-enforced', 'Two-factor sign-in is already on.');
  }
  const totp = new TOTP({ issuer: config.siteName, label: owner.username, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

type Finish = {
  code: string;
  /** The session that asks; it stays. Undefined during a sign-in. */
  sessionId?: string;
  /** In the same transaction: may refuse. */
  check?: (trx: Kysely<Schema>) => Promise<void>;
};

/**
 * The first working code turns it on and ends all other sessions. Answers the recovery codes, which
 * exist in clear only here, and the moment of that sign-out.
 */
export async function confirmTwoFactor(
  deps: TwoFactorDeps & Pick<Deps, 'live'>,
  owner: Owner,
  { code, sessionId, check }: Finish,
): Promise<{ recoveryCodes: string[]; signedOutAt: Date }> {
  const found = await findTwoFactor(deps.db, owner.id);
  if (!found || found.confirmedAt) {
    throw new AppError('accounts/two-factor-not-started', 'Begin the two-factor set-up again.');
  }
  return withLimitedGuesses(deps.db, owner, () =>
    transaction(deps.db, async (trx) => {
      await check?.(trx);
      if (!(await acceptCode({ ...deps, db: trx }, owner.id, found.secret, code))) return undefined;
      if (!(await confirmSecret(trx, owner.id, found.secret))) return undefined;
      const recoveryCodes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
      await replaceRecoveryCodes(trx, owner.id, recoveryCodes.map(hashRecoveryCode));
      const signedOutAt = await revokeSessionsWithoutPublish(trx, owner.id, sessionId);
      if (sessionId) await recordSecondFactor(trx, sessionId);
      await deps.live.publish(trx, { topic: 'me', accountId: owner.id });
      return { recoveryCodes, signedOutAt };
    }),
  );
}

/** Throws unless the account has no second factor, or the code is right. True: a code was given. */
export async function verifyTwoFactor(
  { db, config }: TwoFactorDeps,
  owner: Owner,
  code: string | undefined,
): Promise<boolean> {
  const found = await findTwoFactor(db, owner.id);
  if (!found?.confirmedAt) return false;
  if (code === undefined) {
    throw new AppError(
      'accounts/two-factor-required',
      'Enter the code from your authenticator app.',
    );
  }
  return withLimitedGuesses(db, owner, async () => {
    const isRight =
      (await acceptCode({ db, config }, owner.id, found.secret, code)) ||
      (await useRecoveryCode(db, owner.id, hashRecoveryCode(code)));
    return isRight || undefined;
  });
}

export async function hasTwoFactor(db: Kysely<Schema>, accountId: number): Promise<boolean> {
  return Boolean((await findTwoFactor(db, accountId))?.confirmedAt);
}

/** Asks for a code given in this session a moment ago: a password alone must not turn it off. */
export async function disableTwoFactor(deps: TwoFactorDeps, session: Session): Promise<void> {
  const owner = session.account;
  if (isTwoFactorRequired(deps, owner)) {
    throw new AppError(
      'accounts/two-factor-enforced',
      'Staff accounts keep two-factor sign-in on.',
    );
  }
  if (await hasTwoFactor(deps.db, owner.id)) requireFreshSecondFactor(session);
  await transaction(deps.db, (trx) => removeTwoFactor(trx, owner.id));
}

/** False when there was none. */
export async function removeTwoFactor(trx: Kysely<Schema>, accountId: number): Promise<boolean> {
  await replaceRecoveryCodes(trx, accountId, []);
  return deleteSecret(trx, accountId);
}

/** Counts before it tries, so that many guesses at once cannot slip through. */
async function withLimitedGuesses<T>(
  db: Kysely<Schema>,
  owner: Owner,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const key = `two-factor ${owner.id}`;
  const { hits, retryAfterSeconds } = await countHit(db, key, guesses);
  if (hits > guesses.max) {
    throw new AppError(
      'accounts/too-many-attempts',
      'Too many failed attempts. Please try again later.',
      { retryAfterSeconds },
    );
  }
  const result = await attempt();
  if (result === undefined) {
    throw new AppError(
      'accounts/two-factor-code-wrong',
      'That code is not right, or was used before.',
    );
  }
  await resetHits(db, key);
  return result;
}

async function acceptCode(
  { db, config }: TwoFactorDeps,
  accountId: number,
  stored: string,
  code: string,
): Promise<boolean> {
  const secret = readStored(config, accountId, stored);
  if (secret === undefined) return false;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds });
  const delta = totp.validate({ token: code.replaceAll(' ', ''), window: 1 });
  if (delta === null) return false;
  const step = Math.floor(Date.now() / 1000 / periodSeconds) + delta;
  if (!(await useStep(db, accountId, step))) return false;
  // Stored before there was a key.
  if (config.secretsKey && !isSealed(stored)) {
    await sealSecret(db, accountId, { stored, sealed: toStored(config, accountId, secret) });
  }
  return true;
}

type KeyHolder = Pick<Config, 'secretsKey'>;

function toStored({ secretsKey }: KeyHolder, accountId: number, secret: string): string {
  return secretsKey ? sealText(secretsKey, ownerOf(accountId), secret) : secret;
}

/** Undefined when the key is missing or another one: then only a recovery code works. */
function readStored(
  { secretsKey }: KeyHolder,
  accountId: number,
  stored: string,
): string | undefined {
  if (!isSealed(stored)) return stored;
  if (!secretsKey) return undefined;
  try {
    return openSealedText(secretsKey, ownerOf(accountId), stored);
  } catch {
    return undefined;
  }
}

function ownerOf(accountId: number): string {
  return `two-factor of account ${accountId}`;
}

function createRecoveryCode(): string {
  const pick = () => recoveryAlphabet[randomInt(recoveryAlphabet.length)];
  return Array.from({ length: 3 }, () => Array.from({ length: 5 }, pick).join('')).join('-');
}

function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.trim().toLowerCase()).digest();
}

import { randomInt } from 'node:crypto';

import { Secret, TOTP } from 'otpauth';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';
import { countHit, resetHits } from '#server/lib/requests/rate-limit.ts';
import { hashSecret } from '#server/lib/secrets/secrets.ts';
import { readStored, toStored } from '#server/lib/secrets/stored-secret.ts';
import { requireFreshSecondFactor } from '#server/plugins/session.ts';
import type { Session } from '#server/plugins/session.ts';
import type { TwoFactorState } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';

import { isKnownNetwork } from './known-networks.service.ts';
import { updateSession } from './sessions.db.ts';
import { isTwoFactorRequired, revokeSessionsWithoutPublish } from './sessions.service.ts';
import * as queries from './two-factor.db.ts';

/**
 * The second factor is checked after the provider's sign-in and before the session starts. A code works
 * once, even if it is sent twice at the same time. Turning it on ends the sessions that were started without it.
 *
 * Guesses are limited, but the one who knows the password must not be able to lock the owner out:
 * - six digits can be guessed, so they are limited per account, whatever the network. Only a network from which the
 *   account signed in before has a count of its own;
 * - recovery codes cannot be guessed, so they are limited per account and network, apart from the six digits.
 */
type Owner = Standing & { id: number; username: string };
type TwoFactorDeps = Pick<Deps, 'db' | 'config'>;

const periodSeconds = 30;
const guesses = { max: 10, seconds: 900 };
const recoveryCodeCount = 10;
/** Without letters and digits that look alike. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

export async function getTwoFactor(deps: TwoFactorDeps, owner: Owner): Promise<TwoFactorState> {
  const found = await queries.findTwoFactor(deps.db, owner.id);
  return {
    isEnabled: Boolean(found?.confirmedAt),
    isRequired: isTwoFactorRequired(deps, owner),
    recoveryCodesLeft: found?.confirmedAt ? await queries.countRecoveryCodes(deps.db, owner.id) : 0,
  };
}

export async function startTwoFactor(
  { brand, db, config }: TwoFactorDeps & Pick<Deps, 'brand'>,
  owner: Owner,
) {
  const secret = new Secret({ size: 20 });
  if (
    !(await queries.insertSecret(db, owner.id, toStored(config, ownerOf(owner.id), secret.base32)))
  ) {
    throw new AppError('accounts/two-factor-enforced', 'Two-factor sign-in is already on.');
  }
  const totp = new TOTP({ issuer: brand.now().name, label: owner.username, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

type Confirmation = {
  code: string;
  ip: string;
  /** The current session, which stays signed in. Undefined during a sign-in. */
  sessionId?: string;
  /** Runs in the same transaction and may throw. */
  check?: (trx: Db) => Promise<void>;
};

/** The first valid code ends all other sessions. Returns the recovery codes, which are stored as hashes, and the time. */
export async function confirmTwoFactor(
  deps: TwoFactorDeps & Pick<Deps, 'live'>,
  owner: Owner,
  { code, ip, sessionId, check }: Confirmation,
): Promise<{ recoveryCodes: string[]; signedOutAt: Date }> {
  const found = await queries.findTwoFactor(deps.db, owner.id);
  if (!found || found.confirmedAt) {
    throw new AppError('accounts/two-factor-not-started', 'Start the two-factor setup again.');
  }
  return withLimitedGuesses(deps.db, await codeKeyOf(deps, owner, ip), () =>
    transaction(deps.db, async (trx) => {
      await check?.(trx);
      if (!(await acceptCode({ ...deps, db: trx }, owner.id, found.secret, code))) return undefined;
      if (!(await queries.confirmSecret(trx, owner.id, found.secret))) return undefined;
      const recoveryCodes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
      await queries.replaceRecoveryCodes(trx, owner.id, recoveryCodes.map(hashRecoveryCode));
      const signedOutAt = await revokeSessionsWithoutPublish(trx, owner.id, sessionId);
      if (sessionId) await updateSession(trx, sessionId, { hasSecondFactor: true });
      await deps.live.publish(trx, { topic: 'me', accountId: owner.id });
      return { recoveryCodes, signedOutAt };
    }),
  );
}

/** Throws if the account has a second factor and the code is missing or wrong. True if a code was checked. */
export async function verifyTwoFactor(
  deps: TwoFactorDeps,
  owner: Owner,
  { code, ip }: { code?: string | undefined; ip: string },
): Promise<boolean> {
  const { db } = deps;
  const found = await queries.findTwoFactor(db, owner.id);
  if (!found?.confirmedAt) return false;
  if (code === undefined) {
    throw new AppError(
      'accounts/two-factor-required',
      'Enter the code from your authenticator app.',
    );
  }
  if (isRecoveryCode(code)) {
    const key = `recovery code ${owner.id} by ${networkOf(ip)}`;
    return withLimitedGuesses(db, key, async () => {
      const isRight = await queries.useRecoveryCode(db, owner.id, hashRecoveryCode(code));
      return isRight || undefined;
    });
  }
  return withLimitedGuesses(db, await codeKeyOf(deps, owner, ip), async () => {
    const isRight = await acceptCode(deps, owner.id, found.secret, code);
    return isRight || undefined;
  });
}

async function codeKeyOf({ db }: TwoFactorDeps, { id }: Owner, ip: string): Promise<string> {
  const isKnown = await isKnownNetwork(db, { id }, ip);
  return isKnown ? `two-factor ${id} by ${networkOf(ip)}` : `two-factor ${id}`;
}

export async function hasTwoFactor(db: Db, accountId: number): Promise<boolean> {
  return Boolean((await queries.findTwoFactor(db, accountId))?.confirmedAt);
}

/** Needs a code from the last minutes of this session: a password alone must not turn it off. */
export async function disableTwoFactor(
  deps: TwoFactorDeps & Pick<Deps, 'live'>,
  session: Session,
): Promise<void> {
  const owner = session.account;
  if (isTwoFactorRequired(deps, owner)) {
    throw new AppError(
      'accounts/two-factor-enforced',
      'Two-factor sign-in is required for staff accounts.',
    );
  }
  if (await hasTwoFactor(deps.db, owner.id)) requireFreshSecondFactor(session);
  await transaction(deps.db, async (trx) => {
    await removeTwoFactor(trx, owner.id);
    await deps.live.publish(trx, { topic: 'me', accountId: owner.id });
  });
}

/** False if two-factor was not set up. */
export async function removeTwoFactor(trx: Db, accountId: number): Promise<boolean> {
  await queries.replaceRecoveryCodes(trx, accountId, []);
  return queries.deleteSecret(trx, accountId);
}

/** Counts each guess before checking it, so that concurrent guesses cannot exceed the limit. */
async function withLimitedGuesses<T>(
  db: Db,
  key: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
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
      'That code is wrong or has already been used.',
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
  // Without the key, only a recovery code works.
  const secret = readStored(config, ownerOf(accountId), stored);
  if (secret === undefined) return false;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: periodSeconds });
  // Read once: if a period ended between two readings, a used code would count for the next step.
  const timestamp = Date.now();
  const delta = totp.validate({ token: code.replaceAll(' ', ''), window: 1, timestamp });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / periodSeconds) + delta;
  return queries.useStep(db, accountId, step);
}

/** Seals the secrets that were stored before there was a key. */
export async function sealSecrets({ db, config }: TwoFactorDeps): Promise<void> {
  if (!config.secretsKey) return;
  for (const { accountId, secret } of await queries.findUnsealedSecrets(db)) {
    const sealed = toStored(config, ownerOf(accountId), secret);
    await queries.sealSecret(db, accountId, { stored: secret, sealed });
  }
}

function ownerOf(accountId: number): string {
  return `two-factor of account ${accountId}`;
}

function createRecoveryCode(): string {
  const pick = () => recoveryAlphabet[randomInt(recoveryAlphabet.length)];
  return Array.from({ length: 3 }, () => Array.from({ length: 5 }, pick).join('')).join('-');
}

/** The form of what createRecoveryCode returns, in any case. */
function isRecoveryCode(code: string): boolean {
  return /^[a-z\d]{5}(?:-[a-z\d]{5}){2}$/i.test(code.trim());
}

function hashRecoveryCode(code: string): Buffer {
  return hashSecret(code.trim().toLowerCase());
}

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { VerifiedToken } from '#server/lib/identity-provider.ts';
import { tokenRefused } from '#server/lib/identity-provider.ts';
import { networkOf } from '#server/lib/requests/network-of.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';
import type { Session, Sessions } from '#server/plugins/session.ts';
import type { OwnSession } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';
import { needsStaffSecurity } from '#shared/rules/staff-permissions.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';

import { findAccountByIdentity } from './accounts.db.ts';
import { describeDevice } from './describe-device.ts';
import { deleteKnownNetworks } from './known-networks.db.ts';
import * as queries from './sessions.db.ts';
import type { Lifetime } from './sessions.db.ts';

export { findRecentUsernames } from './sessions.db.ts';

// A session is a database row. The browser holds a token of 256 random bits and the database only its
// hash, so a stolen copy of the database opens no session. Deleting the row ends the session on every
// replica.
//
// Everything that ends sessions also sets the account's `signed_out_at`, under the account's lock. A
// session starts under the same lock, and only from a sign-in after that time. So an older ID token
// cannot start a session, even if it is sent during the sign-out.
//
// Logging out ends only this browser, so it must not set `signed_out_at`. Instead it records the sign-in of the
// session as ended: its ID token starts no other session. Until then the token may be sent again, because the
// answer with the cookie can get lost.

const lifetimes = {
  player: { idleDays: 30, totalDays: 90 },
  staff: { idleDays: 7, totalDays: 30 },
  appeal: { idleDays: 1, totalDays: 1 },
} satisfies Record<string, Lifetime>;

/** Not on every request: that would turn each read into a write and, with Firebase, into a call to Google. */
const checkAfterMilliseconds = 5 * 60_000;

type Visitor = {
  ip: string;
  userAgent: string;
  signedInAt: Date;
  /** Omitted when no ID token was verified, for example in tests. */
  validSince?: Date;
  hasSecondFactor?: boolean;
  /** Omitted: a player. */
  standing?: Standing;
  /** For a banned account: a session that opens only the page for appeals. */
  isAppealOnly?: boolean;
};

export async function startSession(db: Db, accountId: number, visitor: Visitor): Promise<string> {
  const { secret, hash } = createSecret();
  await queries.insertSession(db, {
    tokenHash: hash,
    accountId,
    ip: visitor.ip,
    userAgent: visitor.userAgent.slice(0, 300),
    signedInAt: visitor.signedInAt,
    validSince: visitor.validSince ?? visitor.signedInAt,
    hasSecondFactor: visitor.hasSecondFactor ?? false,
    lifetime: visitor.isAppealOnly ? lifetimes.appeal : lifetimeFor(visitor.standing),
    isAppealOnly: visitor.isAppealOnly ?? false,
  });
  return secret;
}

export function sessionsOf(deps: SessionDeps): Sessions {
  return {
    find: (token, options) => findSession(deps, token, options),
    findForAppeal: (token) => findAppealSession(deps, token),
    findOpen: (ids) => queries.findOpenSessions(deps.db, ids),
    assertNotBanned: (token) => assertTokenNotBanned(deps.db, token),
    longestDays: lifetimes.player.totalDays,
  };
}

type SessionDeps = Pick<Deps, 'config' | 'db' | 'identity' | 'live' | 'onProblem'>;
type LiveRow = NonNullable<Awaited<ReturnType<typeof queries.findLiveSession>>>;

/** Staff sessions are checked with the provider on every write. */
async function findSession(
  deps: SessionDeps,
  token: string,
  { isWrite }: { isWrite: boolean },
): Promise<Session | undefined> {
  const tokenHash = hashSecret(token);
  const row = await queries.findLiveSession(deps.db, tokenHash);
  if (!row) return undefined;
  if (isTwoFactorRequired(deps, row) && !row.secondFactorAt) return undefined;
  const isDue = Date.now() - row.lastSeenAt.getTime() > checkAfterMilliseconds;
  if (isDue) await queries.touchSession(deps.db, row.sessionId, lifetimeFor(row));
  const isStrict = isWrite && needsStaffSecurity(row);
  if ((isDue || isStrict) && !(await isStillValid(deps, row, isStrict))) {
    await queries.deleteSessionByToken(deps.db, tokenHash);
    await deps.live.publish(deps.db, { topic: 'me', accountId: row.id });
    return undefined;
  }
  return toSession(row);
}

async function findAppealSession(deps: SessionDeps, token: string): Promise<Session | undefined> {
  const row = await queries.findAppealSession(deps.db, hashSecret(token));
  return row && toSession(row);
}

function toSession(row: LiveRow): Session {
  const { id, username, usernameKey, email, wyncoins } = row;
  const { userRights, permissions, communityManager, deleteAfter } = row;
  return {
    id: row.sessionId,
    authenticatedAt: row.authenticatedAt,
    secondFactorAt: row.secondFactorAt,
    account: {
      id,
      username,
      usernameKey,
      email,
      userRights,
      permissions,
      communityManager,
      deleteAfter,
      wyncoins,
    },
  };
}

/** False if the password was changed or the user disabled. While the provider is away, staff can read but not write. */
async function isStillValid(
  { identity, onProblem }: SessionDeps,
  { uid, validSince }: LiveRow,
  isStrict: boolean,
): Promise<boolean> {
  try {
    const current = await identity.findValidSince(uid);
    return current !== undefined && current <= validSince;
  } catch (error) {
    if (isStrict) throw error;
    onProblem('A session could not be checked with the sign-in service.', error);
    return true;
  }
}

function lifetimeFor(standing?: Standing): Lifetime {
  return standing && needsStaffSecurity(standing) ? lifetimes.staff : lifetimes.player;
}

/** True for staff, admins and accounts with a permission if STAFF_TWO_FACTOR is on. */
export function isTwoFactorRequired({ config }: Pick<Deps, 'config'>, standing: Standing): boolean {
  return config.staffTwoFactor && needsStaffSecurity(standing);
}

/** Ends sessions and publishes `me`, so that open pages notice they are signed out. */
export async function revokeSessions(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  exceptId?: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    await revokeSessionsWithoutPublish(trx, accountId, exceptId);
    await live.publish(trx, { topic: 'me', accountId });
  });
}

/** For callers that publish later, after another change. Returns the sign-out time. */
export async function revokeSessionsWithoutPublish(
  trx: Db,
  accountId: number,
  exceptId?: string,
): Promise<Date> {
  // First, because it takes the account's lock and so waits for a session that is being started.
  const signedOutAt = await queries.recordSignOut(trx, accountId);
  const kept = exceptId && (await queries.findSessionIp(trx, exceptId))?.ip;
  await deleteKnownNetworks(trx, accountId, kept ? networkOf(kept) : undefined);
  await queries.deleteSessions(trx, accountId, exceptId);
  return signedOutAt;
}

type Owner = { id: number; uid: string };
type TokenDeps = Pick<Deps, 'db' | 'identity' | 'onProblem'>;

export async function revokeOtherSessions(
  deps: TokenDeps & Pick<Deps, 'live'>,
  owner: Owner,
  currentSessionId: string,
): Promise<void> {
  await revokeSessions(deps, owner.id, currentSessionId);
  await revokeTokens(deps, owner, currentSessionId);
}

/** If the provider cannot be reached, that is only reported: after revokeSessions its tokens start no session anyway. */
export async function revokeTokens(
  { db, identity, onProblem }: TokenDeps,
  { uid }: Pick<Owner, 'uid'>,
  exceptSessionId?: string,
): Promise<void> {
  try {
    const validSince = await identity.revokeTokens(uid);
    // A change that the session itself made must not end it.
    if (exceptSessionId) await queries.updateSession(db, exceptSessionId, { validSince });
  } catch (error) {
    onProblem('The tokens of a signed-out player could not be revoked.', error);
  }
}

/** Copies the provider's new `validSince` to a session, so that its own change does not end it. */
export async function syncValidSince(
  { db, identity, onProblem }: TokenDeps,
  sessionId: string,
  uid: string,
): Promise<void> {
  try {
    const validSince = await identity.findValidSince(uid);
    if (validSince) await queries.updateSession(db, sessionId, { validSince });
  } catch (error) {
    onProblem(
      'A session could not be kept after a change; the player has to sign in again.',
      error,
    );
  }
}

/** Ends the session of one browser, whose tokens stop working too. */
export async function logOut(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  token: string,
): Promise<void> {
  const tokenHash = hashSecret(token);
  const owner = await queries.findOwnerByToken(db, tokenHash);
  if (!owner) return;
  await transaction(db, async (trx) => {
    // Waits for a session that is being started with the same ID token.
    await queries.lockAccount(trx, owner.id);
    await endSession(trx, tokenHash);
  });
  await identity.endRefreshTokens?.(owner.uid);
}

/** Deletes the session, and its sign-in can start no other one. */
export async function endSession(
  trx: Db,
  tokenHash: Buffer,
  { keptSignIn }: { keptSignIn?: Date } = {},
): Promise<void> {
  const ended = await queries.deleteSessionByToken(trx, tokenHash);
  if (!ended || ended.signedInAt.getTime() === keptSignIn?.getTime()) return;
  await queries.insertEndedSignIn(trx, ended);
}

/** For bans. Runs in the transaction of the ban. */
export async function expireSessions(
  { live }: Pick<Deps, 'live'>,
  trx: Db,
  accountId: number,
): Promise<void> {
  await queries.expireSessions(trx, accountId);
  await live.publish(trx, { topic: 'me', accountId });
}

type SignIn = {
  accountId: number;
  token: Pick<VerifiedToken, 'signedInAt'>;
  /** The sign-out time that this sign-in itself set; it does not make the sign-in invalid. */
  ownSignOut?: Date | undefined;
};

/** Call it in the transaction that starts or confirms a session: it locks the account against bans and sign-outs. */
export async function assertSignInAllowed(trx: Db, signIn: SignIn): Promise<void> {
  const ban = await checkSignIn(trx, signIn);
  if (ban) throw ban;
}

/** Like assertSignInAllowed, but returns the refusal of a sign-in that only a ban forbids. */
export async function checkSignIn(
  trx: Db,
  { accountId, token, ownSignOut }: SignIn,
): Promise<AppError | undefined> {
  const { signedOutAt, closingAt } = await queries.lockAccount(trx, accountId);
  if (closingAt) throw new AppError('accounts/deleted', 'This account has been deleted.');
  const ban = await queries.findBan(trx, accountId);
  const refusal = ban && bannedError(ban);
  if (await queries.hasEndedSignIn(trx, { accountId, signedInAt: token.signedInAt })) {
    throw refusal ?? tokenRefused('The session of this sign-in was logged out.');
  }
  if (!signedOutAt || token.signedInAt >= signedOutAt) return refusal;
  if (ownSignOut?.getTime() === signedOutAt.getTime()) return refusal;
  throw refusal ?? tokenRefused('The account was signed out after this sign-in.');
}

/** For a caller without a session: throws the ban reason if a ban ended the session. */
async function assertTokenNotBanned(db: Db, token: string): Promise<void> {
  const ban = await queries.findBanByToken(db, hashSecret(token));
  if (ban) throw bannedError(ban);
}

function bannedError({ reason, expiresAt }: { reason: string; expiresAt: Date | null }): AppError {
  const until = expiresAt ? `until ${endFormat.format(expiresAt)} UTC` : 'permanently';
  return new AppError('accounts/banned', `This account is banned ${until}. Reason: ${reason}`);
}

const endFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** For password resets. Runs in the transaction of the reset. */
export async function revokeSessionsByIdentity(
  { live }: Pick<Deps, 'live'>,
  trx: Db,
  uid: string,
): Promise<void> {
  const account = await findAccountByIdentity(trx, 'embedded', uid);
  if (account) await revokeSessions({ db: trx, live }, account.id);
}

/** Ends one session and invalidates the tokens that its browser still holds. */
export async function revokeSession(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  sessionId: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    await queries.recordSignOut(trx, accountId);
    if (!(await queries.deleteSessionById(trx, accountId, sessionId))) {
      throw new AppError('accounts/session-not-found', 'That session has already ended.');
    }
    await live.publish(trx, { topic: 'me', accountId });
  });
}

export async function listSessions(db: Db, session: Session): Promise<OwnSession[]> {
  const sessions = await listAccountSessions(db, session.account.id);
  return sessions.map((other) => ({ ...other, isCurrent: other.id === session.id }));
}

export async function listAccountSessions(
  db: Db,
  accountId: number,
): Promise<Omit<OwnSession, 'isCurrent'>[]> {
  const rows = await queries.findSessions(db, accountId);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    ip: row.ip ?? '',
    device: describeDevice(row.user_agent ?? ''),
  }));
}

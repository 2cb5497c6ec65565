import { createHash, randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { OwnSession } from '#shared/accounts.ts';
import { AppError } from '#shared/errors.ts';

import { findAccountByIdentity } from './accounts.db.ts';
import { describeDevice } from './describe-device.ts';
import {
  deleteSessionOf,
  deleteSessionsOf,
  expireSessionsOf as expireSessions,
  findBanOf,
  findBanOfToken,
  findLiveSession,
  findSessionsOf,
  holdAccount,
  insertSession,
  touchSession,
} from './sessions.db.ts';

/**
 * A session is a row; the browser holds 256 random bits and the database only their hash, so a copy
 * of the database opens no session. Deleting the row ends the session everywhere at once.
 */
export type SessionAccount = {
  id: number;
  username: string;
  usernameKey: string;
  email: string;
  userRights: number;
  communityManager: boolean;
  wyncoins: number;
};

export type Session = { id: string; authenticatedAt: Date; account: SessionAccount };

export const sessionLifetimeDays = 30;

/** Sliding the expiry on every request would turn each read into a write. */
const touchAfterMilliseconds = 5 * 60_000;

type Visitor = { ip: string; userAgent: string; signedInAt: Date };

/** How recent a sign-in must be for changes of email, password and second factor. */
const freshMilliseconds = 10 * 60_000;

export async function startSession(
  db: Kysely<Schema>,
  accountId: number,
  visitor: Visitor,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertSession(db, {
    tokenHash: hashToken(token),
    accountId,
    ip: visitor.ip,
    userAgent: visitor.userAgent.slice(0, 300),
    signedInAt: visitor.signedInAt,
    lifetimeDays: sessionLifetimeDays,
  });
  return token;
}

export async function findSession(db: Kysely<Schema>, token: string): Promise<Session | undefined> {
  const row = await findLiveSession(db, hashToken(token));
  if (!row) return undefined;
  const { sessionId, authenticatedAt, lastSeenAt, ...account } = row;
  if (Date.now() - lastSeenAt.getTime() > touchAfterMilliseconds) {
    await touchSession(db, sessionId, sessionLifetimeDays);
  }
  return { id: sessionId, authenticatedAt, account };
}

export function requireFreshSignIn(session: Session): void {
  if (Date.now() - session.authenticatedAt.getTime() <= freshMilliseconds) return;
  throw new AppError(
    'accounts/reauthentication-required',
    'Please confirm your current password first.',
  );
}

/** Ends sessions and tells the open pages, which then find themselves signed out. */
export async function endSessionsOf(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  exceptId?: string,
): Promise<void> {
  await transaction(db, async (trx) => {
    await deleteSessionsOf(trx, accountId, exceptId);
    await live.publish(trx, { topic: 'me', accountId });
  });
}

/** A ban ends every session in its own transaction. */
export async function expireSessionsOf(
  { live }: Pick<Deps, 'live'>,
  trx: Kysely<Schema>,
  accountId: number,
): Promise<void> {
  await expireSessions(trx, accountId);
  await live.publish(trx, { topic: 'me', accountId });
}

/** Called in the transaction that starts a session: no ban can slip in between. */
export async function refuseBanned(trx: Kysely<Schema>, accountId: number): Promise<void> {
  await holdAccount(trx, accountId);
  const ban = await findBanOf(trx, accountId);
  if (ban) throw bannedError(ban);
}

/** For a caller whose session is gone: whether a ban is why. */
export async function refuseBannedToken(db: Kysely<Schema>, token: string): Promise<void> {
  const ban = await findBanOfToken(db, hashToken(token));
  if (ban) throw bannedError(ban);
}

function bannedError({ reason, expiresAt }: { reason: string; expiresAt: Date | null }): AppError {
  const until = expiresAt ? `until ${formatEnd(expiresAt)}` : 'permanently';
  return new AppError('accounts/banned', `This account is banned ${until}. Reason: ${reason}`);
}

const endFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function formatEnd(end: Date): string {
  return `${endFormat.format(end)} UTC`;
}

/** A password reset at the provider ends every session of the player, in the reset's own transaction. */
export async function deleteSessionsOfIdentity(
  { live }: Pick<Deps, 'live'>,
  trx: Kysely<Schema>,
  uid: string,
): Promise<void> {
  const account = await findAccountByIdentity(trx, 'embedded', uid);
  if (!account) return;
  await deleteSessionsOf(trx, account.id);
  await live.publish(trx, { topic: 'me', accountId: account.id });
}

export async function endSession(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  accountId: number,
  sessionId: string,
): Promise<void> {
  if (!(await deleteSessionOf(db, accountId, sessionId))) {
    throw new AppError('accounts/session-not-found', 'That session has already ended.');
  }
  await live.publish(db, { topic: 'me', accountId });
}

export async function listSessionsOf(db: Kysely<Schema>, session: Session): Promise<OwnSession[]> {
  const sessions = await describeSessionsOf(db, session.account.id);
  return sessions.map((one) => ({ ...one, isCurrent: one.id === session.id }));
}

export async function describeSessionsOf(
  db: Kysely<Schema>,
  accountId: number,
): Promise<Omit<OwnSession, 'isCurrent'>[]> {
  const rows = await findSessionsOf(db, accountId);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    ip: row.ip ?? '',
    device: describeDevice(row.user_agent ?? ''),
  }));
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

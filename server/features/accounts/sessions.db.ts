import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import { selectBalance } from '#server/db/expressions.ts';
import type { Schema } from '#server/db/schema.ts';

export type NewSession = {
  tokenHash: Buffer;
  accountId: number;
  ip: string;
  userAgent: string;
  signedInAt: Date;
  validSince: Date;
  hasSecondFactor: boolean;
  lifetime: Lifetime;
};

/** A session ends this long after its last use, and at the latest this long after its start. */
export type Lifetime = { idleDays: number; totalDays: number };

export async function insertSession(db: Kysely<Schema>, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      account_id: session.accountId,
      ip: session.ip,
      user_agent: session.userAgent,
      authenticated_at: session.signedInAt,
      valid_since: session.validSince,
      second_factor_at: session.hasSecondFactor ? sql<Date>`now()` : null,
      expires_at: sql<Date>`now() + make_interval(days => ${session.lifetime.idleDays})`,
    })
    .execute();
}

export function findLiveSession(db: Kysely<Schema>, tokenHash: Buffer) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id as sessionId',
      'sessions.authenticated_at as authenticatedAt',
      'sessions.last_seen_at as lastSeenAt',
      'sessions.valid_since as validSince',
      'sessions.second_factor_at as secondFactorAt',
      'accounts.identity_id as uid',
      'accounts.id',
      'accounts.username',
      'accounts.username_key as usernameKey',
      'accounts.email',
      'accounts.user_rights as userRights',
      'accounts.community_manager as communityManager',
      selectBalance('accounts.id').as('wyncoins'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('accounts.pending_since', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

export async function touchSession(
  db: Kysely<Schema>,
  sessionId: string,
  { idleDays, totalDays }: Lifetime,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql<Date>`now()`,
      expires_at: sql<Date>`least(
        now() + make_interval(days => ${idleDays}),
        created_at + make_interval(days => ${totalDays})
      )`,
    })
    .where('id', '=', sessionId)
    // A session that was ended meanwhile must not come back. now() could be earlier than an end that
    // was written by a transaction which began after this one.
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute();
}

/** Answers whose it was. */
export async function deleteSessionByToken(
  db: Kysely<Schema>,
  tokenHash: Buffer,
): Promise<{ uid: string } | undefined> {
  return db
    .deleteFrom('sessions')
    .using('accounts')
    .whereRef('accounts.id', '=', 'sessions.account_id')
    .where('token_hash', '=', tokenHash)
    .returning('accounts.identity_id as uid')
    .executeTakeFirst();
}

type Proof = { signedInAt: Date; validSince: Date; hasSecondFactor: boolean };

export async function updateSessionProof(
  db: Kysely<Schema>,
  sessionId: string,
  { signedInAt, validSince, hasSecondFactor }: Proof,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      authenticated_at: signedInAt,
      valid_since: validSince,
      ...(hasSecondFactor && { second_factor_at: sql<Date>`now()` }),
    })
    .where('id', '=', sessionId)
    .execute();
}

export async function recordSecondFactor(db: Kysely<Schema>, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ second_factor_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}

/** After a change at the provider that this session itself made. */
export async function updateValidSince(
  db: Kysely<Schema>,
  sessionId: string,
  validSince: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ valid_since: validSince })
    .where('id', '=', sessionId)
    .execute();
}

/** Of these sessions, those that are still open. */
export function findOpenSessions(db: Kysely<Schema>, ids: string[]) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['sessions.id', 'accounts.user_rights as userRights'])
    .where('sessions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .execute();
}

export function findSessions(db: Kysely<Schema>, accountId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

export async function deleteSessionById(
  db: Kysely<Schema>,
  accountId: number,
  sessionId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All of them, or all but one. */
export async function deleteSessions(
  db: Kysely<Schema>,
  accountId: number,
  exceptId?: string,
): Promise<void> {
  let query = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (exceptId) query = query.where('id', '<>', exceptId);
  await query.execute();
}

/** Ended, but still known by their tokens until the job deletes them: their holders can be told why. */
export async function expireSessions(db: Kysely<Schema>, accountId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/** Why the holder of an ended session is kept out, if that is so. */
export function findBanByToken(db: Kysely<Schema>, tokenHash: Buffer) {
  return selectBans(db)
    .innerJoin('sessions', 'sessions.account_id', 'sanctions.account_id')
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export function findBan(db: Kysely<Schema>, accountId: number) {
  return selectBans(db).where('sanctions.account_id', '=', accountId).executeTakeFirst();
}

function selectBans(db: Kysely<Schema>) {
  return db
    .selectFrom('sanctions')
    .select(['sanctions.reason', 'sanctions.expires_at as expiresAt'])
    .where('sanctions.kind', '=', 'ban')
    .where('sanctions.lifted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('sanctions.expires_at', 'is', null),
        eb('sanctions.expires_at', '>', sql<Date>`now()`),
      ]),
    );
}

/**
 * Holds the account against bans and sign-outs until the transaction ends; one already under way is
 * awaited. Answers the moment of its last sign-out.
 */
export async function lockAccount(db: Kysely<Schema>, accountId: number): Promise<Date | null> {
  const account = await db
    .selectFrom('accounts')
    .select('signed_out_at')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return account.signed_out_at;
}

/** From now on sign-ins from before are refused. Never goes back, whatever the clock does. */
export async function recordSignOut(db: Kysely<Schema>, accountId: number): Promise<Date> {
  const { signed_out_at } = await db
    .updateTable('accounts')
    .set({
      signed_out_at: sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), signed_out_at)`,
    })
    .where('id', '=', accountId)
    .returning(sql<Date>`signed_out_at`.as('signed_out_at'))
    .executeTakeFirstOrThrow();
  return signed_out_at;
}

export async function deleteExpiredSessions(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}

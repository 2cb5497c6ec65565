import { sql } from 'kysely';

import { sanctionInForce, selectBalance, selectPermissions } from '#server/db/expressions.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { prepareQuery } from '#server/db/prepared-statement.ts';
import type { ParamOf } from '#server/db/prepared-statement.ts';
import { hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

export type NewSession = {
  tokenHash: Buffer;
  accountId: number;
  ip: string;
  userAgent: string;
  signedInAt: Date;
  validSince: Date;
  hasSecondFactor: boolean;
  lifetime: Lifetime;
  isAppealOnly: boolean;
};

/** A session ends `idleDays` after its last use and at the latest `totalDays` after its start. */
export type Lifetime = { idleDays: number; totalDays: number };

export async function insertSession(db: Db, session: NewSession): Promise<void> {
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
      appeal_only: session.isAppealOnly,
      expires_at: sql<Date>`now() + make_interval(days => ${session.lifetime.idleDays})`,
    })
    .execute();
}

const selectLiveSessions = prepareQuery('sessions', (db, param: ParamOf<{ hashes: Buffer[] }>) =>
  selectSessions(db)
    .where('sessions.token_hash', '=', sql<Buffer>`any(${param('hashes')}::bytea[])`)
    .where('sessions.appeal_only', '=', false),
);

/** The session of a banned account, while the ban is in force. */
export function findAppealSession(db: Db, tokenHash: Buffer) {
  return selectSessions(db)
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.appeal_only', '=', true)
    .where(sql<boolean>`is_player_banned(accounts.username_key)`)
    .executeTakeFirst();
}

function selectSessions(db: Db) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.token_hash as tokenHash',
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
      'accounts.delete_after as deleteAfter',
      selectPermissions('accounts').as('permissions'),
      selectBalance('accounts.id').as('wyncoins'),
    ])
    .where('accounts.pending_since', 'is', null)
    .where('sessions.expires_at', '>', sql<Date>`now()`);
}

/** Every request of a signed-in player begins with it. */
export const findLiveSession = inBatches(async (db, hashes: Buffer[]) => {
  const rows = await selectLiveSessions(db, { hashes });
  return hashes.map((hash) => rows.find(({ tokenHash }) => hash.equals(tokenHash)));
});

export async function touchSession(
  db: Db,
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
    // Do not revive a session that has ended in the meantime. now() is the start of this transaction
    // and can be earlier than an expiry written by a transaction that began later.
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute();
}

export function deleteSessionByToken(db: Db, tokenHash: Buffer) {
  return db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['account_id as accountId', 'authenticated_at as signedInAt'])
    .executeTakeFirst();
}

export function findOwnerByToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.identity_id as uid'])
    .where('sessions.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export function findSessionIp(db: Db, sessionId: string) {
  return db.selectFrom('sessions').select('ip').where('id', '=', sessionId).executeTakeFirst();
}

export async function insertEndedSignIn(
  db: Db,
  { accountId, signedInAt }: { accountId: number; signedInAt: Date },
): Promise<void> {
  await db
    .insertInto('ended_sign_ins')
    .values({ account_id: accountId, signed_in_at: signedInAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function hasEndedSignIn(
  db: Db,
  { accountId, signedInAt }: { accountId: number; signedInAt: Date },
): Promise<boolean> {
  const where = sql`account_id = ${accountId} and signed_in_at = ${signedInAt}`;
  return hasRow(db, 'ended_sign_ins', where);
}

/** An ID token is valid for an hour, so older rows refuse nothing any more. */
export async function deleteOldEndedSignIns(db: Db): Promise<void> {
  await sql`delete from ended_sign_ins where ended_at < now() - interval '2 hours'`.execute(db);
}

type Proof = { signedInAt?: Date; validSince?: Date; hasSecondFactor?: boolean };

/** Changes only what is given. */
export async function updateSession(
  db: Db,
  sessionId: string,
  { signedInAt, validSince, hasSecondFactor }: Proof,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      ...(signedInAt && { authenticated_at: signedInAt }),
      ...(validSince && { valid_since: validSince }),
      ...(hasSecondFactor && { second_factor_at: sql<Date>`now()` }),
    })
    .where('id', '=', sessionId)
    .execute();
}

export function findOpenSessions(db: Db, ids: string[]) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id',
      'accounts.user_rights as userRights',
      selectPermissions('accounts').as('permissions'),
    ])
    .where('sessions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('sessions.appeal_only', '=', false)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .execute();
}

export function findSessions(db: Db, accountId: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('appeal_only', '=', false)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute();
}

/** The accounts with an open session, most recently seen first. */
export async function findRecentUsernames(
  db: Db,
  { minutes, limit }: { minutes: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select a.username from sessions s join accounts a on a.id = s.account_id
    where s.last_seen_at > now() - make_interval(mins => ${minutes}) and s.expires_at > now()
      and not s.appeal_only
    group by a.id order by max(s.last_seen_at) desc limit ${limit}`.execute(db);
  return rows.map(({ username }) => username);
}

export async function deleteSessionById(
  db: Db,
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

export async function deleteSessions(db: Db, accountId: number, exceptId?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (exceptId) query = query.where('id', '<>', exceptId);
  await query.execute();
}

/** Keeps the rows until the job deletes them, so that findBanByToken can still find the ban reason. */
export async function expireSessions(db: Db, accountId: number): Promise<void> {
  await sql`
    update sessions set expires_at = now()
    where account_id = ${accountId} and expires_at > now()`.execute(db);
}

/**
 * The active ban of the account that owns this session, even if the session has expired. Not for appeals: their owner
 * read the reason at sign-in, and uses the rest of the site like a visitor.
 */
export function findBanByToken(db: Db, tokenHash: Buffer) {
  return selectBans(db)
    .innerJoin('sessions', 'sessions.account_id', 'sanctions.account_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.appeal_only', '=', false)
    .executeTakeFirst();
}

export function findBan(db: Db, accountId: number) {
  return selectBans(db).where('sanctions.account_id', '=', accountId).executeTakeFirst();
}

function selectBans(db: Db) {
  return db
    .selectFrom('sanctions')
    .select(['sanctions.reason', 'sanctions.expires_at as expiresAt'])
    .where('sanctions.kind', '=', 'ban')
    .where(sanctionInForce('sanctions'));
}

/** Blocks bans and sign-outs until the transaction ends. Returns the last sign-out, and whether it is being deleted. */
export function lockAccount(db: Db, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['signed_out_at as signedOutAt', 'closing_at as closingAt'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Invalidates earlier sign-ins. `greatest` keeps the time from moving back if the clock does. */
export async function recordSignOut(db: Db, accountId: number): Promise<Date> {
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

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
}

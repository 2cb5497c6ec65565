import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';

type NewResetCode = {
  codeHash: Buffer;
  uid: string;
  email: string;
  lifetimeSeconds: number;
  isMailed: boolean;
};

/**
 * Inserts nothing if the user has another email address by now. The row lock orders this against a
 * concurrent change of address: either the change deletes this code, or this sees the new address. So
 * no working code reaches an old address.
 */
export async function insertResetCode(db: Db, code: NewResetCode): Promise<boolean> {
  const { rows } = await sql`
    insert into identity_reset_codes (code_hash, uid, expires_at, is_mailed)
    select ${code.codeHash}::bytea, uid, now() + make_interval(secs => ${code.lifetimeSeconds}),
      ${code.isMailed}::boolean
    from identity_users where uid = ${code.uid} and email = ${code.email} for share
    returning uid`.execute(db);
  return rows.length > 0;
}

export function findResetCode(db: Db, codeHash: Buffer) {
  return db
    .selectFrom('identity_reset_codes as code')
    .innerJoin('identity_users as user', 'user.uid', 'code.uid')
    .select([
      'code.uid',
      'user.email',
      'user.is_disabled as isDisabled',
      sql<boolean>`code.expires_at <= now()`.as('isExpired'),
    ])
    .where('code.code_hash', '=', codeHash)
    .executeTakeFirst();
}

/** Returns the code to exactly one of any number of concurrent callers. */
export async function consumeResetCode(
  trx: Trx,
  codeHash: Buffer,
): Promise<{ isMailed: boolean } | undefined> {
  return trx
    .deleteFrom('identity_reset_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('is_mailed as isMailed')
    .executeTakeFirst();
}

export async function deleteResetCodesOf(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('identity_reset_codes').where('uid', '=', uid).execute();
}

type NewEmailCode = { codeHash: Buffer; uid: string; email: string; lifetimeSeconds: number };

export async function insertEmailCode(
  trx: Trx,
  { codeHash, uid, email, lifetimeSeconds }: NewEmailCode,
): Promise<void> {
  await trx
    .insertInto('identity_email_codes')
    .values({
      code_hash: codeHash,
      uid,
      email,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .execute();
}

/** A code counts as used from ten seconds after its first use: people double-click links. */
export function findEmailCode(db: Db, codeHash: Buffer) {
  return db
    .selectFrom('identity_email_codes')
    .select([
      'uid',
      'email',
      sql<boolean>`expires_at <= now()`.as('isExpired'),
      sql<boolean>`coalesce(used_at < now() - interval '10 seconds', false)`.as('isUsed'),
    ])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

/** True for exactly one of any number of concurrent callers. */
export async function consumeEmailCode(trx: Trx, codeHash: Buffer): Promise<boolean> {
  const consumed = await trx
    .updateTable('identity_email_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('uid')
    .executeTakeFirst();
  return consumed !== undefined;
}

export async function deleteEmailCodesOf(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('identity_email_codes').where('uid', '=', uid).execute();
}

type NewRefreshToken = {
  tokenHash: Buffer;
  uid: string;
  validSince: Date;
  lifetimeSeconds: number;
};

/** Returns the sign-in time by the database's clock, which sign-outs use too. */
export async function insertRefreshToken(db: Db, token: NewRefreshToken): Promise<Date> {
  const { signed_in_at } = await db
    .insertInto('identity_refresh_tokens')
    .values({
      token_hash: token.tokenHash,
      uid: token.uid,
      valid_since: token.validSince,
      signed_in_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`now() + make_interval(secs => ${token.lifetimeSeconds})`,
    })
    .returning('signed_in_at')
    .executeTakeFirstOrThrow();
  return signed_in_at;
}

export function findRefreshToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('identity_refresh_tokens')
    .select([
      'uid',
      'valid_since as validSince',
      'signed_in_at as signedInAt',
      sql<boolean>`expires_at <= now()`.as('isExpired'),
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Keeps the rows for a day, because the SDK signs out on TOKEN_EXPIRED, not on INVALID_REFRESH_TOKEN. */
export async function expireRefreshTokensOf(db: Db, uid: string): Promise<void> {
  await sql`
    update identity_refresh_tokens set expires_at = now()
    where uid = ${uid} and expires_at > now()`.execute(db);
}

const yesterday = sql<Date>`now() - interval '1 day'`;

/** Keeps codes for a day after expiry, so that a late click reads "expired" instead of "invalid". */
export async function deleteExpired(db: Db): Promise<void> {
  await db.deleteFrom('identity_refresh_tokens').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('identity_reset_codes').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('identity_email_codes').where('expires_at', '<', yesterday).execute();
}

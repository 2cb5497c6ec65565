import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

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

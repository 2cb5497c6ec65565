import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';

type NewRefreshToken = {
  tokenHash: Buffer;
  uid: string;
  validSince: Date;
  signedInAt: Date;
  lifetimeDays: number;
};

export async function insertRefreshToken(
  db: Kysely<Schema>,
  token: NewRefreshToken,
): Promise<void> {
  await db
    .insertInto('identity_refresh_tokens')
    .values({
      token_hash: token.tokenHash,
      uid: token.uid,
      valid_since: token.validSince,
      signed_in_at: token.signedInAt,
      expires_at: sql<Date>`now() + make_interval(days => ${token.lifetimeDays})`,
    })
    .execute();
}

export function findRefreshToken(db: Kysely<Schema>, tokenHash: Buffer) {
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

export async function deleteRefreshTokensOf(db: Kysely<Schema>, uid: string): Promise<void> {
  await db.deleteFrom('identity_refresh_tokens').where('uid', '=', uid).execute();
}

export async function deleteExpiredRefreshTokens(db: Kysely<Schema>): Promise<void> {
  await db
    .deleteFrom('identity_refresh_tokens')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}

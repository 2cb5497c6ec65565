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

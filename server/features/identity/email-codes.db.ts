import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';

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

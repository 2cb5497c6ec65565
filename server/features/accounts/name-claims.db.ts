import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

const isOpen = sql<boolean>`name_claims.expires_at > now()`;

/** The name of a character. Old names of accounts cannot be claimed. */
export function findClaimableName(db: Db, usernameKey: string) {
  return db
    .selectFrom('reserved_names')
    .select(['username', 'email'])
    .where('username_key', '=', usernameKey)
    .where('account_id', 'is', null)
    .executeTakeFirst();
}

type NewClaim = {
  tokenHash: Buffer;
  usernameKey: string;
  /** Null: an emailed link, which needs no further proof. */
  codeHash: Buffer | null;
  minutes: number;
};

export async function insertClaim(db: Db, claim: NewClaim): Promise<Date> {
  const isEmail = claim.codeHash === null;
  const { expiresAt } = await db
    .insertInto('name_claims')
    .values({
      token_hash: claim.tokenHash,
      username_key: claim.usernameKey,
      code_hash: claim.codeHash,
      expires_at: sql<Date>`now() + make_interval(mins => ${claim.minutes})`,
      proven_at: isEmail ? sql<Date>`now()` : null,
      proven_by: isEmail ? 'email' : null,
    })
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export function findClaim(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('name_claims')
    .innerJoin('reserved_names', 'reserved_names.username_key', 'name_claims.username_key')
    .select([
      'reserved_names.username',
      'name_claims.expires_at as expiresAt',
      'proven_at as provenAt',
      'proven_by as provenBy',
    ])
    .where('token_hash', '=', tokenHash)
    .where(isOpen)
    .executeTakeFirst();
}

type Proof = { usernameKey: string; codeHash: Buffer; provenBy: string; minutes: number };

/** False if there is no such code for this name, or if it was used before. */
export async function markProven(db: Db, proof: Proof): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('name_claims')
    .set({
      proven_at: sql<Date>`now()`,
      proven_by: proof.provenBy,
      expires_at: sql<Date>`now() + make_interval(mins => ${proof.minutes})`,
    })
    .where('code_hash', '=', proof.codeHash)
    .where('username_key', '=', proof.usernameKey)
    .where('proven_at', 'is', null)
    .where(isOpen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets the user register with the name. Returns how the claim was proven; undefined if it is not. */
export async function handOverName(
  db: Db,
  { tokenHash, usernameKey, uid }: { tokenHash: Buffer; usernameKey: string; uid: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ provenBy: string }>`
    update reserved_names set handed_to = ${uid}
    from name_claims
    where reserved_names.username_key = ${usernameKey}
      and name_claims.username_key = reserved_names.username_key
      and name_claims.token_hash = ${tokenHash}
      and name_claims.proven_at is not null
      and ${isOpen}
    returning name_claims.proven_by as "provenBy"`.execute(db);
  return rows[0]?.provenBy;
}

/** Like handOverName, for the owner of the address that is known for the name. */
export async function handOverNameByEmail(
  db: Db,
  { email, usernameKey, uid }: { email: string; usernameKey: string; uid: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reserved_names')
    .set({ handed_to: uid })
    .where('username_key', '=', usernameKey)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** With all claims of the name. */
export async function deleteHandedName(db: Db, uid: string, usernameKey: string): Promise<void> {
  await sql`
    delete from reserved_names
    where username_key = ${usernameKey} and handed_to = ${uid}`.execute(db);
}

export async function deleteExpiredClaims(db: Db): Promise<void> {
  await sql`delete from name_claims where expires_at <= now()`.execute(db);
}

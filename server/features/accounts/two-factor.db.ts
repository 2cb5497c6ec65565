import { sql } from 'kysely';

import { countRows } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';
import { sealedPrefix } from '#server/lib/secrets/sealed-text.ts';

export function findTwoFactor(db: Db, accountId: number) {
  return db
    .selectFrom('two_factor_secrets')
    .select(['secret', 'confirmed_at as confirmedAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Replaces an unconfirmed secret, never a confirmed one. */
export async function insertSecret(db: Db, accountId: number, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('two_factor_secrets')
    .values({ account_id: accountId, secret, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, created_at: sql<Date>`now()` })
        .where('two_factor_secrets.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** False if this time step or a later one was already used: each code works once. */
export async function useStep(db: Db, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor_secrets')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if another setup has replaced this secret. */
export async function confirmSecret(db: Db, accountId: number, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor_secrets')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findUnsealedSecrets(db: Db) {
  return db
    .selectFrom('two_factor_secrets')
    .select(['account_id as accountId', 'secret'])
    .where('secret', 'not like', `${sealedPrefix}%`)
    .where('confirmed_at', 'is not', null)
    .execute();
}

/** Does nothing if a new setup has replaced the secret in the meantime. */
export async function sealSecret(
  db: Db,
  accountId: number,
  { stored, sealed }: { stored: string; sealed: string },
): Promise<void> {
  await db
    .updateTable('two_factor_secrets')
    .set({ secret: sealed })
    .where('account_id', '=', accountId)
    .where('secret', '=', stored)
    .execute();
}

export async function replaceRecoveryCodes(
  db: Db,
  accountId: number,
  hashes: Buffer[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((hash) => ({ account_id: accountId, code_hash: hash, used_at: null }));
  await db.insertInto('recovery_codes').values(rows).execute();
}

export async function useRecoveryCode(db: Db, accountId: number, hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  return countRows(db, 'recovery_codes', sql`account_id = ${accountId} and used_at is null`);
}

export async function deleteSecret(db: Db, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('two_factor_secrets')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

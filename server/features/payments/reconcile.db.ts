import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';

function keyOf(mode: string): string {
  return `payments.reconciled_until.${mode}`;
}

export async function findReconciledUntil(
  db: Kysely<Schema>,
  mode: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', keyOf(mode))
    .executeTakeFirst();
  return typeof row?.value === 'string' ? new Date(row.value) : undefined;
}

export async function saveReconciledUntil(
  db: Kysely<Schema>,
  mode: string,
  until: Date,
): Promise<void> {
  const value = JSON.stringify(until.toISOString());
  await db
    .insertInto('settings')
    .values({ key: keyOf(mode), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date() }))
    .execute();
}

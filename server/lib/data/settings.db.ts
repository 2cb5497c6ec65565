import type { Db } from '#server/db/schema.ts';

// Rows of `settings`: what admins change (settings.ts), and what the site itself keeps between runs, such as
// the result of a check.

export async function findStoredValue(db: Db, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

export async function storeValue(
  db: Db,
  key: string,
  value: unknown,
  by: number | null = null,
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: new Date(), updated_by: by };
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

export async function deleteStoredValue(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

/** Keeps a value that is already there. */
export async function storeFirstValue(db: Db, key: string, value: unknown): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

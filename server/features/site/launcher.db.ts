import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

export function findLauncher(db: Db) {
  return db
    .selectFrom('launcher')
    .select(['version', 'file_name as fileName', 'size', 'sha256', 'is_live as isLive'])
    .executeTakeFirst();
}

export type LauncherRow = NonNullable<Awaited<ReturnType<typeof findLauncher>>>;

/** Serialises writers, also while the table is still empty. */
export async function lockLauncher(db: Db): Promise<void> {
  await sql`lock table launcher in share row exclusive mode`.execute(db);
}

export async function upsertLauncher(db: Db, launcher: LauncherRow): Promise<void> {
  const row = {
    version: launcher.version,
    file_name: launcher.fileName,
    size: launcher.size,
    sha256: launcher.sha256,
    is_live: launcher.isLive,
    updated_at: new Date(),
  };
  await db
    .insertInto('launcher')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

import { sql } from 'kysely';

import { toColumns } from '#server/db/columns.ts';
import type { Db } from '#server/db/schema.ts';
import type { ManagedDownload } from '#shared/endpoints/launcher.ts';
import type { LauncherKind } from '#shared/rules/launcher-kinds.ts';

export function listDownloads(db: Db): Promise<ManagedDownload[]> {
  return db
    .selectFrom('launcher')
    .select([
      'kind',
      'version',
      'requirement',
      'file_name as fileName',
      'size',
      'sha256',
      'url',
      'is_live as isLive',
    ])
    .execute();
}

/** Serialises writers, also while the table is still empty. */
export async function lockLauncher(db: Db): Promise<void> {
  await sql`lock table launcher in share row exclusive mode`.execute(db);
}

export async function upsertDownload(db: Db, download: ManagedDownload): Promise<void> {
  const row = { ...toColumns(download), updated_at: new Date() };
  await db
    .insertInto('launcher')
    .values(row)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
}

export async function deleteDownload(db: Db, kind: LauncherKind): Promise<void> {
  await db.deleteFrom('launcher').where('kind', '=', kind).execute();
}

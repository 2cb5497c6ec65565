import { sql } from 'kysely';

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
  const row = {
    kind: download.kind,
    version: download.version,
    requirement: download.requirement,
    file_name: download.fileName,
    size: download.size,
    sha256: download.sha256,
    url: download.url,
    is_live: download.isLive,
    updated_at: new Date(),
  };
  await db
    .insertInto('launcher')
    .values(row)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
}

export async function deleteDownload(db: Db, kind: LauncherKind): Promise<void> {
  await db.deleteFrom('launcher').where('kind', '=', kind).execute();
}

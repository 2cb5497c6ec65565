import type { Db } from '#server/db/schema.ts';

import type { ImportedKind } from './imported-records.tables.ts';

/** Everything of this kind that was imported before: the ids here by those at the other site. */
export async function findImported(db: Db, kind: ImportedKind): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('imported_records')
    .select(['source_id as sourceId', 'record_id as recordId'])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ sourceId, recordId }) => [sourceId, recordId]));
}

export async function recordImported(
  db: Db,
  kind: ImportedKind,
  { sourceId, recordId }: { sourceId: string; recordId: number },
): Promise<void> {
  await db
    .insertInto('imported_records')
    .values({ kind, source_id: sourceId, record_id: recordId })
    .execute();
}

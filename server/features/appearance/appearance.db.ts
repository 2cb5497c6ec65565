import type { Db } from '#server/db/schema.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';

export type VersionRow = Awaited<ReturnType<typeof findVersions>>[number];

export function findVersions(db: Db, rows: { limit: number; offset: number }) {
  return selectVersions(db)
    .orderBy('version.id', 'desc')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute();
}

export function findVersion(db: Db, id: number) {
  return selectVersions(db).where('version.id', '=', id).executeTakeFirst();
}

function selectVersions(db: Db) {
  return db
    .selectFrom('appearance_versions as version')
    .leftJoin('accounts as account', 'account.id', 'version.published_by')
    .select([
      'version.id',
      'version.document',
      'version.published_at as publishedAt',
      'account.username as publishedBy',
    ]);
}

export async function findNewestId(db: Db): Promise<number> {
  const { newest } = await db
    .selectFrom('appearance_versions')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** False if the version exists already. */
export async function insertVersion(
  db: Db,
  { id, document, by }: { id: number; document: Appearance | null; by: number | null },
): Promise<boolean> {
  const inserted = await db
    .insertInto('appearance_versions')
    .values({ id, document: document && JSON.stringify(document), published_by: by })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { countRows, updatePositions } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import { codeOf } from '#shared-node/code-of.mjs';

export type PageRow = NonNullable<Awaited<ReturnType<typeof findPage>>>;
export type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>;
type NewVersion = Omit<Insertable<Schema['own_page_versions']>, 'saved_at'>;

const pageColumns = [
  'page.id',
  'page.slug',
  'page.label',
  'page.in_navigation as inNavigation',
  'page.in_footer as inFooter',
  'page.position',
  'page.place_version as placeVersion',
  'page.published_version as publishedVersion',
] as const;

const versionColumns = [
  'version.version',
  'version.title',
  'version.saved_at as savedAt',
  'account.username as savedBy',
] as const;

const textColumns = ['version.description', 'version.format', 'version.content'] as const;

/** With the newest text of each. Terms and privacy are among them if they were edited. */
export function findPages(db: Db) {
  return selectPages(db).orderBy('page.position').orderBy('page.id').execute();
}

/** By its id or its address. */
export function findPage(db: Db, key: number | string) {
  return selectPages(db)
    .select(textColumns)
    .where(typeof key === 'number' ? 'page.id' : 'page.slug', '=', key)
    .executeTakeFirst();
}

function selectPages(db: Db) {
  return db
    .selectFrom('own_pages as page')
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom('own_page_versions as one')
          .selectAll('one')
          .whereRef('one.page_id', '=', 'page.id')
          .orderBy('one.version', 'desc')
          .limit(1)
          .as('version'),
      (on) => on.onTrue(),
    )
    .leftJoin('accounts as account', 'account.id', 'version.saved_by')
    .select(pageColumns)
    .select(versionColumns);
}

/** The page at an address, also at a former one, with the text that visitors see. */
export function findPublishedPage(db: Db, slug: string) {
  return selectPublished(db)
    .select(textColumns)
    .leftJoin('own_page_former_addresses as former', (on) =>
      on.onRef('former.page_id', '=', 'page.id').on('former.slug', '=', slug),
    )
    .where((row) => row.or([row('page.slug', '=', slug), row('former.slug', 'is not', null)]))
    .orderBy(sql`page.slug = ${slug}`, 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** For the sitemap. */
export function findPublishedPages(db: Db) {
  return selectPublished(db).orderBy('page.position').orderBy('page.id').execute();
}

function selectPublished(db: Db) {
  return db
    .selectFrom('own_pages as page')
    .innerJoin('own_page_versions as version', (on) =>
      on
        .onRef('version.page_id', '=', 'page.id')
        .onRef('version.version', '=', 'page.published_version'),
    )
    .select(['page.slug', 'version.title', 'version.saved_at as savedAt']);
}

export function countPages(db: Db): Promise<number> {
  return countRows(db, 'own_pages');
}

/** Undefined if a page has this address. New pages are the last ones. */
export async function insertPage(db: Db, slug: string): Promise<number | undefined> {
  const row = await db
    .insertInto('own_pages')
    .values({ slug, position: sql`(select coalesce(max(position), 0) + 1 from own_pages)` })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** So that two changes of one page happen one after the other. Undefined if there is no such page. */
export async function lockPage(db: Db, key: number | string): Promise<number | undefined> {
  const row = await db
    .selectFrom('own_pages')
    .select('id')
    .where(typeof key === 'number' ? 'id' : 'slug', '=', key)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

export async function updatePage(
  db: Db,
  id: number,
  change: Updateable<Schema['own_pages']>,
): Promise<void> {
  await db.updateTable('own_pages').set(change).where('id', '=', id).execute();
}

/** slug is the only unique column that an update of a page can violate. */
export function isSlugTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

export async function deletePage(db: Db, id: number): Promise<void> {
  await db.deleteFrom('own_pages').where('id', '=', id).execute();
}

/** Pages that are not in `ids` keep their order, after the others. */
export function updatePagePositions(db: Db, ids: readonly number[]): Promise<void> {
  return updatePositions(db, 'own_pages', ids);
}

/** An address that is used again leads nowhere else any more. */
export async function deleteFormerAddress(db: Db, slug: string): Promise<void> {
  await db.deleteFrom('own_page_former_addresses').where('slug', '=', slug).execute();
}

export async function insertFormerAddress(db: Db, slug: string, pageId: number): Promise<void> {
  await db
    .insertInto('own_page_former_addresses')
    .values({ slug, page_id: pageId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ page_id: pageId }))
    .execute();
}

export async function insertVersion(db: Db, version: NewVersion): Promise<void> {
  await db.insertInto('own_page_versions').values(version).execute();
}

export function findVersion(db: Db, pageId: number, version: number) {
  return selectVersions(db, pageId).where('version.version', '=', version).executeTakeFirst();
}

export function findVersions(db: Db, pageId: number, rows: { limit: number; offset: number }) {
  return selectVersions(db, pageId)
    .orderBy('version.version', 'desc')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute();
}

function selectVersions(db: Db, pageId: number) {
  return db
    .selectFrom('own_page_versions as version')
    .leftJoin('accounts as account', 'account.id', 'version.saved_by')
    .select(versionColumns)
    .select(textColumns)
    .where('version.page_id', '=', pageId);
}

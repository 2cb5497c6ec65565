import { sql } from 'kysely';
import type { ExpressionBuilder, Insertable } from 'kysely';

import { pictureColumns } from '#server/db/expressions.ts';
import { countRows, insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export type PostRow = Awaited<ReturnType<typeof findPosts>>[number];
export type PostValues = Omit<
  Insertable<Schema['news_posts']>,
  'published_at' | 'version' | 'created_at' | 'updated_at'
>;

const columns = [
  'news_posts.id',
  'news_posts.title',
  'news_posts.category',
  'labels.name as categoryName',
  'news_posts.display_image as displayImage',
  'news_posts.teaser',
  'news_posts.state',
  'news_posts.publish_at as publishAt',
  'news_posts.published_at as publishedAt',
  'news_posts.version',
  'news_posts.updated_at as updatedAt',
  'accounts.username as updatedBy',
  ...pictureColumns,
] as const;

type Filter = {
  state?: string | undefined;
  category?: string | undefined;
  search?: string | undefined;
};
type Window = { limit: number; offset: number };

/** Newest first: published posts by publication date, all other lists by last change. */
export function findPosts(db: Db, filter: Filter, { limit, offset }: Window) {
  const newest = filter.state === 'published' ? 'news_posts.published_at' : 'news_posts.updated_at';
  return selectPosts(db)
    .where(matching(filter))
    .orderBy(newest, 'desc')
    .orderBy('news_posts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countPosts(db: Db, filter: Filter): Promise<number> {
  return countRows(db, 'news_posts', matching(filter));
}

export function findPost(db: Db, id: number) {
  return selectPosts(db)
    .select('news_posts.content')
    .where('news_posts.id', '=', id)
    .executeTakeFirst();
}

/** A published post gets the current time unless `publishedAt` is given. */
export async function insertPost(
  db: Db,
  values: PostValues & Partial<Pick<Insertable<Schema['news_posts']>, 'created_at' | 'updated_at'>>,
  publishedAt: Date | null = null,
): Promise<number> {
  const now = values.state === 'published' ? sql<Date>`now()` : null;
  return insertRow(db, 'news_posts', { ...values, published_at: publishedAt ?? now });
}

/** False if the post was saved since that version. A post that was ever public keeps its date. */
export async function updatePost(
  db: Db,
  at: { id: number; version: number },
  values: PostValues,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('news_posts')
    .set((row) => ({
      ...values,
      version: row('version', '+', 1),
      updated_at: sql<Date>`now()`,
      published_at: publishedAt(row, values.state),
    }))
    .where('id', '=', at.id)
    .where('version', '=', at.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function publishedAt(row: ExpressionBuilder<Schema, 'news_posts'>, state: PostValues['state']) {
  if (state === 'scheduled') return row.val(null);
  if (state === 'draft') return row.ref('published_at');
  return row.fn.coalesce('published_at', sql<Date>`now()`);
}

/** Uses the scheduled time as publication date, even if the job ran late. */
export function publishDuePosts(db: Db) {
  return db
    .updateTable('news_posts')
    .set((row) => ({
      state: 'published' as const,
      published_at: row.ref('publish_at'),
      version: row('version', '+', 1),
      updated_at: sql<Date>`now()`,
      updated_by: null,
    }))
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', sql<Date>`now()`)
    .returning(['id', 'title', 'publish_at as publishAt'])
    .execute();
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('news_posts').where('id', '=', id).execute();
}

/** The published post next to a published one: the oldest of the newer, or the newest of the older. */
export function findNeighbour(db: Db, id: number, side: 'newer' | 'older') {
  const [than, order] = side === 'newer' ? ([sql`>`, 'asc'] as const) : ([sql`<`, 'desc'] as const);
  return db
    .selectFrom('news_posts')
    .select(['id', 'title'])
    .where('state', '=', 'published')
    .where(
      sql<boolean>`(published_at, id) ${than} (select one.published_at, one.id from news_posts one where one.id = ${id})`,
    )
    .orderBy('published_at', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst();
}

/** For the sitemap. */
export function findPublishedDates(db: Db, limit: number) {
  return db
    .selectFrom('news_posts')
    .select(['id', 'updated_at as updatedAt'])
    .where('state', '=', 'published')
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
}

/** For the search. */
export function findPublishedTitles(db: Db, limit: number) {
  return db
    .selectFrom('news_posts')
    .select(['id', 'title', 'published_at as publishedAt'])
    .where('state', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** For the feed, with content. */
export function findNewestPosts(db: Db, limit: number) {
  return selectPosts(db)
    .select('news_posts.content')
    .where('news_posts.state', '=', 'published')
    .orderBy('news_posts.published_at', 'desc')
    .orderBy('news_posts.id', 'desc')
    .limit(limit)
    .execute();
}

/** For the demo content: the post with that title, if it is unedited and has no picture. */
export async function findUnpicturedPost(db: Db, title: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('news_posts')
    .select('id')
    .where('title', '=', title)
    .where('version', '=', 1)
    .where('media_hash', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export async function setPicture(db: Db, id: number, hash: string): Promise<void> {
  await db
    .updateTable('news_posts')
    .set({ media_hash: hash })
    .where('id', '=', id)
    .where('version', '=', 1)
    .execute();
}

function selectPosts(db: Db) {
  return db
    .selectFrom('news_posts')
    .innerJoin('labels', (on) =>
      on
        .onRef('labels.list', '=', 'news_posts.category_list')
        .onRef('labels.key', '=', 'news_posts.category'),
    )
    .leftJoin('media', 'media.hash', 'news_posts.media_hash')
    .leftJoin('accounts', 'accounts.id', 'news_posts.updated_by')
    .select(columns);
}

function matching({ state, category, search }: Filter) {
  const conditions = [sql`true`];
  if (state) conditions.push(sql`news_posts.state = ${state}`);
  if (category) conditions.push(sql`news_posts.category = ${category}`);
  if (search) conditions.push(sql`strpos(lower(news_posts.title), lower(${search})) > 0`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { chooseLabel, unknownLabel } from '#server/features/labels/labels.service.ts';
import { pictureOf, readPictureSource } from '#server/features/media/media.service.ts';
import { findChanges, recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { sanitiseHtml } from '#server/lib/html/sanitise-html.ts';
import { toTeaser } from '#server/lib/html/teaser.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import type {
  EditedPost,
  NewsPage,
  NewsPost,
  OpenedPost,
  PostDraft,
} from '#shared/endpoints/news.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { toTimestamp } from '#shared/timestamps.ts';

import * as queries from './news.db.ts';
import type { PostRow, PostValues } from './news.db.ts';

type NewsDeps = Pick<Deps, 'db' | 'live' | 'config'>;
type ListDeps = Pick<Deps, 'db' | 'brand'>;
type FullRow = PostRow & { content: string };

const editedPerPage = 20;
const scheduleActor: Actor = { id: null, name: 'schedule', ip: null };

export async function listNews(
  { db, brand }: ListDeps,
  { limit, page, category }: { limit: number; page: number; category?: string | undefined },
): Promise<NewsPage> {
  const { news } = await brand.readLabels();
  if (category !== undefined && !news.some(({ key }) => key === category)) {
    throw unknownLabel('news');
  }
  const filter = { state: 'published', category };
  const total = await queries.countPosts(db, filter);
  const rows = await queries.findPosts(db, filter, rowsOf(page, limit));
  return {
    posts: rows.map((row) => ({ ...toHead(row), teaser: row.teaser })),
    ...pagingOf(page, limit, total),
  };
}

export async function getNewsPost(deps: NewsDeps, id: number): Promise<OpenedPost> {
  const row = await getRow(deps, id);
  if (row.state !== 'published') throw notFound();
  return {
    ...toNewsPost(row, await sanitise(deps, row.content)),
    newer: toNeighbour(await queries.findNeighbour(deps.db, id, 'newer')),
    older: toNeighbour(await queries.findNeighbour(deps.db, id, 'older')),
  };
}

export type FeedPost = NewsPost & { categoryName: string; updatedAt: Date };

/** For the feed, which also shows when a post last changed. */
export async function listNewestPosts(deps: NewsDeps, limit: number): Promise<FeedPost[]> {
  const rows = await queries.findNewestPosts(deps.db, limit);
  return Promise.all(
    rows.map(async (row) => {
      const { categoryName, updatedAt } = row;
      return { ...toNewsPost(row, await sanitise(deps, row.content)), categoryName, updatedAt };
    }),
  );
}

export function listPublishedDates({ db }: NewsDeps, limit: number) {
  return queries.findPublishedDates(db, limit);
}

/** Newest first, for the search. */
export function listPublishedTitles({ db }: Pick<Deps, 'db'>, limit: number) {
  return queries.findPublishedTitles(db, limit);
}

export async function listEditedPosts(
  deps: NewsDeps,
  query: { page: number; state?: string | undefined; search?: string | undefined },
) {
  const { page, ...filter } = query;
  const total = await queries.countPosts(deps.db, filter);
  const rows = await queries.findPosts(deps.db, filter, rowsOf(page, editedPerPage));
  // The list shows no content; the editor fetches it per post.
  const posts = rows.map((row) => toEditedPost(row, ''));
  return { posts, ...pagingOf(page, editedPerPage, total) };
}

export async function getEditedPost(deps: NewsDeps, id: number): Promise<EditedPost> {
  const row = await getRow(deps, id);
  return toEditedPost(row, await sanitise(deps, row.content));
}

export async function createPost(
  deps: NewsDeps,
  draft: PostDraft,
  actor: Actor,
): Promise<EditedPost> {
  const values = await toValues(deps, draft, actor);
  const topics = values.state === 'published' ? (['news'] as const) : [];
  const id = await change(deps, actor, topics, async (trx, audit) => {
    await chooseLabel(trx, 'news', { key: draft.category });
    const created = await queries.insertPost(trx, values);
    audit('news/created', created, { after: describe(await getRow({ db: trx }, created)) });
    return created;
  });
  return getEditedPost(deps, id);
}

/** Rejects a save based on an older version, so one editor cannot overwrite another's work. */
export async function updatePost(
  deps: NewsDeps,
  id: number,
  { version, ...draft }: PostDraft & { version: number },
  actor: Actor,
): Promise<EditedPost> {
  const values = await toValues(deps, draft, actor);
  await change(deps, actor, 'news', async (trx, audit) => {
    const before = await getRow({ db: trx }, id);
    await chooseLabel(trx, 'news', { key: draft.category, present: before.category });
    if (!(await queries.updatePost(trx, { id: before.id, version }, values)))
      throw outdated(before);
    const after = await getRow({ db: trx }, id);
    const isPublished = before.state !== 'published' && after.state === 'published';
    const changes = findChanges(describe(before), describe(after));
    audit(isPublished ? 'news/published' : 'news/updated', id, changes);
  });
  return getEditedPost(deps, id);
}

export async function deletePost(deps: NewsDeps, id: number, actor: Actor): Promise<void> {
  await change(deps, actor, 'news', async (trx, audit) => {
    const before = await getRow({ db: trx }, id);
    await queries.deletePost(trx, before.id);
    audit('news/deleted', id, { before: describe(before) });
  });
}

export async function publishDuePosts({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<void> {
  await transaction(db, async (trx) => {
    for (const { id, title, publishAt } of await queries.publishDuePosts(trx)) {
      const subject = String(id);
      await recordAudit(trx, {
        actor: scheduleActor,
        action: 'news/published',
        subject,
        after: { title, publishAt },
      });
      await live.publish(trx, { topic: 'news', data: { id: subject } });
    }
  });
}

async function getRow({ db }: Pick<Deps, 'db'>, id: number): Promise<FullRow> {
  const row = await queries.findPost(db, id);
  if (!row) throw notFound();
  return row;
}

async function toValues(deps: NewsDeps, draft: PostDraft, actor: Actor): Promise<PostValues> {
  const content = await sanitise(deps, draft.content);
  const { url, hash } = await readPictureSource(deps, draft.displayImage, {
    displayImage: 'Pictures from this address are not allowed. Upload the picture instead.',
  });
  return {
    title: draft.title,
    category: draft.category,
    display_image: url,
    media_hash: hash,
    content,
    teaser: toTeaser(content),
    state: draft.state,
    publish_at: readPublishAt(draft),
    updated_by: actor.id,
  };
}

function readPublishAt({ state, publishAt }: PostDraft): Date | null {
  const date = publishAt === null ? null : new Date(publishAt);
  if (state !== 'scheduled' || (date && date.getTime() > Date.now())) return date;
  throw invalidField('publishAt', 'Choose a publishing time in the future.');
}

function sanitise({ config }: Pick<Deps, 'config'>, html: string): Promise<string> {
  return sanitiseHtml(html, config);
}

function notFound(): AppError {
  return new AppError('news/not-found', 'There is no such post.');
}

function outdated({ updatedBy, state }: FullRow): AppError {
  if (updatedBy) {
    return new AppError('news/outdated', `${updatedBy} has saved this post since you opened it.`);
  }
  const what = state === 'published' ? 'published on schedule' : 'changed';
  return new AppError('news/outdated', `This post has been ${what} since you opened it.`);
}

/** For the audit log. */
function describe(row: FullRow): Record<string, unknown> {
  const { title, categoryName, displayImage, mediaHash, content, state, publishAt } = row;
  return {
    title,
    category: categoryName,
    image: mediaHash ?? displayImage,
    content,
    state,
    publishAt,
  };
}

// Maps rows to the shapes in shared/endpoints/news.ts. Callers pass content that is already sanitised.

function toNewsPost(row: PostRow, content: string): NewsPost {
  return { ...toHead(row), content };
}

function toNeighbour(row: Pick<PostRow, 'id' | 'title'> | undefined): OpenedPost['newer'] {
  return row ? { id: String(row.id), title: row.title } : null;
}

function toEditedPost(row: PostRow, content: string): EditedPost {
  return {
    ...toHead(row),
    content,
    state: row.state,
    publishAt: row.publishAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
    version: row.version,
  };
}

function toHead(row: PostRow) {
  const picture = pictureOf(row);
  return {
    id: String(row.id),
    title: row.title,
    category: row.category,
    displayImage: picture?.src ?? row.displayImage,
    picture,
    createdAt: row.publishedAt && toTimestamp(row.publishedAt),
  };
}

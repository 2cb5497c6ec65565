import { pictureOf } from '#server/features/media/media.service.ts';
import type { EditedPost, NewsCard, NewsPost, OpenedPost } from '#shared/endpoints/news.ts';
import { toTimestamp } from '#shared/timestamps.ts';

import type { PostRow } from './news.db.ts';

// Maps rows to the shapes in shared/endpoints/news.ts. Callers pass content that is already sanitised.

export function toCard(row: PostRow): NewsCard {
  return { ...toHead(row), teaser: row.teaser };
}

export function toNewsPost(row: PostRow, content: string): NewsPost {
  return { ...toHead(row), content };
}

export function toNeighbour(row: Pick<PostRow, 'id' | 'title'> | undefined): OpenedPost['newer'] {
  return row ? { id: String(row.id), title: row.title } : null;
}

export function toEditedPost(row: PostRow, content: string): EditedPost {
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

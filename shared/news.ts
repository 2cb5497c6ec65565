import * as z from 'zod/mini';

import { endpoint } from './endpoint.ts';
import { Picture } from './media.ts';
import { homeNewsCount, newsCategories } from './news-display.ts';
import { idText, isoTimestamp, pageNumber, Version, wholeNumberText } from './request-values.ts';
import { Timestamp } from './timestamps.ts';

const tag = 'News';

export const NewsCategory = z.enum(newsCategories);

/** `content` is HTML, sanitised when it is saved and again when it is read. */
export type NewsPost = z.infer<typeof NewsPost>;
export const NewsPost = z.object({
  id: z.string(),
  title: z.string(),
  category: NewsCategory,
  /** Address of the picture; `picture` has its widths if it was uploaded here. */
  displayImage: z.nullable(z.string()),
  picture: z.nullable(Picture),
  content: z.string(),
  /** When it was published; null if it never was. */
  createdAt: z.nullable(Timestamp),
});

/** A post in a list: with the teaser instead of the content. */
export type NewsCard = z.infer<typeof NewsCard>;
export const NewsCard = z.object({
  id: z.string(),
  title: z.string(),
  category: NewsCategory,
  displayImage: z.nullable(z.string()),
  picture: z.nullable(Picture),
  teaser: z.string(),
  createdAt: z.nullable(Timestamp),
});

export type NewsPage = z.infer<typeof NewsPage>;
export const NewsPage = z.object({
  posts: z.array(NewsCard),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
});

export const listNews = endpoint({
  method: 'GET',
  path: '/api/news',
  access: 'public',
  tag,
  summary: 'Published posts, newest first.',
  query: z.object({
    limit: z._default(wholeNumberText(1, 50), homeNewsCount),
    page: pageNumber(10_000),
    category: z.optional(NewsCategory),
  }),
  response: NewsPage,
  cachedUntil: ['news'],
});

const IdParams = z.object({ id: idText('That is not a valid post id.') });

export const getNewsPost = endpoint({
  method: 'GET',
  path: '/api/news/{id}',
  access: 'public',
  tag,
  summary: 'One published post.',
  params: IdParams,
  response: NewsPost,
  cachedUntil: ['news'],
});

/** draft → scheduled (publishAt in the future) → published. */
export const NewsState = z.enum(['draft', 'scheduled', 'published']);
export type NewsState = z.infer<typeof NewsState>;

export type EditedPost = z.infer<typeof EditedPost>;
export const EditedPost = z.object({
  id: z.string(),
  title: z.string(),
  category: NewsCategory,
  displayImage: z.nullable(z.string()),
  picture: z.nullable(Picture),
  content: z.string(),
  state: NewsState,
  publishAt: z.nullable(z.string()),
  createdAt: z.nullable(Timestamp),
  updatedAt: z.string(),
  updatedBy: z.nullable(z.string()),
  /** Sent back when saving: a save based on an older version is rejected. */
  version: z.int(),
});

export type PostDraft = z.infer<typeof PostDraft>;
export const PostDraft = z.object({
  title: z
    .string('Give the post a title.')
    .check(
      z.trim(),
      z.minLength(1, 'Give the post a title.'),
      z.maxLength(120, 'Use at most 120 characters.'),
    ),
  category: NewsCategory,
  displayImage: z.nullable(z.string().check(z.maxLength(500))),
  content: z.string().check(z.maxLength(200_000, 'The post is too long.')),
  state: NewsState,
  /** ISO 8601; required if `scheduled`. */
  publishAt: z.nullable(isoTimestamp()),
});

export const listEditedPosts = endpoint({
  method: 'GET',
  path: '/api/admin/news',
  access: 'admin',
  tag,
  summary: 'All posts, drafts included.',
  query: z.object({
    page: pageNumber(10_000),
    state: z.optional(NewsState),
    search: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.object({
    posts: z.array(EditedPost),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
});

export const getEditedPost = endpoint({
  method: 'GET',
  path: '/api/admin/news/{id}',
  access: 'admin',
  tag,
  summary: 'One post with the fields that the editor needs.',
  params: IdParams,
  response: EditedPost,
});

export const createPost = endpoint({
  method: 'POST',
  path: '/api/admin/news',
  access: 'admin',
  tag,
  summary: 'Create a post.',
  body: PostDraft,
  response: EditedPost,
});

export const updatePost = endpoint({
  method: 'PUT',
  path: '/api/admin/news/{id}',
  access: 'admin',
  tag,
  summary: 'Save a post; fails with news/outdated if someone saved it since.',
  params: IdParams,
  body: z.extend(PostDraft, { version: Version }),
  response: EditedPost,
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/admin/news/{id}',
  access: 'admin',
  tag,
  summary: 'Delete a post.',
  params: IdParams,
});

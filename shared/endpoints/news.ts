import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { homeNewsCount, newsStates } from '../rules/news-display.ts';
import {
  isoTimestamp,
  Moment,
  optionalText,
  PageQuery,
  Paging,
  text,
  Version,
  wholeNumberText,
} from '../schemas.ts';
import { Timestamp } from '../timestamps.ts';
import { labelKey } from './labels.ts';
import { Picture } from './media.ts';

const endpoint = endpointsOf('News', { access: 'public' });
const staffEndpoint = endpointsOf('News', { permissions: ['news'] });

const Category = labelKey('Choose a category.');

const head = {
  id: z.string(),
  title: z.string(),
  /** The key of a category; `labels` of `GET /api/site` has its name. */
  category: z.string(),
  /** Address of the picture; `picture` has its widths if it was uploaded here. */
  displayImage: z.nullable(z.string()),
  picture: z.nullable(Picture),
  /** When it was published; null if it never was. */
  createdAt: z.nullable(Timestamp),
};

/** `content` is HTML, sanitised when it is saved and again when it is read. */
export type NewsPost = z.infer<typeof NewsPost>;
export const NewsPost = z.object({ ...head, content: z.string() });

const Neighbour = z.nullable(z.object({ id: z.string(), title: z.string() }));

/** With the posts before and after it in the list of published posts; null at its ends. */
export type OpenedPost = z.infer<typeof OpenedPost>;
export const OpenedPost = z.extend(NewsPost, { newer: Neighbour, older: Neighbour });

/** A post in a list: with the teaser instead of the content. */
export type NewsCard = z.infer<typeof NewsCard>;
export const NewsCard = z.object({ ...head, teaser: z.string() });

export type NewsPage = z.infer<typeof NewsPage>;
export const NewsPage = z.object({ posts: z.array(NewsCard), ...Paging });

export const listNews = endpoint('GET /api/news', {
  summary: 'Published posts, newest first.',
  query: z.object({
    limit: z._default(wholeNumberText(1, 50), homeNewsCount),
    ...PageQuery.shape,
    category: z.optional(Category),
  }),
  response: NewsPage,
  cachedUntil: ['news'],
});

export const getNewsPost = endpoint('GET /api/news/{id}', {
  summary: 'One published post, with the ids and titles of the next newer and older one.',
  response: OpenedPost,
  cachedUntil: ['news'],
});

export const NewsState = z.enum(newsStates);
export type NewsState = z.infer<typeof NewsState>;

export type EditedPost = z.infer<typeof EditedPost>;
export const EditedPost = z.extend(NewsPost, {
  state: NewsState,
  publishAt: z.nullable(Moment),
  updatedAt: Moment,
  updatedBy: z.nullable(z.string()),
  /** Sent back when saving: a save based on an older version is rejected. */
  version: z.int(),
});

export type PostDraft = z.infer<typeof PostDraft>;
export const PostDraft = z.object({
  title: text(120, 'Give the post a title.'),
  category: Category,
  displayImage: z.nullable(z.string().check(z.maxLength(500))),
  content: z.string().check(z.maxLength(200_000, 'The post is too long.')),
  state: NewsState,
  /** ISO 8601; required if `scheduled`. */
  publishAt: z.nullable(isoTimestamp()),
});

export const listEditedPosts = staffEndpoint('GET /api/admin/news', {
  summary: 'All posts, drafts included.',
  query: z.object({
    ...PageQuery.shape,
    state: z.optional(NewsState),
    search: optionalText(100),
  }),
  response: z.object({ posts: z.array(EditedPost), ...Paging }),
});

export const getEditedPost = staffEndpoint('GET /api/admin/news/{id}', {
  summary: 'One post with the fields that the editor needs.',
  response: EditedPost,
});

export const createPost = staffEndpoint('POST /api/admin/news', {
  summary: 'Create a post.',
  body: PostDraft,
  response: EditedPost,
});

export const updatePost = staffEndpoint('PUT /api/admin/news/{id}', {
  summary: 'Save a post; fails with news/outdated if someone saved it since.',
  body: z.extend(PostDraft, { version: Version }),
  response: EditedPost,
});

export const deletePost = staffEndpoint('DELETE /api/admin/news/{id}', {
  summary: 'Delete a post.',
});

export const getNewsFeed = endpoint('GET /feed.xml', {
  summary: 'The newest posts as an Atom feed.',
  response: z.string(),
  contentType: 'application/atom+xml',
});

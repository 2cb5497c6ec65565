import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { fixedPages, ownPageLimits } from '../rules/own-page-address.ts';
import {
  anyLine,
  Id,
  IdNumber,
  line,
  Moment,
  PageQuery,
  Paging,
  Version,
  wholeNumberText,
} from '../schemas.ts';

const endpoint = endpointsOf('Pages');

/** `content` is HTML, sanitised when it is saved and again when it is read. */
export type OwnPage = z.infer<typeof OwnPage>;
export const OwnPage = z.object({
  /** The current one, if the request named a former address. */
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  content: z.string(),
  /** Null for a default text. */
  updatedAt: z.nullable(Moment),
});

export const getOwnPage = endpoint('GET /api/pages/{slug}', {
  access: 'public',
  summary: 'One published page, such as the rules; `terms` and `privacy` are always there.',
  params: z.object({ slug: z.string().check(z.maxLength(100)) }),
  response: OwnPage,
  cachedUntil: ['site'],
});

const Slug = z
  .string('Enter an address.')
  .check(
    z.trim(),
    z.maxLength(ownPageLimits.slug, `Use at most ${ownPageLimits.slug} characters.`),
    z.regex(
      /^[a-z\d]+(?:-[a-z\d]+)*$/,
      'Use small letters from a to z, digits, and single hyphens between them.',
    ),
  );

const Title = line(ownPageLimits.title, 'Give the page a title.');

const place = { slug: Slug, inNavigation: z.boolean(), inFooter: z.boolean() };

const summary = {
  /** A number, or the name of a page that every site has. */
  id: z.string(),
  isFixed: z.boolean(),
  ...place,
  slug: z.string(),
  /** The text of its links; null: the title. */
  label: z.nullable(z.string()),
  title: z.string(),
  /** Number of the newest text. 0: the default text, or none. */
  version: z.int(),
  /** The text that visitors see: null if none, 0 for the default text. */
  publishedVersion: z.nullable(z.int()),
  savedAt: z.nullable(Moment),
  savedBy: z.nullable(z.string()),
};

export type PageSummary = z.infer<typeof PageSummary>;
const PageSummary = z.object(summary);

export type EditedPage = z.infer<typeof EditedPage>;
export const EditedPage = z.object({
  ...summary,
  description: z.string(),
  /** With placeholders such as `{site}`. */
  content: z.string(),
  /** The newest text is the default text. */
  isDefault: z.boolean(),
  /** Sent back when the address or the links are changed. */
  placeVersion: z.int(),
});

const PageId = z.union([z.enum(fixedPages), Id]);
export type PageId = z.infer<typeof PageId>;
const Params = z.object({ id: PageId });
const VersionParams = z.object({ id: PageId, version: wholeNumberText(0, 1_000_000) });

export const listOwnPages = endpoint('GET /api/admin/pages', {
  summary: 'All pages in the order of their links, drafts included.',
  response: z.object({ pages: z.array(PageSummary) }),
});

export const getEditedPage = endpoint('GET /api/admin/pages/{id}', {
  summary: 'One page with its newest text, for the editor.',
  params: Params,
  response: EditedPage,
});

export type NewPage = z.infer<typeof NewPage>;
export const NewPage = z.object({
  title: Title,
  slug: Slug,
  /** Links to it, once it is published. */
  inNavigation: z.optional(z.boolean()),
  inFooter: z.optional(z.boolean()),
});

export const createOwnPage = endpoint('POST /api/admin/pages', {
  summary: 'Create a page, as an empty draft.',
  body: NewPage,
  response: EditedPage,
});

export type PageText = z.infer<typeof PageText>;
export const PageText = z.object({
  title: Title,
  /** For search engines and link previews. Empty: the beginning of the text. */
  description: anyLine(200),
  content: z.string().check(z.maxLength(200_000, 'The text is too long.')),
});

export const saveOwnPage = endpoint('PUT /api/admin/pages/{id}', {
  summary:
    'Save a text, as a draft or published. Fails with admin/outdated if someone saved another one since.',
  params: Params,
  body: z.extend(PageText, { version: Version, isPublished: z.boolean() }),
  response: EditedPage,
});

export const unpublishOwnPage = endpoint('POST /api/admin/pages/{id}/unpublish', {
  summary: 'Hide a page. Its texts are kept.',
  params: Params,
  response: EditedPage,
});

export type PagePlace = z.infer<typeof PagePlace>;
export const PagePlace = z.object({
  ...place,
  label: z.nullable(line(ownPageLimits.label, 'Enter a text, or leave it empty.')),
});

export const placeOwnPage = endpoint('PUT /api/admin/pages/{id}/place', {
  summary:
    'Change the address of a page and where it is linked. The former address leads to the new one.',
  params: Params,
  body: z.extend(PagePlace, { placeVersion: Version }),
  response: EditedPage,
});

export const reorderOwnPages = endpoint('PUT /api/admin/pages/order', {
  summary: 'Sort the pages, and with them their links.',
  body: z.object({ ids: z.array(IdNumber).check(z.maxLength(ownPageLimits.maxPages)) }),
});

export const deleteOwnPage = endpoint('DELETE /api/admin/pages/{id}', {
  summary: 'Delete a page with all its texts.',
  params: Params,
});

export type PageVersion = z.infer<typeof PageVersion>;
const PageVersion = z.object({
  version: z.int(),
  title: z.string(),
  savedAt: Moment,
  /** Null if the account was deleted. */
  savedBy: z.nullable(z.string()),
  isPublished: z.boolean(),
  isDefault: z.boolean(),
  /** SHA-256 of the text before placeholders are filled in, as orders store it for the terms. */
  digest: z.string(),
});

export const listPageVersions = endpoint('GET /api/admin/pages/{id}/versions', {
  summary: 'The texts of a page that were saved, newest first.',
  params: Params,
  query: PageQuery,
  response: z.object({ ...Paging, versions: z.array(PageVersion) }),
});

export const getPageVersion = endpoint('GET /api/admin/pages/{id}/versions/{version}', {
  summary: 'One saved text, as visitors would see it.',
  params: VersionParams,
  response: OwnPage,
});

export const restorePageVersion = endpoint(
  'POST /api/admin/pages/{id}/versions/{version}/restore',
  {
    summary:
      'Save an earlier text again, published if the page is. 0 is the default text of terms and privacy.',
    params: VersionParams,
    response: EditedPage,
  },
);

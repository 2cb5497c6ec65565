import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import type {
  EditedPage,
  OwnPage,
  PageId,
  PageSummary,
  PageVersion,
} from '#shared/endpoints/own-pages.ts';
import { AppError } from '#shared/errors.ts';
import { fillPlaceholders } from '#shared/rules/fill-page.ts';
import {
  fixedPages,
  fixedTitles,
  isFixedPage,
  pathOfPage,
} from '#shared/rules/own-page-address.ts';
import type { FixedPage } from '#shared/rules/own-page-address.ts';

import * as queries from './own-pages.db.ts';
import type { PageRow } from './own-pages.db.ts';
import { digestOf, fillPage, readHtml, readSource, readValues } from './page-text.ts';

type PageDeps = Pick<Deps, 'db' | 'brand' | 'config'>;

/** A page with its newest text. Terms and privacy have no row before their first change. */
export type Page = Omit<PageRow, 'id' | 'savedAt'> & { id: number | null; savedAt: Date | null };

const versionsPerPage = 20;

/** The page at an address, also at a former one: then `slug` is the current one. */
export async function getOwnPage(deps: PageDeps, slug: string): Promise<OwnPage> {
  const row = (await queries.findPublishedPage(deps.db, slug)) ?? findDefault(slug);
  if (!row) throw notFound();
  const updatedAt = row.content === null ? null : (row.savedAt?.toISOString() ?? null);
  return { ...(await fillPage(deps, row.slug, row)), updatedAt };
}

function findDefault(slug: string): Page | undefined {
  return isFixedPage(slug) ? describeUnedited(slug) : undefined;
}

export async function listPublishedPages({ db }: Pick<Deps, 'db'>) {
  return queries.findPublishedPages(db);
}

/** The pages that visitors can open, for the search. */
export async function listPageTitles(deps: PageDeps): Promise<{ path: string; title: string }[]> {
  const published = await queries.findPublishedPages(deps.db);
  const unedited = fixedPages
    .filter((fixed) => !published.some(({ slug }) => slug === fixed))
    .map(describeUnedited);
  const values = await readValues(deps);
  return [...published, ...unedited].map(({ slug, title }) => ({
    path: pathOfPage(slug),
    title: fillPlaceholders(title, values),
  }));
}

/** A buyer agrees to this text: the terms before placeholders are filled in, as the history stores them. */
export async function getTermsSource({ db }: Pick<Deps, 'db'>): Promise<string> {
  const row = (await queries.findPublishedPage(db, 'terms')) ?? describeUnedited('terms');
  return readSource('terms', row);
}

export async function listOwnPages({ db }: Pick<Deps, 'db'>): Promise<{ pages: PageSummary[] }> {
  const rows = await queries.findPages(db);
  const fixed = fixedPages.map(
    (slug) => rows.find((row) => row.slug === slug) ?? describeUnedited(slug),
  );
  const own = rows.filter(({ slug }) => !isFixedPage(slug));
  return { pages: [...own, ...fixed].map(toSummary) };
}

export async function getEditedPage(deps: PageDeps, id: PageId): Promise<EditedPage> {
  const page = await getPage(deps.db, id);
  return {
    ...toSummary(page),
    description: page.description,
    content: await readHtml(deps, page.slug, page),
    isDefault: page.content === null,
    placeVersion: page.placeVersion,
  };
}

export async function getPage(db: Db, id: PageId): Promise<Page> {
  const row = await queries.findPage(db, id);
  if (row) return row;
  if (typeof id === 'number') throw notFound();
  return describeUnedited(id);
}

export async function listPageVersions(deps: PageDeps, id: PageId, page: number) {
  const { id: rowId, slug, version: total, ...shown } = await getPage(deps.db, id);
  const rows =
    rowId === null ? [] : await queries.findVersions(deps.db, rowId, rowsOf(page, versionsPerPage));
  const versions = rows.map(async (row): Promise<PageVersion> => ({
    ...withIsoDates(row),
    isPublished: row.version === shown.publishedVersion,
    isDefault: row.content === null,
    digest: await digestOf(slug, row),
  }));
  return { ...pagingOf(page, versionsPerPage, total), versions: await Promise.all(versions) };
}

export async function getPageVersion(
  deps: PageDeps,
  id: PageId,
  version: number,
): Promise<OwnPage> {
  const page = await getPage(deps.db, id);
  const chosen = await getVersion(deps.db, page, version);
  const updatedAt = chosen.savedAt?.toISOString() ?? null;
  return { ...(await fillPage(deps, page.slug, chosen)), updatedAt };
}

/** 0 is the default text of terms and privacy. */
export async function getVersion(db: Db, page: Page, version: number) {
  const chosen =
    version === 0
      ? findDefault(page.slug)
      : page.id !== null && (await queries.findVersion(db, page.id, version));
  if (!chosen) throw new AppError('request/not-found', 'There is no such version.');
  return chosen;
}

function toSummary(page: Omit<Page, 'description' | 'format' | 'content'>): PageSummary {
  const isFixed = isFixedPage(page.slug);
  return {
    ...withIsoDates(page),
    id: isFixed ? page.slug : String(page.id),
    isFixed,
    publishedVersion: page.publishedVersion ?? (isFixed ? 0 : null),
  };
}

function describeUnedited(slug: FixedPage): Page {
  return {
    id: null,
    slug,
    label: null,
    inNavigation: false,
    inFooter: false,
    position: 0,
    placeVersion: 1,
    publishedVersion: null,
    version: 0,
    title: fixedTitles[slug],
    description: '',
    format: 'blocks',
    content: null,
    savedAt: null,
    savedBy: null,
  };
}

function notFound(): AppError {
  return new AppError('request/not-found', 'There is no such page.');
}

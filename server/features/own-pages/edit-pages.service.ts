import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { sanitiseHtml } from '#server/lib/html/sanitise-html.ts';
import { toText } from '#server/lib/html/teaser.ts';
import type {
  EditedPage,
  NewPage,
  PageId,
  PagePlace,
  PageText,
} from '#shared/endpoints/own-pages.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { pages } from '#shared/pages.ts';
import { isFixedPage, ownPageLimits } from '#shared/rules/own-page-address.ts';

import * as queries from './own-pages.db.ts';
import type { VersionRow } from './own-pages.db.ts';
import { getEditedPage, getPage, getVersion } from './own-pages.service.ts';
import type { Page } from './own-pages.service.ts';

type PageDeps = Pick<Deps, 'db' | 'live' | 'brand' | 'config'>;
type StoredText = Pick<VersionRow, 'title' | 'description' | 'format' | 'content'>;
type Audited = { action: string; subject?: string; before?: object; after?: object };

export async function createOwnPage(
  deps: PageDeps,
  actor: Actor,
  { title, slug, inNavigation = false, inFooter = false }: NewPage,
): Promise<EditedPage> {
  assertNotReserved(slug);
  const id = await change(deps, actor, 'site', async (trx, audit) => {
    if ((await queries.countPages(trx)) >= ownPageLimits.maxPages) {
      throw new AppError('pages/too-many', `A site has at most ${ownPageLimits.maxPages} pages.`);
    }
    const created = await queries.insertPage(trx, slug);
    if (created === undefined) throw slugTaken();
    await queries.deleteFormerAddress(trx, slug);
    const text = { title, description: '', format: 'html' as const, content: '' };
    await queries.insertVersion(trx, { page_id: created, version: 1, ...text, saved_by: actor.id });
    await assertRoom(trx, created, { inNavigation, inFooter });
    await queries.updatePage(trx, created, { in_navigation: inNavigation, in_footer: inFooter });
    audit('pages/created', slug, { after: { title, slug, inNavigation, inFooter } });
    return created;
  });
  return getEditedPage(deps, id);
}

type Save = PageText & { version: number; isPublished: boolean };

/** Rejects a save based on an older text, so one editor cannot overwrite another's work unseen. */
export async function saveOwnPage(
  deps: PageDeps,
  actor: Actor,
  id: PageId,
  { version, isPublished, title, description, content: given }: Save,
): Promise<EditedPage> {
  const content = await sanitiseHtml(given, deps.config);
  if (isPublished) assertNotEmpty(content);
  return changePage(deps, actor, id, async (trx, page) => {
    if (page.version !== version) throw outdated(page);
    const text: StoredText = { title, description, format: 'html', content };
    await addVersion(trx, actor, page, { text, isPublished });
    return { action: isPublished ? 'pages/published' : 'pages/saved', ...compare(page, text) };
  });
}

/** Saves an earlier text again: nothing in the history is ever lost. */
export function restorePageVersion(
  deps: PageDeps,
  actor: Actor,
  id: PageId,
  version: number,
): Promise<EditedPage> {
  return changePage(deps, actor, id, async (trx, page) => {
    const { title, description, format, content } = await getVersion(trx, page, version);
    const text = { title, description, format, content };
    const isPublished = isFixedPage(page.slug) || page.publishedVersion !== null;
    await addVersion(trx, actor, page, { text, isPublished });
    return { action: 'pages/restored', ...compare(page, text) };
  });
}

export function unpublishOwnPage(deps: PageDeps, actor: Actor, id: PageId): Promise<EditedPage> {
  return changePage(deps, actor, id, async (trx, page) => {
    assertNotFixed(page, 'cannot be hidden');
    await queries.updatePage(trx, page.id, { published_version: null });
    return { action: 'pages/unpublished', after: { title: page.title } };
  });
}

export function placeOwnPage(
  deps: PageDeps,
  actor: Actor,
  id: PageId,
  { placeVersion, ...place }: PagePlace & { placeVersion: number },
): Promise<EditedPage> {
  return changePage(deps, actor, id, async (trx, page) => {
    assertNotFixed(page, 'has a fixed address and is linked from every page');
    if (page.placeVersion !== placeVersion) {
      throw new AppError(
        'admin/outdated',
        'Someone else changed the address or the links of this page meanwhile.',
      );
    }
    if (place.slug !== page.slug) await moveAddress(trx, page, place.slug);
    await assertRoom(trx, page.id, place);
    await queries.updatePage(trx, page.id, {
      label: place.label,
      in_navigation: place.inNavigation,
      in_footer: place.inFooter,
      place_version: placeVersion + 1,
    });
    const { slug, label, inNavigation, inFooter } = page;
    const before = { slug, label, inNavigation, inFooter };
    return { action: 'pages/placed', subject: place.slug, ...findChanges(before, place) };
  });
}

export async function reorderOwnPages(
  deps: PageDeps,
  actor: Actor,
  ids: readonly number[],
): Promise<void> {
  await change(deps, actor, 'site', async (trx, audit) => {
    const before = await listSlugs(trx);
    await queries.updatePagePositions(trx, ids);
    audit('pages/reordered', 'site', { before, after: await listSlugs(trx) });
  });
}

async function listSlugs(trx: Db): Promise<string[]> {
  return (await queries.findPages(trx)).map(({ slug }) => slug).filter((one) => !isFixedPage(one));
}

export async function deleteOwnPage(deps: PageDeps, actor: Actor, id: PageId): Promise<void> {
  await change(deps, actor, 'site', async (trx, audit) => {
    const page = await lockPage(trx, id);
    assertNotFixed(page, 'cannot be deleted');
    await queries.deletePage(trx, page.id);
    const { slug, title, content } = page;
    audit('pages/deleted', slug, { before: { title, content } });
  });
}

type LockedPage = Page & { id: number };

/** One change with its audit entry. Changes of the same page happen one after the other. */
async function changePage(
  deps: PageDeps,
  actor: Actor,
  id: PageId,
  work: (trx: Db, page: LockedPage) => Promise<Audited>,
): Promise<EditedPage> {
  await change(deps, actor, 'site', async (trx, audit) => {
    const page = await lockPage(trx, id);
    const { action, subject = page.slug, ...values } = await work(trx, page);
    audit(action, subject, values);
  });
  return getEditedPage(deps, id);
}

/** Adds the row of terms and privacy, which have none before their first change. */
async function lockPage(trx: Db, id: PageId): Promise<LockedPage> {
  if (typeof id === 'string') await queries.insertPage(trx, id);
  const rowId = await queries.lockPage(trx, id);
  const page = await getPage(trx, id);
  return { ...page, id: rowId ?? 0 };
}

async function addVersion(
  trx: Db,
  actor: Actor,
  page: LockedPage,
  { text, isPublished }: { text: StoredText; isPublished: boolean },
): Promise<void> {
  const version = page.version + 1;
  await queries.insertVersion(trx, { page_id: page.id, version, ...text, saved_by: actor.id });
  if (isPublished) await queries.updatePage(trx, page.id, { published_version: version });
}

/** The former address leads to the new one, unless another page gets it later. */
async function moveAddress(trx: Db, page: LockedPage, slug: string): Promise<void> {
  assertNotReserved(slug);
  await queries.updatePage(trx, page.id, { slug }).catch((error: unknown) => {
    throw queries.isSlugTaken(error) ? slugTaken() : error;
  });
  await queries.deleteFormerAddress(trx, slug);
  await queries.insertFormerAddress(trx, page.slug, page.id);
}

/** Every page of the site carries these links. */
type Links = Pick<PagePlace, 'inNavigation' | 'inFooter'>;

async function assertRoom(trx: Db, pageId: number, place: Links): Promise<void> {
  const others = (await queries.findPages(trx)).filter(({ id }) => id !== pageId);
  for (const field of ['inNavigation', 'inFooter'] as const) {
    const count = others.filter((other) => other[field]).length;
    if (!place[field] || count < ownPageLimits.maxPlaced) continue;
    throw invalidField(
      field,
      `There is room for ${ownPageLimits.maxPlaced} pages. Remove another first.`,
    );
  }
}

function assertNotReserved(slug: string): void {
  if (reservedSlugs.has(slug)) {
    throw invalidField('slug', 'The site uses this address itself. Choose another one.');
  }
}

function assertNotEmpty(content: string): void {
  if (toText(content) === '' && !content.includes('<img')) {
    throw invalidField('content', 'Write a text before you publish it.');
  }
}

function assertNotFixed({ slug, title }: Page, what: string): void {
  if (isFixedPage(slug)) throw new AppError('pages/fixed', `“${title}” ${what}.`);
}

function slugTaken(): AppError {
  const text = 'Another page has this address.';
  return new AppError('pages/address-taken', text, { fields: { slug: text } });
}

function outdated({ savedBy }: Page): AppError {
  const who = savedBy ?? 'Someone else';
  return new AppError(
    'admin/outdated',
    `${who} saved this page after you opened it. Look at that version first, then save yours.`,
  );
}

/** For the audit log. A content of null is the default text. */
function compare(before: StoredText, after: StoredText) {
  const pick = ({ title, description, content }: StoredText) => ({ title, description, content });
  return findChanges(pick(before), pick(after), ['title']);
}

/** Addresses that are not pages of the site: files, the API, sign-in. */
const others = [
  'api',
  'assets',
  'auth',
  'dev',
  'feed',
  'icons',
  'idp',
  'media',
  'og',
  'pages',
  'theme',
];

/** A page at /pages/login could pass for the login, so the names of the site's own addresses are kept. */
const reservedSlugs = new Set([
  ...others,
  ...Object.keys(pages).map((address) => address.split('/')[1] ?? ''),
]);

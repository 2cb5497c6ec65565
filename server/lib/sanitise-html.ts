import { createHash } from 'node:crypto';

import type { Config as PurifyConfig, DOMPurify } from 'dompurify';

import { AppError } from '#shared/errors.ts';
import { readPictureUrl, srcsetOf, widthsUpTo } from '#shared/media.ts';

/**
 * What editors write is shown as HTML on our own origin, so this is where scripts are kept out:
 * DOMPurify with an allow-list of what the editor can make, run before storing and again before
 * showing. The content security policy would stop a script as well; nothing here relies on it.
 */
export type HtmlPolicy = {
  /** Links to it stay in the same tab. */
  siteUrl: string;
  /** Whose pictures may be shown besides our own: `host` or `*.host`. */
  imageHosts: readonly string[];
};

const keptResults = 500;
const results = new Map<string, string>();

/** The same text gives the same answer, which is kept: reading a post costs a hash, not a parse. */
export async function sanitiseHtml(html: string, policy: HtmlPolicy): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([policy.siteUrl, policy.imageHosts, html]))
    .digest('base64');
  const known = results.get(key);
  if (known !== undefined) return known;
  refuseMazes(html);
  const purify = await loadPurify();
  const clean = purifyUntilStable(purify, html, policy);
  if (results.size >= keptResults) results.delete(results.keys().next().value ?? '');
  results.set(key, clean);
  return clean;
}

/** Loads what the first text would have to wait for; the server does so once it is open. */
export async function warmSanitiser(): Promise<void> {
  await loadPurify();
}

/** The parser and its window are heavy (about a second and 100 MB): no start waits for them. */
let loaded: Promise<DOMPurify> | undefined;

function loadPurify(): Promise<DOMPurify> {
  loaded ??= Promise.all([import('jsdom'), import('dompurify')]).then(
    // No page, no scripts, nothing fetched: only the parser and the tree.
    ([{ JSDOM }, { default: createPurify }]) => createPurify(new JSDOM('').window),
  );
  return loaded;
}

const allowed = {
  ALLOWED_TAGS:
    'h2 h3 h4 p br hr strong b em i u s ul ol li blockquote pre code a img figure figcaption'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'width', 'height', 'start'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOW_SELF_CLOSE_IN_ATTR: false,
} satisfies PurifyConfig;

/**
 * What a browser reads out of clean HTML may differ from what was cleaned (a link inside a link, a
 * table's stray parts); attacks by mutation live on that. So only what reads back as itself leaves.
 */
function purifyUntilStable(purify: DOMPurify, html: string, policy: HtmlPolicy): string {
  let current = html;
  for (let round = 0; round < 6; round += 1) {
    const next = purifyWith(purify, current, policy);
    if (next === current) return next;
    current = next;
  }
  throw tooComplex();
}

function purifyWith(purify: DOMPurify, html: string, policy: HtmlPolicy): string {
  purify.removeAllHooks();
  // `is` cannot be taken off: the serialiser writes what an element was made as.
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.hasAttribute('is')) return node.remove();
    dropAttributes(node);
    if (node.tagName === 'A') rewriteLink(node, policy);
    if (node.tagName === 'IMG') rewriteImage(node, policy);
  });
  return purify.sanitize(html, allowed);
}

/** The list above is one for all elements; this says which belong where. */
const attributesOf: Record<string, readonly string[] | undefined> = {
  A: ['href', 'title'],
  IMG: ['src', 'alt', 'title', 'width', 'height'],
  OL: ['start'],
};

function dropAttributes(node: Element): void {
  for (const name of node.getAttributeNames()) {
    if (!attributesOf[node.tagName]?.includes(name)) node.removeAttribute(name);
  }
}

function rewriteLink(link: Element, { siteUrl }: HtmlPolicy): void {
  const target = readLink(link.getAttribute('href') ?? '', siteUrl);
  if (!target) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('href', target.href);
  link.setAttribute('rel', 'noopener nofollow ugc');
  if (target.isForeign) link.setAttribute('target', '_blank');
}

function readLink(text: string, siteUrl: string): { href: string; isForeign: boolean } | undefined {
  if (!URL.canParse(text, siteUrl)) return undefined;
  const url = new URL(text, siteUrl);
  const isOwn = url.origin === new URL(siteUrl).origin;
  // A path is ours only if the browser reads it so: `//host` and `/\host` are other sites.
  if (text.startsWith('/'))
    return isOwn ? { href: url.href.slice(url.origin.length), isForeign: false } : undefined;
  if (url.protocol === 'mailto:') return { href: url.href, isForeign: false };
  const isWritten = /^https?:\/\//i.test(text.trim());
  return isWritten && /^https?:$/.test(url.protocol)
    ? { href: url.href, isForeign: !isOwn }
    : undefined;
}

/** About the width of the reading column. */
const sizes = '(max-width: 760px) 92vw, 720px';

function rewriteImage(image: Element, policy: HtmlPolicy): void {
  const source = readImageSource(image.getAttribute('src') ?? '', policy);
  if (!source) {
    image.remove();
    return;
  }
  image.setAttribute('src', source);
  const own = readPictureUrl(source);
  if (own?.width) {
    image.setAttribute('srcset', srcsetOf(own.hash, widthsUpTo(own.width)));
    image.setAttribute('sizes', sizes);
  }
  for (const side of ['width', 'height']) {
    if (!/^[1-9]\d{0,4}$/.test(image.getAttribute(side) ?? '')) image.removeAttribute(side);
  }
  if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
  image.setAttribute('loading', 'lazy');
  image.setAttribute('decoding', 'async');
}

/** Also for the picture above a post: its address if it may be shown, else undefined. */
export function readImageSource(
  text: string,
  { siteUrl, imageHosts }: HtmlPolicy,
): string | undefined {
  if (!URL.canParse(text, siteUrl)) return undefined;
  const url = new URL(text, siteUrl);
  if (url.origin === new URL(siteUrl).origin)
    return readPictureUrl(url.pathname)?.width ? url.pathname : undefined;
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return undefined;
  const isAllowed = imageHosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  return isAllowed ? url.href : undefined;
}

const maxTags = 5_000;
const maxDepth = 200;

/**
 * Parsing takes time with the square of the nesting: 40,000 unclosed tags hold a server for minutes.
 * No editor makes such a thing, so it is refused by counting before it is parsed.
 */
function refuseMazes(html: string): void {
  let tags = 0;
  let depth = 0;
  let deepest = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    tags += 1;
    if (slash) depth = Math.max(0, depth - 1);
    else if (!/^(?:br|hr|img|p|li)$/i.test(name)) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  if (tags <= maxTags && deepest <= maxDepth) return;
  throw tooComplex();
}

function tooComplex(): AppError {
  return new AppError('news/too-complex', 'The text is nested too deeply or has too many parts.');
}

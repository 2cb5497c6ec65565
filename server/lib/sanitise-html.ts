import { createHash } from 'node:crypto';

import type { Config as PurifyConfig, DOMPurify } from 'dompurify';
import type { Element } from 'jsdom';

import { AppError } from '#shared/errors.ts';
import { readPictureUrl, srcsetOf, widthsUpTo } from '#shared/media.ts';

/**
 * Editors' HTML is shown on our own origin, so scripts are removed here: DOMPurify with an allow-list of
 * what the editor can produce, run before storing and again before showing. The content security policy
 * would also stop a script, but nothing here relies on it.
 */
export type HtmlPolicy = {
  /** Links to this origin open in the same tab. */
  siteUrl: string;
  /** Other hosts whose pictures may be shown: `host` or `*.host`. */
  imageHosts: readonly string[];
};

const maxCachedResults = 500;
const results = new Map<string, string>();

/** Results are cached by hash, so that reading a post does not parse it again. */
export async function sanitiseHtml(html: string, policy: HtmlPolicy): Promise<string> {
  const key = createHash('sha256')
    .update(JSON.stringify([policy.siteUrl, policy.imageHosts, html]))
    .digest('base64');
  const known = results.get(key);
  if (known !== undefined) return known;
  assertNotTooComplex(html);
  const purify = await loadPurify();
  const clean = purifyUntilStable(purify, html, policy);
  if (results.size >= maxCachedResults) results.delete(results.keys().next().value ?? '');
  results.set(key, clean);
  return clean;
}

/** Loads the parser in advance, so that the first text does not wait for it. */
export async function warmSanitiser(): Promise<void> {
  await loadPurify();
}

/** Loaded lazily: the parser and its window take about a second and 100 MB. */
let loaded: Promise<DOMPurify> | undefined;

function loadPurify(): Promise<DOMPurify> {
  loaded ??= Promise.all([import('jsdom'), import('dompurify')]).then(
    // Without options jsdom runs no scripts and fetches nothing.
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
 * A browser may parse the sanitised HTML into a different tree (nested links, stray table parts), which
 * mutation XSS exploits. So sanitise until the result no longer changes.
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
  // `is` cannot be removed: the serialiser writes the value that the element was created with.
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.hasAttribute('is')) {
      node.remove();
      return;
    }
    dropAttributes(node);
    if (node.tagName === 'A') rewriteLink(node, policy);
    if (node.tagName === 'IMG') rewriteImage(node, policy);
  });
  return purify.sanitize(html, allowed);
}

/** ALLOWED_ATTR applies to all elements; these are the attributes of each one. */
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
  // `//host` and `/\host` start like a path, but lead to another site.
  if (text.startsWith('/'))
    return isOwn ? { href: url.href.slice(url.origin.length), isForeign: false } : undefined;
  if (url.protocol === 'mailto:') return { href: url.href, isForeign: false };
  const isAbsolute = /^https?:\/\//i.test(text.trim());
  return isAbsolute && /^https?:$/.test(url.protocol)
    ? { href: url.href, isForeign: !isOwn }
    : undefined;
}

/** Roughly the width of the reading column. */
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

/** The address if the picture may be shown, otherwise undefined. Also used for the picture above a post. */
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
 * Parsing time grows with the square of the nesting: 40,000 unclosed tags block a server for minutes.
 * The editor never produces that, so count tags and depth before parsing.
 */
function assertNotTooComplex(html: string): void {
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

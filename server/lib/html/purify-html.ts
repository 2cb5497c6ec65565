import type { Config as PurifyConfig, DOMPurify } from 'dompurify';
import type { Element } from 'jsdom';

import { readPictureUrl, srcsetOf, widthsUpTo } from '#shared/endpoints/media.ts';

import { readImageSource } from './html-policy.ts';
import type { HtmlPolicy } from './html-policy.ts';

/** Loaded lazily: the parser and its window take about a second and 100 MB. */
let loaded: Promise<DOMPurify> | undefined;

function loadPurify(): Promise<DOMPurify> {
  loaded ??= Promise.all([import('jsdom'), import('dompurify')]).then(
    // Without options jsdom runs no scripts and fetches nothing.
    ([{ JSDOM }, { default: createPurify }]) => createPurify(new JSDOM('').window),
  );
  return loaded;
}

/** Removes everything that is not on the allow-list. Undefined if the text is nested too deeply. */
export async function purifyHtml(html: string, policy: HtmlPolicy): Promise<string | undefined> {
  return purifyUntilStable(await loadPurify(), html, policy);
}

const allowed = {
  ALLOWED_TAGS:
    'h2 h3 h4 p br hr strong b em i u s ul ol li blockquote pre code a img figure figcaption table thead tbody tr th td'.split(
      ' ',
    ),
  ALLOWED_ATTR: 'href src alt title width height start colspan rowspan'.split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOW_SELF_CLOSE_IN_ATTR: false,
} satisfies PurifyConfig;

/** A browser may parse the result into another tree (mutation XSS): repeat until it no longer changes. */
function purifyUntilStable(
  purify: DOMPurify,
  html: string,
  policy: HtmlPolicy,
): string | undefined {
  let current = html;
  for (let round = 0; round < 6; round += 1) {
    const next = purifyWith(purify, current, policy);
    if (next === current) return next;
    current = next;
  }
  return undefined;
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
    if (/^T[DH]$/.test(node.tagName)) keepNumbers(node, ['colspan', 'rowspan'], 2);
  });
  return purify.sanitize(html, allowed);
}

/** ALLOWED_ATTR applies to all elements; these are the attributes of each one. */
const attributesOf: Record<string, readonly string[] | undefined> = {
  A: ['href', 'title'],
  IMG: ['src', 'alt', 'title', 'width', 'height'],
  OL: ['start'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
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
  keepNumbers(image, ['width', 'height'], 5);
  if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
  image.setAttribute('loading', 'lazy');
  image.setAttribute('decoding', 'async');
}

function keepNumbers(node: Element, names: string[], digits: number): void {
  for (const name of names) {
    const value = node.getAttribute(name) ?? '';
    if (!/^[1-9]\d*$/.test(value) || value.length > digits) node.removeAttribute(name);
  }
}

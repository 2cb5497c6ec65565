import type { Brand } from '#shared/endpoints/appearance.ts';
import { titleOf } from '#shared/pages.ts';
import { escapeHtml } from '#shared/rules/fill-page.ts';
import type { PageDatum, SiteInfo, Visit } from '#shared/site.ts';

import type { FirstPicture, PageDescription, PreviewImage } from './page-registry.ts';

export type PageAssets = {
  /** Fetched in parallel with the styles, most urgent first. */
  preloads: string;
  /** Preloads the scene at the top of the page, unless the owner has a picture of their own. */
  picture?: string;
  /** Block the first paint. Placed after the site's own styles, which they override. */
  styles: string;
  /** Preload of the bold body font, used only if the content has bold text. */
  boldFont?: string;
};

export type FirstPage = {
  description: PageDescription;
  /** The requested path without query. */
  path: string;
  assets: PageAssets;
  content?: string | undefined;
  siteUrl: string;
  site: SiteInfo;
  visit: Visit;
};

const sitePreview: PreviewImage = {
  path: '/og/site.png',
  width: 1200,
  height: 630,
  alt: 'A keep at dusk above a lit valley.',
};

/** The picture shows the owner's hero, if there is one. */
function previewOf({ hasOwnPicture, name }: Brand): PreviewImage {
  return hasOwnPicture ? { ...sitePreview, alt: name } : sitePreview;
}

const shell = '<div id="root">Loading...</div>';
const siteStyles = /<link rel="stylesheet"[^>]*>/g;
/** The fonts of the design, which a site with another pair does not use. */
const firstFonts = /<link rel="stylesheet"(?=[^>]*\bfirst-fonts\b)/;
const fontPreload = /<link rel="preload" as="font"[^>]*>/g;
const icons = /<link rel="icon"[\s\S]*<link rel="apple-touch-icon"[^>]*>/;
const scripts = /<link rel="modulepreload"(?=[^>]*fetchpriority="low")/g;

/** Fills the placeholders in client/index.html. */
export function renderPage(template: string, page: FirstPage): string {
  const { content } = page;
  const hasOurFonts = page.site.brand.fonts === 'classic';
  // Moved before all scripts, because they block the first paint.
  const all = template.match(siteStyles)?.join('') ?? '';
  // A disabled sheet is not fetched until the editor's preview or a new look enables it.
  const styles = hasOurFonts ? all : all.replace(firstFonts, '$& disabled');
  const html = template
    .replace(siteStyles, '')
    .replace('<!--page-head-->', () => {
      const head = renderHead(page, styles);
      return hasOurFonts ? head : head.replaceAll(fontPreload, '');
    })
    .replace(icons, (ours) => renderIcons(page.site.brand) ?? ours)
    .replace('<!--page-data-->', () => renderData(page));
  // Rendered content is painted first; client/main.ts then loads the scripts.
  return content
    ? html
        .replaceAll(scripts, '<link rel="later"')
        .replace(shell, () => `<div id="root">${content}</div>`)
    : html.replaceAll(' fetchpriority="low"', '');
}

function renderHead(first: FirstPage, styles: string): string {
  const { description: page, path, assets, siteUrl, site } = first;
  const isHidden = page.isHidden || page.status === 404;
  const address = siteUrl + (page.canonical ?? path);
  const image = page.image ?? previewOf(site.brand);
  const feed = `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(site.brand.name)} News" href="/feed.xml" />`;
  return [
    `<title>${escapeHtml(titleOf(page.title, site.brand.name))}</title>`,
    styles,
    assets.styles,
    site.brand.theme ? `<link rel="stylesheet" id="theme" href="${site.brand.theme}" />` : '',
    page.picture ? preloadPicture(page.picture) : '',
    assets.picture ? preloadScene(assets.picture, path, site.brand) : '',
    assets.preloads,
    // Otherwise the browser requests the font at layout, and text shifts when it arrives.
    assets.boldFont && /<(?:strong|b)>/.test(first.content ?? '') ? assets.boldFont : '',
    meta('name', 'description', page.description),
    isHidden
      ? meta('name', 'robots', 'noindex')
      : `<link rel="canonical" href="${escapeHtml(address)}" />`,
    feed,
    meta('property', 'og:site_name', site.brand.name),
    meta('property', 'og:type', page.type ?? 'website'),
    meta('property', 'og:title', page.title ?? site.brand.name),
    meta('property', 'og:description', page.description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', siteUrl + image.path),
    meta('property', 'og:image:width', String(image.width)),
    meta('property', 'og:image:height', String(image.height)),
    meta('property', 'og:image:alt', image.alt),
    meta('property', 'article:published_time', page.article?.publishedAt.toISOString()),
    meta('property', 'article:section', page.article?.section),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', page.title ?? site.brand.name),
    meta('name', 'twitter:description', page.description),
    meta('name', 'twitter:image', siteUrl + image.path),
    page.jsonLd ? dataBlock('application/ld+json', page.jsonLd) : '',
  ].join('');
}

function renderIcons({ icons: own }: Brand): string | undefined {
  if (!own) return undefined;
  return `<link rel="icon" href="${own['32']}" sizes="32x32" type="image/png" /><link rel="icon" href="${own['192']}" sizes="192x192" type="image/png" /><link rel="apple-touch-icon" href="${own['180']}" />`;
}

/** The home page shows the picture that the owner chose; the other pages only one that they uploaded. */
function preloadScene(ours: string, path: string, { hero, hasOwnPicture }: Brand): string {
  if (!hero.picture || (path !== '/' && !hasOwnPicture)) return ours;
  return preloadPicture({ ...hero.picture, sizes: '100vw' });
}

/** Same values as the `img`, so that the browser chooses the same width. */
function preloadPicture({ src, srcset, sizes }: FirstPicture): string {
  return `<link rel="preload" as="image" href="${escapeHtml(src)}" imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high" />`;
}

function renderData({ description, site, visit }: FirstPage): string {
  const data: PageDatum[] = description.data ?? [];
  return jsonBlock('site', site) + jsonBlock('visit', visit) + jsonBlock('page-data', data);
}

function meta(kind: 'name' | 'property', name: string, content: string | undefined): string {
  return content ? `<meta ${kind}="${name}" content="${escapeHtml(content)}" />` : '';
}

function jsonBlock(id: string, value: unknown): string {
  return dataBlock('application/json', value, ` id="${id}"`);
}

/** A data block is never run as a script, so the CSP does not need to allow it. */
function dataBlock(type: string, value: unknown, attributes = ''): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="${type}"${attributes}>${json}</script>`;
}

import { pages, renderedPages } from '#shared/pages.ts';
import { authPictures, sceneOfPage } from '#shared/rules/auth-scenes.ts';
import type { AuthScene } from '#shared/rules/auth-scenes.ts';
import { escapeHtml } from '#shared/rules/fill-page.ts';

import type { PageAssets } from './page-template.ts';
import type { StaticFile } from './static-files.ts';

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk | undefined>;

const manifestPath = '/.vite/manifest.json';
/** Loaded by index.html itself. */
const firstLoad = ['index.html', 'framework.ts', 'start.tsx'];
/** The lower part of the home page. Its script is loaded last, but the first HTML needs its styles. */
const homeBelow = 'app/home-below.tsx';
/** The list by which the browser finds the script of any page. */
const pageModules = 'app/page-modules.ts';

/** Links a page's style, picture and script in the first HTML. Takes the manifest, so that visitors cannot download it. */
export function takePageAssets(files: Map<string, StaticFile>): (path: string) => PageAssets {
  const text = files.get(manifestPath)?.plain.toString() ?? '{}';
  files.delete(manifestPath);
  const manifest = JSON.parse(text) as Manifest;
  const first = new Set(firstLoad.flatMap((name) => [...collect(manifest, name)]));
  const none = { preloads: '', styles: '' };
  const collectOwn = (name: string) =>
    [...collect(manifest, name)].filter((chunk) => !first.has(chunk));
  const known = new Map<string, PageAssets>([
    [
      '/',
      {
        preloads: '',
        styles: renderStyles(collectOwn(homeBelow)),
        picture: renderHero(manifest),
      },
    ],
  ]);
  for (const [path, { module }] of Object.entries(pages)) {
    // The styles of these pages belong after those of their layout, which is loaded later.
    if (path === '/' || /^\/(?:profile|admin)\b/.test(path)) continue;
    const own = collectOwn(`${module}.tsx`);
    const scene = sceneOfPage[path];
    known.set(path, {
      preloads: [
        renderedPages[path]?.isSheet ? renderSheet(files) : '',
        ...[...own, ...collectOwn(pageModules)].map(renderScript),
      ].join(''),
      styles: renderStyles(own),
      ...(scene && { picture: renderScene(manifest, scene) }),
    });
  }
  const post = known.get('/news/$id');
  if (post) {
    // Every post ends with a line in italics; many have bold words.
    post.preloads = renderFont(files, 'alegreya-400-italic') + post.preloads;
    post.boldFont = renderFont(files, 'alegreya-700');
  }
  return (path) => known.get(path) ?? none;
}

/** A module's chunk and all its static imports. */
function collect(manifest: Manifest, name: string, found = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk)) return found;
  found.add(chunk);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found);
  return found;
}

function renderScript({ file }: Chunk): string {
  return `<link rel="modulepreload" href="/${escapeHtml(file)}" crossorigin fetchpriority="low" />`;
}

function renderStyles(chunks: Chunk[]): string {
  return chunks
    .toReversed()
    .flatMap(({ css = [] }) => css)
    .map((file) => `<link rel="stylesheet" href="/${escapeHtml(file)}" crossorigin />`)
    .join('');
}

/** The texture of the sheet; the style sheet would request it late. */
function renderSheet(files: Map<string, StaticFile>): string {
  const url = [...files.keys()].find((path) => path.startsWith('/assets/fibre-'));
  return url ? `<link rel="preload" as="image" href="${escapeHtml(url)}" />` : '';
}

/** Without `crossorigin` the browser would fetch the font a second time. */
function renderFont(files: Map<string, StaticFile>, name: string): string {
  const pattern = new RegExp(`^/assets/${name}-[\\w-]{8}\\.woff2$`);
  const url = [...files.keys()].find((path) => pattern.test(path));
  return url ? `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin />` : '';
}

/** The hero of the home page, with the sources of its `picture` element (client/app/hero-scene.tsx). */
function renderHero(manifest: Manifest): string {
  return [
    {
      media: '(max-width: 700px)',
      sizes: '120vw',
      files: { 'hero/tall-780': 780, 'hero/tall-1170': 1170 },
    },
    {
      media: '(min-width: 700.02px) and (max-width: 1440.98px)',
      sizes: 'max(108vw, 1196px)',
      files: { 'hero/wide-1560': 1560, 'hero/wide-3120': 3120 },
    },
    {
      media: '(min-width: 1441px)',
      sizes: '3787px',
      files: { 'hero/broad-3840': 3840, 'hero/broad-5760': 5760 },
    },
  ]
    .map((source) => renderPicture(manifest, source))
    .join('');
}

function renderScene(manifest: Manifest, scene: AuthScene): string {
  return Object.entries(authPictures)
    .map(([kind, { media, sizes, widths }]) => {
      const files = widths.map((width) => [`accounts/${scene}-${kind}-${width}`, width] as const);
      return renderPicture(manifest, { media, sizes, files: Object.fromEntries(files) });
    })
    .join('');
}

type Source = { media: string; sizes: string; files: Record<string, number> };

/** Preloads a source of a `picture` element. `files` are the widths of pictures below client/art. */
function renderPicture(manifest: Manifest, { media, sizes, files }: Source): string {
  const sources = Object.entries(files).flatMap(([name, width]) => {
    const file = manifest[`art/${name}.avif`]?.file;
    return file ? [`/${escapeHtml(file)} ${width}w`] : [];
  });
  if (sources.length === 0) return '';
  return `<link rel="preload" as="image" imagesrcset="${sources.join(', ')}" imagesizes="${sizes}" media="${media}" fetchpriority="high" />`;
}

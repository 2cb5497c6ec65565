import type { PagePath } from '#shared/pages.ts';

import { escapeHtml } from './page-template.ts';
import type { StaticFile } from './static-files.ts';

/**
 * A page's own script is only asked for once the app runs and knows its address. The server knows it
 * at once: named in the first HTML, script, style and first picture arrive side by side.
 */
export type PageAssets = (path: string) => string;

type Chunk = { file: string; css?: string[]; imports?: string[] };
type Manifest = Record<string, Chunk | undefined>;

const manifestPath = '/.vite/manifest.json';
const entry = 'index.html';

/** As in client/app/router.tsx, which imports them. One that is missing here only comes later. */
const modules: Partial<Record<PagePath, string>> = {
  '/news': 'features/news/all-news-page.tsx',
  '/news/$id': 'features/news/post-page.tsx',
  '/events': 'features/events/events-page.tsx',
  '/hiscores': 'features/hiscores/hiscores-page.tsx',
  '/polls': 'features/polls/polls-page.tsx',
  '/polls/$id': 'features/polls/poll-page.tsx',
  '/play': 'features/site/play-page.tsx',
  '/login': 'features/accounts/auth-page.tsx',
  '/register': 'features/accounts/auth-page.tsx',
  '/shop': 'features/shop/shop-page.tsx',
};

/** Takes the build's manifest out of the files, where visitors would find it. */
export function takePageAssets(files: Map<string, StaticFile>): PageAssets {
  const text = files.get(manifestPath)?.plain.toString() ?? '{}';
  files.delete(manifestPath);
  const manifest = JSON.parse(text) as Manifest;
  const first = collect(manifest, entry);
  const links = new Map<string, string>();
  for (const [path, module] of Object.entries(modules)) {
    const own = [...collect(manifest, module)].filter((chunk) => !first.has(chunk));
    links.set(path, own.map(renderChunk).join(''));
  }
  links.set('/', renderHero(manifest));
  return (path) => links.get(path) ?? '';
}

/** A module's chunk and all it imports from the start. */
function collect(manifest: Manifest, name: string, found = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk)) return found;
  found.add(chunk);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, found);
  return found;
}

function renderChunk({ file, css = [] }: Chunk): string {
  const styles = css.map(
    (one) => `<link rel="preload" as="style" href="/${escapeHtml(one)}" crossorigin />`,
  );
  return `<link rel="modulepreload" href="/${escapeHtml(file)}" />${styles.join('')}`;
}

/** The scene above the home page, as its `picture` element will choose it (client/app/hero-scene.tsx). */
function renderHero(manifest: Manifest): string {
  const scenes = [
    { media: '(max-width: 700px)', sizes: '120vw', files: { 'tall-780': 780, 'tall-1170': 1170 } },
    {
      media: '(min-width: 700.02px)',
      sizes: '100vw',
      files: { 'wide-1440': 1440, 'wide-2880': 2880 },
    },
  ];
  return scenes
    .map(({ media, sizes, files }) => {
      const sources = Object.entries(files).flatMap(([name, width]) => {
        const file = manifest[`art/hero/${name}.avif`]?.file;
        return file ? [`/${escapeHtml(file)} ${width}w`] : [];
      });
      if (sources.length === 0) return '';
      return `<link rel="preload" as="image" imagesrcset="${sources.join(', ')}" imagesizes="${sizes}" media="${media}" fetchpriority="high" />`;
    })
    .join('');
}

import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath } from 'vite';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** What client/main.ts loads once the page is painted. */
const start = pathOf('start.tsx');
const firstFonts = pathOf('first-fonts.ts');
const loadedByEntry = new Set([pathOf('framework.ts'), start]);

function pathOf(file: string): string {
  return normalizePath(fileURLToPath(new URL(`client/${file}`, import.meta.url)));
}

/** The libraries under every page, in one file that outlives most releases. */
const framework = {
  name: 'framework',
  priority: 2,
  test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack)[\\/]/,
};

/** What the entry needs before it loads the rest. */
const boot = {
  name: 'boot',
  priority: 3,
  test: /vite[\\/]preload-helper|client[\\/]lib[\\/]when\.ts/,
};

/** What the home page loads at once, in one file: it compresses better than thirty. */
const firstLoad = {
  debugName: 'site',
  priority: 1,
  name: (id: string, modules: Modules) => (findFirstLoad(modules).has(id) ? 'site' : null),
};

/** Which everything that asks the server needs, but few pages before they are read. */
const schemas = { name: 'schemas', priority: 2, test: /node_modules[\\/]zod[\\/]/ };

/**
 * What the other public pages share of the design system, and a post, with which most visits begin: one
 * file and one style instead of ten.
 */
const kit = {
  debugName: 'kit',
  priority: 0,
  name: (id: string, modules: Modules) => (isOfKit(id, modules) ? 'kit' : null),
};

const publicPages = [
  'features/news/all-news-page.tsx',
  'features/news/post-page.tsx',
  'features/events/events-page.tsx',
  'features/hiscores/hiscores-page.tsx',
  'features/polls/polls-page.tsx',
  'features/polls/poll-page.tsx',
  'features/site/play-page.tsx',
  'features/site/text-page.tsx',
].map(pathOf);

let firstLoaded: Set<string> | undefined;
let publicLoaded: Set<string> | undefined;
let postLoaded: Set<string> | undefined;

function findFirstLoad(modules: Modules): Set<string> {
  firstLoaded ??= findImported([start], modules);
  return firstLoaded;
}

function isOfKit(id: string, modules: Modules): boolean {
  publicLoaded ??= findImported(publicPages, modules);
  postLoaded ??= findImported([pathOf('features/news/post-page.tsx')], modules);
  return (
    (publicLoaded.has(id) && /\/client\/(?:ui|lib)\//.test(id)) ||
    (postLoaded.has(id) && id.includes('/client/features/news/'))
  );
}

function findImported(from: string[], modules: Modules): Set<string> {
  const found = new Set(from);
  // Grows while it is walked: each module adds what it imports statically.
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/**
 * Names what the entry loads later in index.html: the styles, which the first drawing waits for, and
 * the scripts, which come after everything that can be seen.
 */
const nameFirstLoad: Plugin = {
  name: 'wynhold-name-first-load',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const found = new Set<Rolldown.OutputChunk>();
      for (const chunk of chunks) {
        if (loadedByEntry.has(chunk.facadeModuleId ?? '')) collectChunks(chunk, bundle, found);
      }
      return [...found].filter(({ fileName }) => !html.includes(fileName)).flatMap(toTags);
    },
  },
};

/** Adds client/first-fonts.ts to index.html as a plain script: it must run before the body is parsed. */
const addFirstFonts: Plugin = {
  name: 'wynhold-first-fonts',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: firstFonts, name: 'first-fonts' });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const script = Object.values(bundle)
        .filter((one) => one.type === 'chunk')
        .find(({ facadeModuleId }) => facadeModuleId === firstFonts);
      if (!script) throw new Error('The build has no script for the first fonts.');
      if (script.imports.length > 0) throw new Error('A plain script cannot import others.');
      return [{ tag: 'script', attrs: { src: `/${script.fileName}` }, injectTo: 'head' }];
    },
  },
};

function collectChunks(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  found: Set<Rolldown.OutputChunk>,
): void {
  if (found.has(chunk)) return;
  found.add(chunk);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') collectChunks(imported, bundle, found);
  }
}

function toTags({ fileName, viteMetadata }: Rolldown.OutputChunk): HtmlTagDescriptor[] {
  const link = (attrs: Record<string, string | boolean>) => ({
    tag: 'link',
    attrs,
    injectTo: 'head' as const,
  });
  return [
    ...[...(viteMetadata?.importedCss ?? [])].map((file) =>
      link({ rel: 'stylesheet', crossorigin: true, href: `/${file}` }),
    ),
    link({ rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${fileName}` }),
  ];
}

// In development Vite stands in front and hands what it does not know to the server (scripts/dev.ts).
export default defineConfig({
  root: 'client',
  plugins: [react(), nameFirstLoad, addFirstFonts],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The server names a page's own files in its first HTML.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [boot, framework, schemas, firstLoad, kit] } },
    },
  },
});

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath } from 'vite';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

import { pages, renderedPages } from './shared/pages.ts';
import { themedColours } from './tooling/themed-colours.ts';

type Module = { importedIds: readonly string[]; importers: readonly string[] };
type Modules = { getModuleInfo: (id: string) => Module | null };

/** client/main.ts loads this once the page is painted. */
const start = pathOf('start.tsx');
const firstFonts = pathOf('first-fonts.ts');
/** The part of home below the hero. */
const homeBelow = pathOf('app/home-below.tsx');
const loadedByEntry = new Set([pathOf('framework.ts'), start]);

function pathOf(file: string): string {
  return normalizePath(fileURLToPath(new URL(`client/${file}`, import.meta.url)));
}

/** Parts of the libraries that the home page does not need. They are loaded with the pages that use them. */
const laterParts =
  /[\\/](?:useBlocker|useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/;

/** The libraries every page needs, in one file that stays the same (and cached) over most releases. */
const framework = {
  name: 'framework',
  priority: 2,
  test: (id: string) =>
    /node_modules[\\/](?:react|react-dom|scheduler|@tanstack)[\\/]/.test(id) &&
    !laterParts.test(id),
};

/** The modules the entry needs before it loads the rest. */
const boot = {
  name: 'boot',
  priority: 3,
  test: /vite[\\/]preload-helper|client[\\/]lib[\\/]when\.ts/,
};

/** The home page's modules in one file, which compresses better than thirty. */
const firstLoad = {
  debugName: 'site',
  priority: 1,
  name: (id: string, modules: Modules) =>
    findFirstLoad(modules).has(id) && !laterParts.test(id) ? 'site' : null,
};

/** Shared by the other public pages, the news post page and home: one script and style sheet instead of twenty. */
const kit = {
  debugName: 'kit',
  priority: 0,
  name: (id: string, modules: Modules) => (isInKit(id, modules) ? 'kit' : null),
};

const publicPages = Object.entries(pages)
  .filter(([path]) => renderedPages[path]?.topics && path !== '/')
  .map(([, { module }]) => pathOf(`${module}.tsx`));

let firstLoaded: Set<string> | undefined;
let belowLoaded: Set<string> | undefined;
let publicLoaded: Set<string> | undefined;
let postLoaded: Set<string> | undefined;

function findFirstLoad(modules: Modules): Set<string> {
  firstLoaded ??= findImported([start], modules);
  return firstLoaded;
}

function isInKit(id: string, modules: Modules): boolean {
  publicLoaded ??= findImported(publicPages, modules);
  postLoaded ??= findImported([pathOf(`${pages['/news/$id'].module}.tsx`)], modules);
  return (
    (publicLoaded.has(id) && /\/client\/(?:ui|lib)\/|\/shared\/rules\/launcher-kinds/.test(id)) ||
    (postLoaded.has(id) && id.includes('/client/features/news/')) ||
    isOfHomeAndOthers(id, modules)
  );
}

/** Parts of home that another page shows too, such as the leaf with an event's date. */
function isOfHomeAndOthers(id: string, modules: Modules): boolean {
  const below = (belowLoaded ??= findImported([homeBelow], modules));
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return (
    below.has(id) &&
    /\/client\/(?:features|ui)\/.*\.tsx$/.test(id) &&
    importers.some((one) => !below.has(one))
  );
}

function findImported(from: string[], modules: Modules): Set<string> {
  const found = new Set(from);
  // The set grows during the loop: each module adds its static imports.
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/** Lists in index.html the styles, which block the first paint, and the scripts, which are fetched later. */
const linkFirstLoad: Plugin = {
  name: 'wynhold-link-first-load',
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

/** `post-card_title`: readable, and it compresses better than a name with a hash. */
function nameClass(name: string, file: string): string {
  const sheet = basename(file, '.module.css');
  const other = sheets.get(sheet) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} need different names.`);
  sheets.set(sheet, file);
  return `${sheet}_${name}`;
}

const sheets = new Map<string, string>();

// In development Vite is the front server and forwards other requests to the site (scripts/dev.ts).
export default defineConfig({
  root: 'client',
  resolve: {
    // The router's store still asks for the shim that older versions of React need.
    alias: [
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  css: {
    modules: { generateScopedName: nameClass },
    postcss: { plugins: [themedColours] },
  },
  plugins: [react(), linkFirstLoad, addFirstFonts],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The server reads the manifest to list a page's own files in its first HTML.
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Style sheets, and the script that most pages share. To name every small one in the first load would
      // cost more than the page saves that asks for it a moment later.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => /\.css$|\/kit-/.test(file)),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: [boot, framework, firstLoad, kit] } },
    },
  },
});

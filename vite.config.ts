import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath } from 'vite';

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

const entry = normalizePath(fileURLToPath(new URL('client/main.tsx', import.meta.url)));

/** The libraries under every page, in one file that outlives most releases. */
const framework = {
  name: 'framework',
  priority: 2,
  test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack)[\\/]/,
};

/** What the home page loads at once, in one file: it compresses better than thirty. */
const firstLoad = {
  debugName: 'site',
  priority: 1,
  // The entry stands apart: it awaits the session check, and what that loads imports from here.
  name: (id: string, modules: Modules) =>
    id !== entry && findFirstLoad(modules).has(id) ? 'site' : null,
};

let found: Set<string> | undefined;

function findFirstLoad(modules: Modules): Set<string> {
  if (found) return found;
  found = new Set([entry]);
  // Grows while it is walked: each module adds what it imports statically.
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

// In development Vite stands in front and hands what it does not know to the server (scripts/dev.mjs).
export default defineConfig({
  root: 'client',
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // The server names a page's own files in its first HTML.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [framework, firstLoad] } } },
  },
});

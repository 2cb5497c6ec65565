import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

import usual from '../../playwright.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the unchanged account tests on a site that uses Firebase as its identity provider. */
export default defineConfig({
  ...usual,
  testDir: `${root}e2e`,
  testMatch: /accounts(\.phone)?\.spec\.ts$/,
  outputDir: `${root}test-results/firebase`,
  // All of them, also the slow ones.
  grepInvert: [],
  projects: (usual.projects ?? []).filter(({ name }) => name !== 'own-site'),
  webServer: {
    ...(Array.isArray(usual.webServer) ? {} : usual.webServer),
    command: `"${process.execPath}" e2e/firebase/serve-app.mjs`,
    cwd: root,
  },
});

import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

import usual from '../../playwright.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The accounts' journeys as they are, on a site whose identity provider nobody here wrote. */
export default defineConfig({
  ...usual,
  testDir: `${root}e2e`,
  testMatch: /accounts(\.phone)?\.spec\.ts$/,
  outputDir: `${root}test-results/firebase`,
  webServer: {
    ...(Array.isArray(usual.webServer) ? {} : usual.webServer),
    command: `"${process.execPath}" e2e/firebase/serve-app.mjs`,
    cwd: root,
  },
});

import { fileURLToPath } from 'node:url';

import { defineConfig } from '@playwright/test';

import usual from '../../playwright.config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const clock = new URL('fixed-clock.mjs', import.meta.url).href;
const desktop = usual.projects?.find(({ name }) => name === 'desktop');

/** Pictures of screens, on a site whose clock and content are the same in every run. */
export default defineConfig({
  ...usual,
  testDir: `${root}e2e/visual`,
  testMatch: 'screens.ts',
  outputDir: `${root}test-results/visual`,
  globalSetup: `${root}e2e/visual/prepare.ts`,
  use: { ...usual.use, reuseContext: false },
  projects: desktop ? [{ ...desktop, testIgnore: [] }] : [],
  webServer: {
    ...(Array.isArray(usual.webServer) ? {} : usual.webServer),
    command: `"${process.execPath}" --liftoff-only --import=${clock} e2e/support/serve-app.mjs`,
    cwd: root,
  },
});

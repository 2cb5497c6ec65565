import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig, devices } from '@playwright/test';
import getPort from 'get-port';

import { findChromium } from './tooling/find-chromium.ts';

// Playwright reads this file again in every worker: values chosen once are passed on in the environment.
process.env.CHROMIUM_PATH ??= (await findChromium({ isVisible: isWatched() })) ?? '';
process.env.E2E_PORT ??= String(await getPort({ host: '127.0.0.1' }));
process.env.E2E_PREPARED ??= join(tmpdir(), `wynhold-e2e-prepared-${randomUUID()}`);

const isAll = process.env.TEST_ALL === '1';
const executablePath = process.env.CHROMIUM_PATH;
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;

/** The browser must contact the site only, not its vendor. */
const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  // These features start an extra renderer in every window, which is busy for a second each time.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** These change what every visitor sees. They run one after another on a site of their own and put everything back. */
const onOwnSite = [
  'appearance',
  'bridge',
  'claim-name',
  'emails',
  'labels',
  'news',
  'pages',
  'rename',
  'several-games',
  'store-closed',
  'top-up-price',
].map((name) => `**/e2e/${name}.spec.ts`);

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 300_000,
  // The timeouts only end tests that hang: no test may fail because the machine is slow.
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A missing button fails after this time, not after that of the whole test.
    actionTimeout: 60_000,
    // The next test of a worker goes on in the same tab, without cookies, storage and routes of the one before.
    reuseContext: true,
    // Animations would run for ever while a test waits; tests about motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes longer than the tests themselves, and loads resources the site's policy forbids.
    trace: process.env.E2E_TRACE ? 'on' : 'off',
  },
  // Journeys that repeat what a faster test proves run in `npm run test:all` only.
  ...(isAll ? {} : { grepInvert: /@slow/ }),
  // `*.phone.spec.ts` runs on the phone, everything else on the desktop, tests tagged @both on both.
  projects: [
    // First, because it is the longest chain of tests that cannot run at the same time.
    {
      name: 'own-site',
      testMatch: onOwnSite,
      workers: 1,
      fullyParallel: false,
      use: desktop(),
    },
    {
      name: 'desktop',
      testIgnore: ['**/*.phone.spec.ts', ...onOwnSite],
      use: desktop(),
    },
    {
      name: 'phone',
      grep: /\.phone\.spec\.ts|@both/,
      // Few in `npm test`: another browser would take as long to start as one of them takes.
      ...(isAll ? {} : { workers: 1 }),
      // The phone's real scale factor changes no layout, but has seven times as many pixels to paint.
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
        launchOptions: launch(),
      },
    },
  ],
  webServer: {
    command: `"${process.execPath}" --liftoff-only e2e/support/serve-app.mjs`,
    url: `${baseURL}/readyz`,
    timeout: 300_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

function desktop() {
  return {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: launch(),
  };
}

function launch() {
  return { args: quietFlags, ...(executablePath ? { executablePath } : {}) };
}

function isWatched(): boolean {
  return ['--headed', '--debug', '--ui'].some((flag) => process.argv.includes(flag));
}

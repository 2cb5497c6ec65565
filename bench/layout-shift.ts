// npm run bench -- layout-shift [/path …]
//
// Measures the layout shift of public pages while they load. Each page is opened with an empty cache,
// as phone and desktop, with a time zone and language other than the server's, until it is idle. Prints
// the shift and the element that moved most; fails above 0.01 (browsers rate 0.1 as good). Set
// FONTCONFIG_FILE to use other system fonts on Linux.
import { chromium } from '@playwright/test';
import type { BrowserContextOptions, Page } from '@playwright/test';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';
import { findOrInstallChromium } from '#tooling/find-chromium.ts';
import { serveDemo } from '#tooling/serve-app.ts';

import { printTable } from './lib/measure.ts';

type Shift = { shift: number; what: string };

const maxShift = 0.01;
const publicPaths = [
  '/',
  '/news',
  '/events',
  '/polls',
  '/polls/1',
  '/hiscores',
  '/hiscores?player=Wyn+Player',
  '/play',
  '/terms',
  '/login',
];
const screens: Record<string, BrowserContextOptions> = {
  'phone 390': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  'desktop 1440': { viewport: { width: 1440, height: 900 } },
};

await buildIfChanged();
const executablePath = await findOrInstallChromium();
const site = await serveDemo();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
try {
  const paths = process.argv.slice(2);
  if (paths.length === 0) paths.push(...publicPaths, site.newestPost);
  for (const [name, screen] of Object.entries(screens)) await measureAll(name, screen, paths);
} finally {
  await browser.close();
  await site.stop();
}

async function measureAll(
  name: string,
  screen: BrowserContextOptions,
  paths: string[],
): Promise<void> {
  const rows = [];
  for (const path of paths) {
    const { shift, what } = await measurePage(screen, site.url + path);
    if (shift > maxShift) process.exitCode = 1;
    rows.push([path, shift.toFixed(4), shift > maxShift ? `too much: ${what}` : what]);
  }
  printTable(`Layout shift, ${name}`, [['page', 'shift', 'moved most'], ...rows]);
}

/** A new context has an empty cache. */
async function measurePage(screen: BrowserContextOptions, url: string): Promise<Shift> {
  const far = { timezoneId: 'Pacific/Auckland', locale: 'de-DE' };
  const context = await browser.newContext({ ...screen, ...far });
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  const live = page.waitForRequest(/\/api\/live/);
  await page.goto(url);
  await live;
  const moved = await waitUntilIdle(page);
  await context.close();
  return moved;
}

/** The live stream never ends, so this waits for two seconds without a shift, not for network idle. */
async function waitUntilIdle(page: Page): Promise<Shift> {
  let before = -1;
  for (let second = 0; second < 15; second += 1) {
    await page.waitForTimeout(2000);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    if (shifts.length === before) return summarise(shifts);
    before = shifts.length;
  }
  throw new Error(`${page.url()} still shifts after 30 seconds.`);
}

function summarise(shifts: Shift[]): Shift {
  const worst = shifts.toSorted((a, b) => b.shift - a.shift)[0];
  return { shift: shifts.reduce((sum, { shift }) => sum + shift, 0), what: worst?.what ?? '' };
}

/** Runs in the page, before any other script. */
function watchShifts(): void {
  type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
  const shifts: Shift[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[]) {
      const node = sources[0]?.node;
      const what = `${node?.nodeName.toLowerCase()} "${node?.textContent?.slice(0, 40)}"`;
      shifts.push({ shift: value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { comparePicture, pictureFolder, writePicture } from './pictures.ts';
import { sessionFile } from './prepare.ts';
import { start } from './start.mjs';

// npm run test:visual: twenty screens at three widths, compared with the pictures in the repository.
// `-- --update` makes these pictures again, and the smaller ones of the tour in the README.

type Screen = { name: string; path: string; who?: 'player' | 'admin'; isInTour?: boolean };

const screens: Screen[] = [
  { name: 'home', path: '/', isInTour: true },
  { name: 'play', path: '/play', isInTour: true },
  { name: 'news', path: '/news' },
  { name: 'post', path: '/news/1', isInTour: true },
  { name: 'events', path: '/events', who: 'player', isInTour: true },
  { name: 'hiscores', path: '/hiscores' },
  { name: 'player', path: '/hiscores?player=Ember+Fox', isInTour: true },
  { name: 'compare', path: '/hiscores?compare=Ember+Fox,Lady+Ash' },
  { name: 'polls', path: '/polls', who: 'player' },
  { name: 'poll', path: '/polls/8', who: 'player', isInTour: true },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'profile', path: '/profile/home', who: 'player', isInTour: true },
  { name: 'settings', path: '/profile/settings', who: 'player' },
  { name: 'wallet', path: '/profile/wallet', who: 'player' },
  { name: 'shop', path: '/shop', who: 'player', isInTour: true },
  { name: 'top-up', path: '/shop?topup=true', who: 'player' },
  { name: 'admin', path: '/admin/home', who: 'admin', isInTour: true },
  { name: 'admin-shop', path: '/admin/shop', who: 'admin' },
  { name: 'admin-post', path: '/admin/news/new', who: 'admin' },
];
const widths = [390, 1440, 1920];
/** Longer pages are cut: their lower parts repeat. */
const longest = 2400;
const isUpdate = process.env.VISUAL_UPDATE === '1';
const tourFolder = fileURLToPath(new URL('../../docs/tour/', import.meta.url));

const test = base.extend<{ who: Screen['who'] }>({
  who: [undefined, { option: true }],
  storageState: ({ who }, use) => use(who ? sessionFile(who) : undefined),
});

for (const { name, path, who, isInTour } of screens) {
  test.describe(name, () => {
    test.use({ who });
    test('looks the same', async ({ page }, testInfo) => {
      await page.clock.setFixedTime(start + 60_000);
      // Opening the live connection is the last thing a page does after hydration.
      const live = page.waitForRequest(/\/api\/live/);
      await page.goto(path);
      await live;
      const differences: string[] = [];
      for (const width of widths) {
        const screenshot = await takeScreenshot(page, width);
        const file = join(pictureFolder, `${name}-${width}.webp`);
        if (isUpdate) await writePicture(file, screenshot);
        const { isSame, summary, difference } = await comparePicture(file, screenshot);
        if (isSame) continue;
        differences.push(`${name} at ${width}: ${summary}`);
        await sharp(difference ?? screenshot).toFile(testInfo.outputPath(`${name}-${width}.png`));
      }
      if (isUpdate && isInTour) await writeTourPicture(page, name);
      expect(differences, `see test-results/visual`).toEqual([]);
    });
  });
}

/** Repeated until two in a row are the same: a part that loads late changes the height. */
async function takeScreenshot(page: Page, width: number): Promise<Buffer> {
  await page.setViewportSize({ width, height: width < 700 ? 844 : width === 1920 ? 1080 : 900 });
  let last: Buffer = Buffer.alloc(0);
  await expect(async () => {
    const before = last;
    last = await takeOne(page, width);
    expect(last.equals(before)).toBe(true);
  }).toPass({ timeout: 20_000 });
  return last;
}

async function takeOne(page: Page, width: number): Promise<Buffer> {
  await waitUntilStill(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(height, longest) };
  return page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true, clip });
}

/** Everything that the page asked for is loaded. */
async function waitUntilStill(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"], [class*="skeleton_"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

async function writeTourPicture(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await waitUntilStill(page);
  const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const smaller = await sharp(screenshot).resize({ width: 960 }).toBuffer();
  await writePicture(join(tourFolder, `${name}.webp`), smaller);
}

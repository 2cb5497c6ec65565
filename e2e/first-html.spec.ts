import type { Page } from '@playwright/test';

import { demoEmails, submitLogin } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const pages = [
  '/',
  '/news',
  '/events',
  '/polls',
  '/hiscores',
  '/hiscores?player=Wyn+Player',
  '/play',
  '/login',
  '/login?redirect=%2Fpolls%2F1',
  '/register',
  '/reset',
];

test.beforeAll(async ({ request }) => {
  // The server listens before it can render; until then pages start with "Loading...".
  await expect.poll(async () => (await request.get('/')).text()).toContain('</h1>');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor finds a post and reads it', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Wynhold');
    const card = page.getByRole('article').first();
    const title = await card.getByRole('heading').innerText();
    await card.getByRole('link', { name: /Read more/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const post = page.getByRole('article').first();
    expect((await post.innerText()).length).toBeGreaterThan(300);
    await expect(post.getByRole('time')).toHaveText(/20\d\d, \d+:\d\d\s[AP]M/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Events' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events Calendar');
    await expect(page.getByRole('article').first()).toBeVisible();
    // Pages of players have only "Loading..." before the app runs.
    await page.goto('/shop');
    await expect(page.locator('noscript')).toBeVisible();
  });
});

test.describe('before the scripts have run', () => {
  test('a login that is submitted is sent as soon as they have', async ({ browser }) => {
    // Not the fixture's page, which waits for the scripts.
    const page = await browser.newPage();
    const submitted = withResolvers();
    await page.route('**/assets/start-*', async (route) => {
      await submitted.promise;
      await route.continue();
    });
    await page.goto('/login?redirect=/profile/home', { waitUntil: 'commit' });
    await submitLogin(page, demoEmails.player);
    submitted.resolve();
    await expect(page).toHaveURL('/profile/home');
    await page.close();
  });

  test('live updates wait until all of home is hydrated', async ({ browser }) => {
    const page = await browser.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const released = withResolvers();
    await page.route('**/assets/home-below-*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    const rest = page.waitForRequest('**/assets/home-below-*.js');
    const live = page.waitForRequest('**/api/live?*');
    await page.goto('/');
    await rest;
    // Runs after the app's own, in which the stream would be opened.
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })),
    );
    expect(asked).not.toContain('/api/live');
    released.resolve();
    await live;
    await page.close();
  });
});

test.describe('before the scripts have run', () => {
  test.use({ javaScriptEnabled: false });

  test('submitting a form does not put the password into the address @slow', async ({ page }) => {
    await page.goto('/login?redirect=%2Fpolls%2F1');
    await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute(
      'href',
      '/register?redirect=%2Fpolls%2F1',
    );
    await page.getByLabel('Email').fill('someone@wynhold.test');
    await page.getByLabel('Password', { exact: true }).fill('secret words');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL('/login?redirect=%2Fpolls%2F1');
    await expect(page.getByLabel('Email')).toHaveValue('someone@wynhold.test');
  });
});

// Preloaded fonts and reserved image sizes keep pages from shifting while they load.
// `npm run bench -- layout-shift` measures the shift.
test.describe('the first paint', () => {
  test('waits for the fonts of the page, and loads only fonts that the page preloads @slow', async ({
    page,
  }) => {
    await page.addInitScript(recordFonts);
    // The post comes last: Chromium uses a font it still has in memory even where it is not needed.
    for (const path of [...pages, '/polls/1', await findPost(page)]) {
      const response = await page.goto(path);
      const html = (await response?.text()) ?? '';
      const head = html.slice(0, html.indexOf('</head>'));
      const script = head.search(/<script src="\/assets\/first-fonts-[\w-]+\.js"><\/script>/);
      expect(script, path).toBeGreaterThan(head.lastIndexOf('<link rel="stylesheet"'));
      await page.waitForFunction(() => 'shownWith' in window);
      const { inlined, fetched } = await page.evaluate(readFonts);
      expect(inlined.length, path).toBeGreaterThanOrEqual(4);
      expect(new Set(inlined), path).toEqual(new Set(['loaded']));
      const preloaded = [...head.matchAll(/as="font"[^>]*href="([^"]+)"/g)].map(([, url]) => url);
      // Chromium may list a preloaded file again when the page uses it.
      expect(new Set(fetched), path).toEqual(new Set(preloaded));
    }
    await page.evaluate(() => document.documentElement.classList.add('fonts-pending'));
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  });

  test('reserves space for every image @both @slow', async ({ browser, page: other }) => {
    // Elsewhere the images are those of the header; `npm run test:all` opens these pages too.
    const pictured = ['/', '/news', '/events', '/hiscores?player=Wyn+Player', '/play'];
    const tried = process.env.TEST_ALL === '1' ? [...pages, '/polls/1'] : pictured;
    for (const path of [...tried, await findPost(other)]) {
      const context = await browser.newContext();
      const page = await context.newPage();
      // Block the app's script, so that only images can move anything.
      await page.route(/\/assets\/index-[\w-]+\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      const { promise: imagesReleased, resolve: releaseImages } = withResolvers();
      await page.route(/\.(?:avif|webp|png|svg|jpe?g)$/, async (route) => {
        await imagesReleased;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(page.locator('html')).not.toHaveClass(/fonts-pending/);
      const boxesBefore = await page.evaluate(readBoxes);
      const isWaiting = () => [...document.images].some(({ complete }) => !complete);
      expect(await page.evaluate(isWaiting), path).toBe(true);
      releaseImages();
      await page.waitForLoadState('load');
      expect(await page.evaluate(readBoxes), path).toEqual(boxesBefore);
      await context.close();
    }
  });
});

// The browser's time zone and language differ from the server's. Such differences must be filled in
// after hydration: React reports a mismatch as a console error, and console errors fail every test.
test.describe('in another time zone and language', () => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' });

  test('every page hydrates without being rendered again', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('main')?.setAttribute('data-rendered', 'by the server');
      });
    });
    for (const path of pages) {
      // Opening the live connection is the last thing a page does after hydration.
      const live = page.waitForRequest(/\/api\/live/);
      await page.goto(path);
      await live;
      await expect(page.locator('main'), path).toHaveAttribute('data-rendered', 'by the server');
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    }
  });

  test('times are shown in the reader’s time zone @slow', async ({ page, request }) => {
    await page.goto('/events');
    const time = page.getByRole('article').first().getByRole('time');
    await expect(time).toContainText(/GMT\+1[23]|NZ[DS]T/);
    expect(await (await request.get('/events')).text()).not.toMatch(/GMT\+1[23]|NZ[DS]T/);
  });
});

async function findPost(page: Page): Promise<string> {
  const response = await page.request.get('/api/news?limit=1');
  const { posts } = (await response.json()) as { posts: { id: string }[] };
  return `/news/${posts[0]?.id}`;
}

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

declare global {
  interface Window {
    /** The states of the inlined fonts when the page was shown. */
    shownWith?: string[];
  }
}

/** Runs in the page. A style sheet that is loaded later makes Chromium forget fonts that no text uses yet. */
function recordFonts(): void {
  let wasPending = false;
  new MutationObserver(() => {
    const isPending = document.documentElement.classList.contains('fonts-pending');
    if (wasPending && !isPending) {
      const inlined = [...document.fonts].filter(({ display }) => display === 'block');
      window.shownWith ??= inlined.map(({ status }) => status);
    }
    wasPending ||= isPending;
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] });
}

/** Runs in the page: the state of the fonts inlined in style sheets, and the font files fetched. */
async function readFonts(): Promise<{ inlined: string[]; fetched: string[] }> {
  await document.fonts.ready;
  return {
    inlined: window.shownWith ?? [],
    fetched: performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.woff2')),
  };
}

/** Runs in the page: the position and size of every element. */
function readBoxes(): string[] {
  return [...document.body.querySelectorAll(':not(svg *)')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${element.tagName}.${element.getAttribute('class')} ${[x, y, width, height].join(' ')}`;
  });
}

import type { Page } from '@playwright/test';

import { expect, test } from './support/test.ts';

const pages = [
  '/',
  '/news',
  '/events',
  '/polls',
  '/hiscores',
  '/hiscores?player=Wyn+Player',
  '/play',
];

test.beforeAll(async ({ request }) => {
  // The server opens before it can render: for a moment pages begin with "Loading...".
  await expect.poll(async () => (await request.get('/')).text()).toContain('</h1>');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor finds a post and reads it @both', async ({ page }) => {
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
  });
});

// Together with the sizes kept for pictures, these keep pages from moving while they load. How much
// they move is measured by `npm run bench -- layout-shift`.
test.describe('the first drawing', () => {
  test('waits for the fonts of the page, and asks for none that the page did not name @both', async ({
    page,
  }) => {
    // The post last: Chromium uses a font that it still has in memory even where it is not needed.
    for (const path of [...pages, '/polls/1', '/login', await findPost(page)]) {
      const answer = await page.goto(path);
      const html = (await answer?.text()) ?? '';
      const head = html.slice(0, html.indexOf('</head>'));
      const script = head.search(/<script src="\/assets\/first-fonts-[\w-]+\.js"><\/script>/);
      expect(script, path).toBeGreaterThan(head.lastIndexOf('<link rel="stylesheet"'));
      const { inside, fetched } = await page.evaluate(readFonts);
      expect(inside.length, path).toBeGreaterThanOrEqual(4);
      expect(new Set(inside), path).toEqual(new Set(['loaded']));
      const named = [...head.matchAll(/as="font"[^>]*href="([^"]+)"/g)].map(([, url]) => url);
      // Chromium may list a preloaded file again when the page uses it.
      expect(new Set(fetched), path).toEqual(new Set(named));
    }
    await page.evaluate(() => document.documentElement.classList.add('fonts-pending'));
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  });

  test('keeps room for every picture @both', async ({ browser, page: other }) => {
    for (const path of [...pages, '/polls/1', await findPost(other)]) {
      const context = await browser.newContext();
      const page = await context.newPage();
      // Without the app, so that only pictures can change anything.
      await page.route(/\/assets\/index-[\w-]+\.js$/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      );
      const { promise: delivered, resolve: deliver } = withResolvers();
      await page.route(/\.(?:avif|webp|png|svg|jpe?g)$/, async (route) => {
        await delivered;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(page.locator('html')).not.toHaveClass(/fonts-pending/);
      const without = await page.evaluate(readBoxes);
      const isWaiting = () => [...document.images].some(({ complete }) => !complete);
      expect(await page.evaluate(isWaiting), path).toBe(true);
      deliver();
      await page.waitForLoadState('load');
      expect(await page.evaluate(readBoxes), path).toEqual(without);
      await context.close();
    }
  });
});

// Another zone and language than the server's: what differs must be filled in, not be a mismatch,
// which React reports as an error, and on errors in the console every journey fails.
test.describe('far away', () => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' });

  test('every page is taken over as it was drawn @both', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('main')?.setAttribute('data-drawn', 'by the server');
      });
    });
    for (const path of pages) {
      // The last thing a page does when it comes to life.
      const live = page.waitForRequest(/\/api\/live/);
      await page.goto(path);
      await live;
      await expect(page.locator('main'), path).toHaveAttribute('data-drawn', 'by the server');
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    }
  });

  test('a time is told on the clock of whoever reads', async ({ page, request }) => {
    await page.goto('/events');
    const time = page.getByRole('article').first().getByRole('time');
    await expect(time).toContainText(/GMT\+1[23]|NZ[DS]T/);
    expect(await (await request.get('/events')).text()).not.toMatch(/GMT\+1[23]|NZ[DS]T/);
  });
});

async function findPost(page: Page): Promise<string> {
  const answer = await page.request.get('/api/news?limit=1');
  const { posts } = (await answer.json()) as { posts: { id: string }[] };
  return `/news/${posts[0]?.id}`;
}

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Runs in the page: the state of the fonts inside its style sheets, and the font files it asked for. */
async function readFonts(): Promise<{ inside: string[]; fetched: string[] }> {
  await document.fonts.ready;
  return {
    inside: [...document.fonts]
      .filter(({ display }) => display === 'block')
      .map(({ status }) => status),
    fetched: performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.woff2')),
  };
}

/** Runs in the page: where everything is. */
function readBoxes(): string[] {
  return [...document.body.querySelectorAll(':not(svg *)')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${element.tagName}.${element.getAttribute('class')} ${[x, y, width, height].join(' ')}`;
  });
}

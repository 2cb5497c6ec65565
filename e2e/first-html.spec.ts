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

// Another zone and language than the server's: what differs must be filled in, not be a mismatch,
// which React reports as an error, and on errors in the console every journey fails.
test.describe('far away', () => {
  test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' });

  test('every page is taken over as it was drawn, and nothing jumps @both', async ({
    page,
    isMobile,
  }) => {
    // The bounds of Lighthouse's best mark, on a phone, and of what counts as steady, elsewhere.
    const most = isMobile ? 0.02 : 0.1;
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('main')?.setAttribute('data-drawn', 'by the server');
      });
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          (window as unknown as { shift: number }).shift += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const browser = await page.context().newCDPSession(page);
    for (const path of pages) {
      // For who comes for the first time, styles and fonts are still on their way.
      await browser.send('Network.clearBrowserCache');
      // The last thing a page does when it comes to life.
      const live = page.waitForRequest(/\/api\/live/);
      await page.goto(path);
      await live;
      await expect(page.locator('main'), path).toHaveAttribute('data-drawn', 'by the server');
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift, path).toBeLessThan(most);
    }
  });

  test('a time is told on the clock of whoever reads', async ({ page, request }) => {
    await page.goto('/events');
    const time = page.getByRole('article').first().getByRole('time');
    await expect(time).toContainText(/GMT\+1[23]|NZ[DS]T/);
    expect(await (await request.get('/events')).text()).not.toMatch(/GMT\+1[23]|NZ[DS]T/);
  });
});

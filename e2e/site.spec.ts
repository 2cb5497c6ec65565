import { demoEmails, signIn } from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

const publicPages: { path: string; title: string; heading: string }[] = [
  { path: '/', title: 'Wynhold', heading: 'Welcome to Wynhold' },
  { path: '/play', title: 'Play – Wynhold', heading: 'Download Wynhold' },
  { path: '/polls', title: 'Polls – Wynhold', heading: 'Polls' },
  { path: '/events', title: 'Events – Wynhold', heading: 'Events Calendar' },
  { path: '/hiscores', title: 'Hiscores – Wynhold', heading: 'Overall Hiscores' },
  // A few endpoints are enough: the others look the same.
  { path: '/api/docs?q=poll', title: 'API – Wynhold', heading: 'API' },
  { path: '/dev/ui', title: 'Design System – Wynhold', heading: 'The Mason’s Yard' },
];

test('every public page has its title, its heading and the footer @slow', async ({ page }) => {
  for (const { path, title, heading } of publicPages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
    await expect(page, path).toHaveTitle(title);
    await expect(page.getByRole('contentinfo'), path).toContainText('fan-made');
  }
});

test('until the first session check is done the page says Loading... and nothing else', async ({
  page,
  context,
}) => {
  await context.addCookies([
    { name: 'session', value: 'ended', url: test.info().project.use.baseURL ?? '' },
  ]);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/auth/verify', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  expect((await page.locator('body').innerText()).trim()).toBe('Loading...');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the page says Loading... until the script of the page is there @slow', async ({ page }) => {
  await signIn(page, demoEmails.player);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/shop-page-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/shop-page-*.js');
  await page.goto('/shop', { waitUntil: 'commit' });
  await asked;
  expect((await page.locator('body').innerText()).trim()).toBe('Loading...');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the first load of home is small, and shows only the public links and Login', async ({
  page,
}) => {
  const sizes = new Map<string, number>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    sizes.set(pathname, Number(response.headers()['content-length'] ?? 0));
  });
  const html = (await (await page.goto('/'))?.text()) ?? '';
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The scripts that the page names. What is below the hero has its own, fetched when the browser is idle.
  const scripts = new Set(html.match(/\/assets\/[\w-]+\.js/g));
  const scriptBytes = [...scripts].reduce((sum, path) => sum + (sizes.get(path) ?? NaN), 0);
  expect(scriptBytes).toBeGreaterThan(50_000);
  expect(scriptBytes).toBeLessThan(100_000);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveText(['Home', 'Play', 'Events', 'Hiscores', 'Login']);
  await nav.getByRole('button', { name: 'Community' }).click();
  const chat = nav.getByRole('link', { name: 'Community chat' });
  await expect(chat).toHaveAttribute('href', /^https:\/\//);
  await expect(chat).toHaveAttribute('rel', /noopener/);
});

test('an unknown URL is a not-found page with status 404 @slow', async ({ page }) => {
  const response = await page.goto('/no/such/place');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The road ends here');
  await expect(page).toHaveTitle('Not Found – Wynhold');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('without a connection a new page says so, and opens when the connection is back', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|cannot be reached/);
  // The page needs both, and they arrive in any order.
  const files = [/\/error-page-.*\.js$/, /\/error-page-.*\.css$/].map((file) =>
    page.waitForResponse(file).then((response) => response.finished()),
  );
  await page.goto('/play');
  await Promise.all(files);
  await context.setOffline(true);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Hiscores' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('You are offline');
  await expect(nav).toBeVisible();
  await context.setOffline(false);
  await expect(heading).toHaveText('Overall Hiscores');
});

test('a new page has the focus on its heading, so that Tab goes on from there', async ({
  page,
}) => {
  await page.goto('/play');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Events' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Events Calendar' });
  await expect(heading).toBeFocused();
  // Pages that begin with a field focus it themselves.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

test('a hash link scrolls to its target, going back restores the position, a new page starts at the top @slow', async ({
  page,
}) => {
  await page.goto('/#news');
  await expect(page.locator('#news')).toBeInViewport();
  await page.goto('/dev/ui');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Events' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Events Calendar' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
});

test('the download button only says that the server is not live yet', async ({ page }) => {
  await page.goto('/play');
  await expect(page.getByText('v1.0.3')).toBeVisible();
  await expect(page.getByText('3.19 MB')).toBeVisible();
  await expect(page.getByText('Requires Java 11 to run')).toBeVisible();
  await page.getByRole('button', { name: /\.jar/ }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    "The server isn't live yet — the launcher download will be available soon!",
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /\.jar/ })).toBeFocused();
});

test('the keyboard can skip the navigation', async ({ page }) => {
  await page.goto('/events');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

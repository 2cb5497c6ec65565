import type { Page } from '@playwright/test';

import { demoEmails, signIn, submitLogin } from './support/accounts.ts';
import type { Requester } from './support/accounts.ts';
import { expect, expectFitsAndAccessible, test } from './support/test.ts';

const panel = (page: Page, heading: string) => page.getByRole('region', { name: heading });

const lists = {
  'Next Event': { url: /\/api\/events\?limit=1$/, json: [] },
};

/** The first HTML has the data of the panels, so only navigation from another page loads it. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/play');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home', exact: true })
    .click();
  await page.getByRole('heading', { name: 'Tonight at the Keep' }).waitFor();
}

/** Other tests may add earlier events, so the answer of the API is replaced: this one is the next event. */
async function openHomeWithEvent(page: Page, staff: Requester): Promise<string> {
  const title = `Night watch ${Math.random().toString(36).slice(2, 8)}`;
  const created = await staff.request.post('/api/events', {
    data: {
      title,
      description: 'Meet at the gate.',
      type: 'Bossing',
      dateTime: new Date(Date.now() + 2.5 * 86_400_000).toISOString(),
    },
  });
  expect(created.status(), await created.text()).toBe(200);
  await page.route(lists['Next Event'].url, async (route) => {
    const events = (await (await staff.request.get('/api/events')).json()) as { title: string }[];
    await route.fulfill({ json: events.filter((event) => event.title === title) });
  });
  await openHome(page);
  return title;
}

test('names, titles and links of the panels lead to their pages @slow', async ({ page }) => {
  await page.goto('/');
  const player = panel(page, 'Top Gains This Week').getByRole('listitem').first().getByRole('link');
  const name = await player.innerText();
  await player.click();
  await expect(page.getByRole('heading', { level: 1, name: `${name}'s Stats` })).toBeVisible();
  await page.goto('/');
  const poll = panel(page, 'Open Poll');
  const title = await poll.getByRole('heading', { level: 4 }).innerText();
  await poll.getByRole('link', { name: 'Vote', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto('/');
  await panel(page, 'Next Event').getByRole('heading', { level: 4 }).getByRole('link').click();
  await expect(page).toHaveURL(/\/events\?event=\d+$/);
});

test('Going counts a player at once, for everybody, and Unmark takes it back @slow', async ({
  page,
  request,
}) => {
  const staff = { request };
  await signIn(staff, demoEmails.staff);
  await signIn(page, demoEmails.player);
  const title = await openHomeWithEvent(page, staff);
  const event = panel(page, 'Next Event');
  await expect(event.getByRole('heading', { level: 4 })).toHaveText(title);
  await expect(event.getByText('0 going')).toBeVisible();
  const readGoing = async () => {
    const events = (await (await staff.request.get('/api/events')).json()) as {
      title: string;
      going: string[];
    }[];
    return events.find((one) => one.title === title)?.going;
  };
  await event.getByRole('button', { name: 'Going' }).click();
  await expect(event.getByText('1 going')).toBeVisible();
  await expect(event.getByText('You are going')).toBeVisible();
  expect(await readGoing()).toEqual(['Wyn Player']);
  // The same button, so that the keyboard stays where it is.
  await expect(event.getByRole('button', { name: 'Unmark' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(event.getByText('0 going')).toBeVisible();
  expect(await readGoing()).toEqual([]);
  // A list may be on its way when the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the three features lead to pages about them @slow', async ({ page }) => {
  const features = page.getByRole('list', { name: 'Features' });
  const targets = [
    ['35+ Quests', '/news?category=Dev+Blogs', 'All News'],
    ['Ferocious Bosses', '/events?type=Bossing', 'Events Calendar'],
    ['Skilling Contracts', '/news?category=Game+Updates', 'All News'],
  ] as const;
  for (const [name, url, heading] of targets) {
    await page.goto('/');
    await features.getByRole('link', { name }).click();
    await expect(page).toHaveURL(url);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
});

test('four pictures show the game: described, with their size, loaded when they are near @slow', async ({
  page,
}) => {
  await page.goto('/');
  const pictures = page.getByRole('region', { name: 'Beyond the Gate' }).getByRole('img');
  await expect(pictures).toHaveCount(4);
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveAttribute('alt', /\.$/);
    await expect(picture).toHaveAttribute('loading', 'lazy');
    await expect(picture).toHaveAttribute('width', '400');
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('the page ends with an invitation, which is another one for players @slow', async ({
  page,
}) => {
  await page.goto('/');
  const visitor = page.getByRole('region', { name: 'Your seat is free' });
  await expect(visitor.getByRole('link', { name: 'Join the Chat' })).toHaveAttribute(
    'href',
    /^https:/,
  );
  await visitor.getByRole('link', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/register');
  await signIn(page, demoEmails.player);
  await page.goto('/');
  const player = page.getByRole('region', { name: 'The gate stands open' });
  await expect(player).toContainText('Wyn Player');
  await expect(player.getByRole('link', { name: 'Create Account' })).toHaveCount(0);
  await player.getByRole('link', { name: 'Play Now' }).click();
  await expect(page).toHaveURL('/play');
  await page.goto('/');
  await expect(player).toContainText('Wyn Player');
});

test('Going leads a visitor to the login and back to the panels @slow', async ({ page }) => {
  await page.goto('/');
  await panel(page, 'Next Event').getByRole('link', { name: 'Going' }).click();
  await expect(page).toHaveURL('/login?redirect=%2F%23tonight');
  await submitLogin(page, demoEmails.player);
  await expect(page).toHaveURL('/#tonight');
  await expect(panel(page, 'Next Event').getByRole('button')).toBeVisible();
  await expect(page.locator('#tonight')).toBeInViewport();
});

for (const [heading, { url, json }] of Object.entries(lists)) {
  test(`"${heading}" keeps its size while it loads, is empty, fails and is ready @slow`, async ({
    page,
  }) => {
    const own = panel(page, heading);
    const heightOf = async () => Math.round((await own.boundingBox())?.height ?? 0);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(url, async (route) => {
      await held;
      await route.fulfill({ json });
    });
    await openHome(page);
    await expect(own.locator('[aria-busy=true]')).toBeVisible();
    const height = await heightOf();
    release();
    await expect(own.getByRole('link').nth(1)).toBeVisible();
    await expect(own.locator('p')).toHaveText(/^No .+\./);
    expect(await heightOf()).toBe(height);
    await expectFitsAndAccessible(page);

    await page.unroute(url);
    const refusal = { code: 'request/invalid', error: 'No.', requestId: 'x' };
    await page.route(url, (route) => route.fulfill({ status: 400, json: refusal }));
    await openHome(page);
    await expect(own.getByRole('alert')).toContainText('could not be loaded');
    expect(await heightOf()).toBe(height);
    await page.unroute(url);
    await own.getByRole('button', { name: 'Try again' }).click();
    await expect(own.getByRole('alert')).toBeHidden();
    await expect(own.locator('[aria-busy=true]')).toBeHidden();
    expect(await heightOf()).toBe(height);
  });
}

test('the castle comes after the page, names players, and is still under reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/\/api\/server\/players$/, (route) =>
    route.fulfill({ json: { players: ['Hazel', 'Rowan'], more: 3 } }),
  );
  await page.goto('/');
  const players = page.getByRole('list', { name: 'Players online' });
  await expect(players.getByRole('listitem')).toHaveText(['Hazel', 'Rowan', 'and 3 more']);
  const hazel = players.getByRole('link', { name: 'Hazel' });
  const label = hazel.getByText('Hazel');
  await expect(label).toHaveCSS('opacity', '0');
  await hazel.hover();
  await expect(label).toHaveCSS('opacity', '1');
  const { moving, early } = await page.evaluate(() => {
    const load = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming;
    return {
      moving: document.getAnimations().length,
      early: performance
        .getEntriesByType('resource')
        .filter(
          ({ name, startTime }) =>
            /\/(?:castle|dawn|day|dusk|night)-/.test(name) && startTime < load.loadEventStart,
        )
        .map(({ name }) => name),
    };
  });
  expect(early).toEqual([]);
  expect(moving).toBe(0);
  await hazel.click();
  await expect(page).toHaveURL(/\/hiscores\?player=Hazel$/);
});

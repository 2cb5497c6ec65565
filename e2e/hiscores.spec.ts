import type { Page } from '@playwright/test';

import { demoEmails, expectAlert, signIn } from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

// The demo content has about sixty players, including Oak Warden, Marrow and Wyn Mod (rights 1).

test('a visitor browses the lists by skill and by page, and the URL follows', async ({ page }) => {
  await page.goto('/hiscores');
  await expectHeading(page, 'Overall Hiscores');
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Rank',
    'Player',
    'Level',
    'Experience',
  ]);
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();

  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/hiscores?page=2');
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(rows(page).first().getByRole('cell', { name: /^26\b/ })).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Skills' })
    .getByRole('link', { name: 'Attack' })
    .click();
  await expect(page).toHaveURL('/hiscores?skill=Attack');
  await expectHeading(page, 'Attack Hiscores');
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expectDescending(page);

  await page.goBack();
  await expectHeading(page, 'Overall Hiscores');
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.goForward();
  await expectHeading(page, 'Attack Hiscores');
});

test('a player opens from the list, and Back to Hiscores returns to it', async ({ page }) => {
  await page.goto('/hiscores?skill=Mining&page=2');
  const name = await rows(page).first().getByRole('rowheader').innerText();
  await rows(page).first().getByRole('link').click();
  await expectHeading(page, `${name}'s Stats`);
  for (const label of ['Overall rank', 'Total level', 'Total XP', 'Combat level']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  const table = page.getByRole('table', { name: `Skills of ${name}` });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Skill',
    'Rank',
    'Level',
    'Experience',
    'This week',
  ]);
  await expect(table.locator('tbody tr')).toHaveCount(21);
  await expect(
    page.getByRole('img', { name: /^Overall of .* experience gained\.$/ }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Back to Hiscores' }).click();
  await expectHeading(page, 'Mining Hiscores');
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
});

test('a player’s progress is charted for any skill and period @slow', async ({ page }) => {
  await page.goto('/hiscores?player=Marrow');
  for (const name of [/^Overall of Marrow from/, /^Overall rank of Marrow: \d+ now/]) {
    await expect(page.getByRole('img', { name }).locator('canvas')).toBeVisible();
  }
  await page.getByLabel('Chart period').selectOption('One year');
  await page.getByLabel('Chart skill').selectOption('Attack');
  await expect(page.getByRole('img', { name: /^Attack of Marrow from/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Attack rank of Marrow/ })).toBeVisible();
  // Always the first: there is nothing to show.
  await page.goto('/hiscores?player=Oak%20Warden');
  await expect(page.getByRole('img', { name: /^Overall of Oak Warden from/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Overall rank of/ })).toHaveCount(0);
});

test('the signed-in player stays in sight on every page of a list @slow', async ({ page }) => {
  await signIn(page, demoEmails.player);
  await page.goto('/hiscores?page=3');
  const own = page.getByRole('table').locator('tfoot tr');
  await expect(own.getByRole('rowheader')).toHaveText('Wyn Player');
  await expect(own).toBeInViewport();
  await expectNoAxeViolations(page);
  await own.getByRole('link', { name: /^Your rank: \d+\. Go to page \d$/ }).click();
  await expect(rows(page).filter({ hasText: 'Wyn Player' })).toBeVisible();
  await expect(own).toHaveCount(0);
});

test('a player page shows the way to the next level in every skill @slow', async ({ page }) => {
  await page.goto('/hiscores?player=Marrow');
  const tiles = page.getByRole('list', { name: 'Levels of Marrow' });
  await expect(
    tiles.getByRole('progressbar', { name: /^([\d,]+ XP to level \d+|Highest level)$/ }),
  ).toHaveCount(21);
});

test('a moderator has a crown, others do not @slow', async ({ page }) => {
  await page.goto('/hiscores?player=wyn_mod');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading.getByRole('img', { name: 'Silver crown' })).toBeVisible();
  await page.goto('/hiscores?player=Marrow');
  await expectHeading(page, "Marrow's Stats");
  await expect(heading.getByRole('img', { name: /crown/ })).toHaveCount(0);
});

test('search trims the name, ignores an empty one and suggests similar names', async ({ page }) => {
  await page.goto('/hiscores');
  const field = page.getByPlaceholder('Enter player name');
  const search = page.getByRole('button', { name: 'Search' });
  await search.click();
  await field.fill('   ');
  await search.click();
  await expect(page).toHaveURL('/hiscores');

  await field.fill('  OAK_warden ');
  await search.click();
  await expectHeading(page, "Oak Warden's Stats");

  await field.fill('oak wardne');
  await search.click();
  await expectHeading(page, 'oak wardne');
  await page.getByRole('link', { name: 'Oak Warden' }).click();
  await expectHeading(page, "Oak Warden's Stats");
});

test('suggestions can be chosen by keyboard @slow', async ({ page }) => {
  await page.goto('/hiscores');
  const field = page.getByRole('combobox', { name: 'Player name' });
  await field.pressSequentially('marr');
  const option = page.getByRole('option', { name: /^Marrow/ });
  await expect(option).toBeVisible();
  await expectNoAxeViolations(page);
  await field.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await field.press('Enter');
  await expectHeading(page, "Marrow's Stats");
  await expect(page).toHaveURL('/hiscores?player=Marrow');
});

test('two players are compared, with the texts of the specification', async ({ page }) => {
  await page.goto('/hiscores?skill=Magic');
  const compare = page.getByRole('button', { name: 'Compare' });
  await page.getByPlaceholder('Player 1').fill('marrow');
  await compare.click();
  await expectAlert(page, 'Please enter both player names.');
  await page.getByPlaceholder('Player 2').fill('nobody at all');
  await compare.click();
  await expectAlert(page, 'One or both players not found.');
  await page.getByPlaceholder('Player 2').fill('OAK warden');
  await compare.click();
  await expectHeading(page, 'Comparing Marrow vs Oak Warden');
  const skills = page.getByRole('table').first();
  await expect(skills.locator('tbody tr')).toHaveCount(21);
  await expect(skills.getByRole('columnheader')).toHaveText([
    'MarrowLevel, XP',
    'Skill',
    'Oak WardenLevel, XP',
  ]);
  await expect(page.getByRole('table').getByText('Overall')).toHaveCount(0);
  await expect(
    rows(page)
      .first()
      .getByRole('img', { name: /is ahead by [\d,]+ XP$|^Equal$/ }),
  ).toBeVisible();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, -400);
  await expect(page.getByRole('columnheader', { name: 'Oak Warden' }).last()).toBeInViewport();
  await page.getByRole('link', { name: 'Back to Hiscores' }).click();
  await expectHeading(page, 'Magic Hiscores');
});

test('a shared link opens the comparison and has a preview @slow', async ({ page }) => {
  await page.goto('/hiscores?compare=Marrow,Wyn%20Mod');
  await expectHeading(page, 'Comparing Marrow vs Wyn Mod');
  const title = page.locator('meta[property="og:title"]');
  await expect(title).toHaveAttribute('content', /Comparing Marrow vs Wyn Mod/);
  const image = await page.request.get('/og/player/marrow.png');
  expect(image.headers()['content-type']).toBe('image/png');
});

test('a signed-in player can compare with themselves and sees their skills on the profile @slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.player);
  await page.goto('/hiscores?player=Marrow');
  await page.getByRole('link', { name: 'Compare with me' }).click();
  await expectHeading(page, 'Comparing Wyn Player vs Marrow');
  await page.goto('/profile/home');
  await expect(page.getByText('Total Level')).toBeVisible();
  const mining = page.getByRole('button', { name: /^Mining/ });
  await mining.hover();
  await expect(page.getByRole('tooltip', { name: /XP$/ }).filter({ visible: true })).toBeVisible();
});

test('a player follows another, finds them by the filter and goes to a rank @slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.player);
  await page.goto('/hiscores?player=Marrow');
  const star = page.getByRole('button', { name: 'Follow Marrow' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Back to Hiscores' }).click();
  await page.getByRole('button', { name: 'Followed' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).getByRole('rowheader')).toHaveText('Marrow');
  await page.getByRole('button', { name: 'Followed' }).click();
  await page.getByLabel('Go to rank').fill('52');
  await page.getByLabel('Go to rank').press('Enter');
  await expect(page).toHaveURL('/hiscores?page=3&rank=52');
  await expect(rows(page).filter({ hasText: /^52/ })).toBeInViewport();
  await page.getByLabel('Period').selectOption('Best week');
  await expect(page.getByRole('columnheader')).toHaveText(['Rank', 'Player', 'Day', 'Gained']);
});

test('a list that cannot be loaded shows an error and can be retried @slow', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  let fails = true;
  await page.route('**/api/hiscores?skill=Agility*', (route) =>
    fails ? route.abort() : route.continue(),
  );
  await page.goto('/hiscores');
  await page
    .getByRole('navigation', { name: 'Skills' })
    .getByRole('link', { name: 'Agility' })
    .click();
  await expect(page.getByText('The hiscores could not be loaded.')).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page).first()).toBeVisible();
});

function rows(page: Page) {
  return page.getByRole('table').locator('tbody tr');
}

async function expectHeading(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
}

async function expectDescending(page: Page): Promise<void> {
  const texts = await rows(page).locator('td:last-child').allInnerTexts();
  const values = texts.map((text) => Number(text.replaceAll(',', '')));
  expect(values).toEqual([...values].sort((a, b) => b - a));
}

import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('home is short on a phone: tonight before the pictures, news in a row to swipe', async ({
  page,
}) => {
  await page.goto('/');
  const news = page.getByRole('region', { name: 'Latest News' });
  await expect(news.getByRole('article')).toHaveCount(6);
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings).toContainText([
    '35+ Quests',
    'Tonight at the Keep',
    'Beyond the Gate',
    'Latest News',
  ]);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(4500);
});

test('the phone menu opens as a sheet, and closes when a link is followed @slow', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet.getByRole('link')).toHaveText([
    'Home',
    'Play',
    /Community chat/,
    'Vote',
    'Events',
    'Hiscores',
    'Login',
  ]);
  await expectNoAxeViolations(page);
  await sheet.getByRole('link', { name: 'Events' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events Calendar');
});

import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('the phone menu opens as a sheet, and closes when a link is followed', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet.getByRole('link')).toHaveText([
    'Home',
    'Play',
    /Community chat/,
    'Events',
    'Hiscores',
    'Login',
  ]);
  await expectNoAxeViolations(page);
  await sheet.getByRole('link', { name: 'Events' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events Calendar');
});

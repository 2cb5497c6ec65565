import { demoEmails, signIn } from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('on a phone the menu is a sheet, and a player can be managed', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/home');
  await page.getByRole('button', { name: 'Admin menu' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Admin menu' });
  await expect(sheet.getByRole('link', { name: 'Contracts' })).toBeVisible();
  await expectNoAxeViolations(page);
  await sheet.getByRole('link', { name: 'Users' }).tap();
  await expect(sheet).toBeHidden();
  // Search for him: parallel tests register players, so he may not be on the first page.
  await page.getByRole('searchbox', { name: 'Search' }).fill('Kettle Jack');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Kettle Jack' }).tap();
  await expect(page.getByText(/^Muted until/)).toBeVisible();
  await page.getByRole('link', { name: 'Moderation' }).tap();
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await page.getByRole('button', { name: 'Jump to…' }).tap();
  await page.getByRole('combobox').fill('shop');
  await page.getByRole('row', { name: 'Shop Logs' }).tap();
  await expect(page).toHaveURL('/admin/shop-logs');
});

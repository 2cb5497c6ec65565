import { readFile } from 'node:fs/promises';

import { createAccount, demoEmails, logOut, signIn, submitLogin } from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('a player downloads their data, after confirming the password @slow', async ({ page }) => {
  const account = await createAccount(page);
  await signIn(page, account.email, account.password);
  await page.goto('/profile/settings');
  // The server's response when the sign-in is more than ten minutes old.
  await page.route('**/api/account/export', (route) =>
    route.fulfill({
      status: 403,
      json: { error: 'Too old', code: 'accounts/reauthentication-required', requestId: '1' },
    }),
  );
  await page.getByRole('button', { name: 'Download Your Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(dialog).toBeVisible();
  await expectNoAxeViolations(page);
  await page.unroute('**/api/account/export');
  const downloaded = page.waitForEvent('download');
  await dialog.getByLabel('Current password').fill(account.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^pip-\w+-data\.zip$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
});

test('an admin downloads the data of a player @slow', async ({ page }) => {
  const { username } = await createAccount(page);
  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/manage/${encodeURIComponent(username)}?tab=account`);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Data' }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/^pip-\w+-data\.zip$/);
});

test('a player asks for the deletion of the account and keeps it @slow', async ({ page }) => {
  const account = await createAccount(page);
  await signIn(page, account.email, account.password);
  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
  const warning = page.getByText('Your account will be deleted on');
  await expect(warning).toBeVisible();
  await expectNoAxeViolations(page);
  await logOut(page);
  await page.goto('/login');
  await submitLogin(page, account.email, account.password);
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Keep My Account' }).click();
  await expect(page.getByText('Your account stays.')).toBeVisible();
  await expect(warning).toBeHidden();
});

test('an admin deletes the account of a player and keeps it @slow', async ({ page }) => {
  const { username } = await createAccount(page);
  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/manage/${encodeURIComponent(username)}?tab=account`);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('This account will be deleted on')).toBeVisible();
  await page.getByRole('button', { name: 'Keep the Account' }).click();
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeVisible();
});

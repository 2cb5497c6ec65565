import { createAccount, demoEmails, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { expect, expectFitsAndAccessible } from './support/test.ts';

test('an admin allows new names, a player changes the name, and the admin changes it back @slow', async ({
  page,
  openContext,
}) => {
  const admin = await (await openContext()).newPage();
  await signIn(admin, demoEmails.admin);
  const account = await createAccount(page);
  await signIn(page, account.email, account.password);
  await page.goto('/profile/settings');
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Name' })).toHaveCount(0);

  await admin.goto('/admin/server?view=site');
  await admin.getByLabel('Days between two changes').fill('30');
  await admin.getByRole('button', { name: 'Save Rule' }).click();
  await expect(admin.getByText('Saved.')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Name' })).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByLabel('New name').fill('Barrow Jim');
  await page.getByRole('button', { name: 'Change Name' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change Name' }).click();
  await expect(page.getByText('If it is yours, claim it.')).toBeVisible();
  await page.getByLabel('New name').fill('Renamed Pip');
  await page.getByRole('button', { name: 'Change Name' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change Name' }).click();
  await expect(page.getByText('You are called Renamed Pip.')).toBeVisible();

  await admin.goto('/admin/manage/Renamed%20Pip?tab=account');
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill(account.username);
  await admin.getByRole('button', { name: 'Rename' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Rename' }).click();
  await expect(
    admin.getByRole('heading', { level: 1, name: new RegExp(account.username, 'i') }),
  ).toBeVisible();
  await admin.request.patch('/api/admin/settings', { data: { renameDays: null } });
});

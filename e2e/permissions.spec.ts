import type { Page } from '@playwright/test';

import { formatUsername } from '#shared/rules/usernames.ts';

import { createAccount, demoEmails, expectAlert, signIn } from './support/accounts.ts';
import { inventTitle } from './support/news.ts';
import { expect, expectFitsAndAccessible, test } from './support/test.ts';

test('staff with the permission for news write posts, see nothing else, and lose it live @slow', async ({
  page,
  openContext,
}) => {
  const account = await createAccount(page);
  const name = formatUsername(account.username);
  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/manage/${encodeURIComponent(account.username)}?tab=account`);
  const rights = page.getByRole('region', { name: 'Rights' });
  const news = rights.getByRole('checkbox', { name: 'News' });
  const save = async () => {
    await rights.getByRole('button', { name: 'Save Rights' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save Rights' }).click();
    await expect(page.getByText(`The rights of ${name} are saved.`).last()).toBeVisible();
    await expect(rights.getByRole('button', { name: 'Save Rights' })).toBeDisabled();
  };
  await expect(news).toBeHidden();
  await page.getByRole('radio', { name: /^Staff/ }).check();
  await expect(news).not.toBeChecked();
  await save();

  const writer = await (await openContext()).newPage();
  await signIn(writer, account.email, account.password);
  await writer.goto('/');
  const header = writer.getByRole('navigation', { name: 'Main' });
  await expect(header.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Admin' })).toBeHidden();
  await expectRefused(writer, '/admin/news');

  await news.check();
  await save();
  await expect(news).toBeChecked();

  // The open page of the writer learns of it without a reload.
  await header.getByRole('link', { name: 'Admin' }).click();
  await expect(writer).toHaveURL('/admin/home');
  const sidebar = writer.getByRole('navigation', { name: 'Admin' });
  await expect(sidebar.getByRole('link')).toHaveText(['Dashboard', 'News']);
  await expect(writer.getByRole('region', { name: 'Your Permissions' })).toContainText('News');
  await expectFitsAndAccessible(writer);
  await writer.keyboard.press('Control+k');
  const palette = writer.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('row')).toHaveText([
    'Dashboard',
    'News',
    'New Post',
    'News Categories',
  ]);
  await palette.getByRole('row', { name: 'New Post' }).click();

  const title = inventTitle();
  await writer.getByRole('textbox', { name: 'Title' }).fill(title);
  await writer.getByRole('textbox', { name: 'Content' }).fill('Word from the writers’ room.');
  // A draft, because other tests read the newest post.
  await writer.getByRole('button', { name: 'Save draft' }).click();
  await expect(writer.getByText('The draft is saved.')).toBeVisible();

  for (const path of ['/admin/users', '/admin/shop', '/admin/server', '/admin/audit']) {
    await expectRefused(writer, path);
  }

  await writer.goto('/admin/news');
  await expect(writer.getByRole('link', { name: title }).first()).toBeVisible();
  await news.uncheck();
  await save();
  await expectAlert(writer, 'Admins only.');
  await expect(writer).toHaveURL('/');
  await expect(header.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Admin' })).toBeHidden();

  await page.goto('/admin/users?rights=staff');
  await expect(page.getByRole('row', { name: account.username })).toContainText('Staff');
  const found = await page.request.get(`/api/admin/news?search=${encodeURIComponent(title)}`);
  const { posts } = (await found.json()) as { posts: { id: string }[] };
  for (const { id } of posts) await page.request.delete(`/api/admin/news/${id}`);
});

async function expectRefused(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectAlert(page, 'Admins only.');
  await expect(page).toHaveURL('/');
}

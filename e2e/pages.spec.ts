import { demoEmails, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { expect, expectNoAxeViolations } from './support/test.ts';

test('an admin writes a page, visitors see it at once, and the history brings a text back @slow', async ({
  page,
  openContext,
}) => {
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/events');
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/server?view=site');
  await page.getByRole('link', { name: 'Edit the Pages' }).click();
  await page.getByRole('button', { name: 'New Page' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Page' });
  await dialog.getByLabel('Title').fill('Boss Guide');
  await expect(dialog.getByLabel('Address')).toHaveValue('boss-guide');
  await dialog.getByLabel('Address').fill('login');
  await dialog.getByRole('button', { name: 'Create Page' }).click();
  await expect(dialog.getByText('The site uses this address itself.')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Address').fill('boss-guide');
  await dialog.getByRole('button', { name: 'Create Page' }).click();

  const text = page.getByRole('textbox', { name: 'Content' });
  await text.fill('Bring food to {site}.');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByText('Bring food to Wynhold.')).toBeVisible();
  await preview.getByRole('button', { name: 'Close preview' }).click();
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page.getByText('Only admins can see it.')).toBeVisible();
  expect((await visitor.request.get('/pages/boss-guide')).status()).toBe(404);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Visitors see this text.')).toBeVisible();
  await page.getByLabel('Link in the navigation').check();
  await page.getByLabel('Link in the footer').check();
  await page.getByLabel('Text of the link').fill('Bosses');
  await page.getByRole('button', { name: 'Save Address and Links' }).click();

  // The page was open before the links existed.
  const footer = visitor.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Bosses' })).toBeVisible();
  const navigation = visitor.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('button', { name: 'More' }).click();
  await navigation.getByRole('link', { name: 'Bosses' }).click();
  await expect(visitor).toHaveURL(/\/pages\/boss-guide$/);
  await expect(visitor).toHaveTitle('Boss Guide – Wynhold');
  await expect(visitor.getByText('Bring food to Wynhold.')).toBeVisible();

  await text.fill('Bring a friend.');
  await page.getByRole('button', { name: 'Publish Changes' }).click();
  await expect(visitor.getByText('Bring a friend.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore version 3' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(visitor.getByText('Bring food to Wynhold.')).toBeVisible();
  await expect(text).toHaveText('Bring food to {site}.');

  await page.getByRole('textbox', { name: 'Address' }).fill('bosses');
  await page.getByRole('button', { name: 'Save Address and Links' }).click();
  await expect(visitor).toHaveURL(/\/pages\/bosses$/);
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(visitor.getByText('Bring food to Wynhold.')).toHaveCount(0);
  await expect(footer.getByRole('link', { name: 'Bosses' })).toHaveCount(0);
  expect((await visitor.request.get('/pages/bosses')).status()).toBe(404);

  await page.getByRole('link', { name: 'All pages' }).click();
  await expect(page.getByRole('link', { name: 'Boss Guide', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Boss Guide' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('link', { name: 'Boss Guide', exact: true })).toHaveCount(0);
});

test('an admin rewrites the privacy policy and restores the default @slow', async ({
  page,
  openContext,
}) => {
  await signIn(page, demoEmails.admin);
  const reader = await (await openContext()).newPage();
  await reader.goto('/privacy');
  await expect(reader.getByText('as little as possible and never sell it')).toBeVisible();
  await page.goto('/admin/pages/edit/privacy');
  await page.getByRole('textbox', { name: 'Content' }).fill('{site} keeps nothing.');
  await page.getByRole('button', { name: 'Publish Changes' }).click();
  await expect(reader.getByText('Wynhold keeps nothing.')).toBeVisible();
  await expect(reader.getByText(/^Last changed on/)).toBeVisible();
  await page.getByRole('button', { name: 'Restore the Default' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(reader.getByText('as little as possible and never sell it')).toBeVisible();
});

test('the second of two editors chooses between both texts @slow', async ({
  page,
  openContext,
}) => {
  await signIn(page, demoEmails.admin);
  const first = await (await openContext()).newPage();
  await signIn(first, demoEmails.admin);
  await page.goto('/admin/pages/edit/terms');
  await first.goto('/admin/pages/edit/terms');
  await page.getByRole('textbox', { name: 'Content' }).fill('My terms.');
  await first.getByRole('textbox', { name: 'Content' }).fill('Their terms.');
  await first.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page.getByText('There is a newer version')).toBeVisible();
  await page.getByRole('button', { name: 'Keep Mine' }).click();
  await page.getByRole('button', { name: 'Save Draft' }).click();
  await expect(page.getByText('Visitors see the version before this draft.')).toBeVisible();
  await expect(first.getByText('There is a newer version')).toBeVisible();
  await first.getByRole('button', { name: 'Load Theirs' }).click();
  await expect(first.getByRole('textbox', { name: 'Content' })).toHaveText('My terms.');
});

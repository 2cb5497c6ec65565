import { demoEmails, signIn } from './support/accounts.ts';
import { expect, expectFitsAndAccessible, test } from './support/test.ts';

test('on a phone the month, the cards and the forms fit, and touch targets are large enough', async ({
  page,
}) => {
  await signIn(page, demoEmails.staff);
  await page.goto('/events');
  const card = page.getByRole('article').first();
  await expect(card).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Host Event' }).tap();
  await expect(page.getByRole('heading', { name: 'Create New Event' })).toBeVisible();
  await card.getByRole('button', { name: 'Edit' }).tap();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expectFitsAndAccessible(page);
  for (const name of ['Save', 'Next month', 'Create Event']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
});

import { demoEmails, signIn } from './support/accounts.ts';
import { expect, expectFitsAndAccessible, test } from './support/test.ts';

test('on a phone the calendar, the cards and the forms fit, and touch targets are large enough @slow', async ({
  page,
}) => {
  await signIn(page, demoEmails.staff);
  await page.goto('/events');
  // One of the demo's own, because other journeys delete theirs.
  const card = page.getByRole('article').filter({ hasText: 'Wyrm of the Hollow' });
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Whole month' }).tap();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Host Event' }).tap();
  await expect(page.getByRole('heading', { name: 'Create New Event' })).toBeVisible();
  await card.getByRole('button', { name: /^Options for/ }).tap();
  await card.getByRole('menuitem', { name: 'Edit', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await expectFitsAndAccessible(page);
  for (const name of ['Save', 'Next month', 'Create Event', 'Whole month']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
  }
});

test('on a phone the calendar is a strip of seven days that turns and unfolds', async ({
  page,
}) => {
  await page.goto('/events');
  const week = page.getByRole('list', { name: 'Seven days' });
  const days = week.getByRole('button');
  await expect(days).toHaveCount(7);
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(days.first()).toHaveAttribute('aria-current', 'date');
  const box = await days.first().boundingBox();
  expect(box!.height).toBeGreaterThanOrEqual(44);

  const busy = week.getByRole('button', { name: /, \d+ events?$/ }).first();
  await busy.tap();
  await expect(busy).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/day=20\d\d-\d\d-\d\d/);
  await expect(page.getByRole('complementary').getByRole('link').first()).toBeVisible();
  await busy.tap();
  await expect(busy).toHaveAttribute('aria-pressed', 'false');

  const before = await days.first().getAttribute('aria-label');
  await page.getByRole('button', { name: 'Next seven days' }).tap();
  await expect(days.first()).not.toHaveAttribute('aria-current', 'date');
  await page.getByRole('button', { name: 'Previous seven days' }).tap();
  await expect(days.first()).toHaveAttribute('aria-label', before!);
  await page.getByRole('button', { name: 'Whole month' }).tap();
  await expect(week).toBeHidden();
  await expect(page.getByRole('grid')).toBeVisible();
});

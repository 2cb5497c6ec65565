import { demoEmails, signIn } from './support/accounts.ts';
import { createPoll } from './support/polls.ts';
import { expect, expectNoSidewaysScroll, test } from './support/test.ts';

const long = 'A-very-long-answer-without-any-space-at-all-that-somebody-will-type-one-day-'.repeat(
  2,
);

const questions = [{ question: 'Which gate?', answers: ['The north gate', long] }];

test('a poll can be answered on a phone without sideways scrolling @slow', async ({
  page,
  request,
}) => {
  const admin = { request };
  const { id, title } = await createPoll(admin, { questions });
  await signIn(page, demoEmails.player);
  await page.goto('/polls');
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await page.goto(`/polls/${id}`);
  await page.getByRole('radio', { name: 'The north gate' }).check();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Vote' }).tap();
  await expect(page.getByRole('listitem').filter({ hasText: 'The north gate' })).toContainText(
    '1 vote',
  );
  await expectNoSidewaysScroll(page);
});

test('polls can be managed on a phone without sideways scrolling @slow', async ({ page }) => {
  const { id } = await createPoll(page, { questions });
  for (const search of [`poll=${id}`, `copy=${id}`]) {
    await page.goto(`/admin/polls?${search}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await expectNoSidewaysScroll(page);
  }
});

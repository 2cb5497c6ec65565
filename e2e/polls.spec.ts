import type { Page } from '@playwright/test';

import { demoEmails, signIn, submitLogin } from './support/accounts.ts';
import { createPoll } from './support/polls.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

const resultsOf = (page: Page, question: string) => page.getByRole('region', { name: question });

test('a player answers every question, votes, and sees the results', async ({ page, request }) => {
  const admin = { request };
  const { id, title } = await createPoll(admin, {
    questions: [
      { question: 'Stone or wood?', answers: ['Stone', 'Wood'] },
      { question: 'How wide?', answers: ['One cart', 'Two carts'] },
    ],
  });
  await signIn(page, demoEmails.player);
  await page.goto('/polls');
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(`/polls/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Log in to cast your vote.')).toBeHidden();
  const vote = page.getByRole('button', { name: 'Vote' });
  await expect(vote).toBeDisabled();

  const first = page.getByRole('group', { name: 'Q1: Stone or wood?' });
  await first.getByRole('radio', { name: 'Stone' }).check();
  await expect(vote).toBeDisabled();
  const second = page.getByRole('group', { name: 'Q2: How wide?' });
  await second.getByRole('radio', { name: 'Two carts' }).check();
  await expect(vote).toBeEnabled();
  await vote.click();

  const stone = resultsOf(page, 'Q1: Stone or wood?').getByRole('listitem').first();
  await expect(stone).toContainText('Stone');
  await expect(stone).toContainText('100%');
  await expect(stone.getByText('1 vote', { exact: true })).toBeVisible();
  await expect(stone).toContainText('Leading');
  const wood = resultsOf(page, 'Q1: Stone or wood?').getByRole('listitem').last();
  await expect(wood.getByText('0 vote', { exact: true })).toBeVisible();
  await expect(wood).not.toContainText('Leading');
  await expect(stone).toContainText('Your vote');
  await expect(wood).not.toContainText('Your vote');
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name: 'Back to Polls' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText('You voted');
  await page.goto(`/polls/${id}`);
  await expect(stone).toContainText('Your vote');
  await expect(stone).toContainText('1 vote');
});

test('votes of others appear while the results are open @slow', async ({ page, request }) => {
  const admin = { request };
  const { id, vote } = await createPoll(admin);
  await signIn(page, demoEmails.player);
  await page.request.post(`/api/polls/${id}/vote`, { data: { answers: [0] } });
  await page.goto(`/polls/${id}`);
  const answers = resultsOf(page, 'Q1: Which gate?').getByRole('listitem');
  await expect(answers.first()).toContainText('100%');
  await vote([1]);
  await expect(answers.first()).toContainText('50%');
  await expect(answers.last()).toContainText('50%');
  // A tie has two winners.
  await expect(page.getByText('Leading')).toHaveCount(2);
});

test('a visitor is sent to log in and returns to the poll with the chosen answers', async ({
  page,
  request,
}) => {
  const admin = { request };
  const { id } = await createPoll(admin);
  await page.goto(`/polls/${id}`);
  await expect(page.getByText('Log in to cast your vote.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Vote' })).toBeHidden();
  await page.getByRole('radio', { name: 'The south gate' }).check();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await submitLogin(page, demoEmails.player);
  await expect(page).toHaveURL(`/polls/${id}`);
  await expect(page.getByRole('radio', { name: 'The south gate' })).toBeChecked();
  await page.getByRole('button', { name: 'Vote' }).click();
  await expect(resultsOf(page, 'Q1: Which gate?').getByRole('listitem').last()).toContainText(
    '1 vote',
  );
});

test('a poll can be answered by keyboard alone @slow', async ({ page, request }) => {
  const admin = { request };
  const { id } = await createPoll(admin);
  await signIn(page, demoEmails.player);
  await page.goto(`/polls/${id}`);
  await expect(page.getByRole('radio', { name: 'The north gate' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Polls' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'The north gate' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'The south gate' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Vote' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(resultsOf(page, 'Q1: Which gate?')).toContainText('1 vote');
  // The focus moves to the results.
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Back to Polls' })).toBeFocused();
});

test('a player who may not vote sees the reason @slow', async ({ page, request }) => {
  const admin = { request };
  const { id } = await createPoll(admin, { minAccountAgeDays: 30 });
  await signIn(page, demoEmails.player);
  await page.goto(`/polls/${id}`);
  await expect(
    page.getByText('To vote you need an account that is at least 30 days old.'),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'The north gate' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Only accounts that are at least 30 days old may vote in this poll.',
  );
  await expect(page.getByRole('radio', { name: 'The north gate' })).toBeChecked();
});

test('ending a poll early updates every open page without a reload @slow', async ({
  page,
  openContext,
  request,
}) => {
  const admin = { request };
  const { id, title, end } = await createPoll(admin);
  await signIn(page, demoEmails.player);
  await page.goto(`/polls/${id}`);
  await expect(page.getByRole('radio', { name: 'The north gate' })).toBeVisible();
  const visitor = await (await openContext()).newPage();
  await visitor.goto('/polls');
  const current = visitor.getByRole('region', { name: 'Current Poll(s)' });
  await expect(current.getByRole('link', { name: title })).toBeVisible();
  await end();
  await expect(page.getByText(/^Ended \d/)).toBeVisible();
  await expect(current.getByRole('link', { name: title })).toBeHidden();
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('a poll ends by itself while it is open @slow', async ({ page, request }) => {
  const admin = { request };
  const { id } = await createPoll(admin);
  await signIn(page, demoEmails.player);
  await page.clock.install();
  await page.goto(`/polls/${id}`);
  await expect(page.getByRole('radio', { name: 'The north gate' })).toBeVisible();
  // The day passes in the browser only: the server counts by itself (server/features/polls).
  await page.clock.fastForward('25:00:00');
  await expect(page.getByText(/^Ended \d/)).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('previous polls are shown three per page, with the page in the URL @slow', async ({
  page,
}) => {
  await page.goto('/polls');
  const previous = page.getByRole('region', { name: 'Previous Polls' });
  await expect(previous.getByRole('article')).toHaveCount(3);
  await expect(previous.getByText(/^Page 1 \/ \d+$/)).toBeVisible();
  await expect(previous.getByRole('button', { name: 'Prev' })).toBeDisabled();
  await expect(previous.getByText(/^Ended \d{1,2} \p{L}+ \d{4}$/u)).toHaveCount(3);
  const current = page.getByRole('region', { name: 'Current Poll(s)' });
  await expect(current.getByText(/^Ends \d{1,2} \p{L}+ \d{4}$/u).first()).toBeVisible();
  await previous.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL('/polls?page=2');
  await expect(previous.getByText(/^Page 2 \/ \d+$/)).toBeVisible();
  await page.reload();
  await expect(previous.getByText(/^Page 2 \/ \d+$/)).toBeVisible();
  await previous.getByRole('link', { name: 'Prev' }).click();
  await expect(page).toHaveURL('/polls');
});

import { readFile } from 'node:fs/promises';

import { demoEmails, signIn } from './support/accounts.ts';
import { createPoll } from './support/polls.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('an admin writes a poll: missing fields are reported, answers move, Enter adds one', async ({
  page,
}) => {
  const title = `Written ${Date.now().toString(36)}`;
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/polls');
  await page.getByRole('link', { name: 'New poll' }).click();
  await expect(page).toHaveURL('/admin/polls?edit=new');

  await page.getByRole('button', { name: 'Open poll' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByText('Give the poll a title.')).toBeVisible();

  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Question 1', { exact: true }).fill('Which colour?');
  await page.getByRole('textbox', { name: 'Answer 1 of question 1' }).fill('Red');
  await page.getByRole('textbox', { name: 'Answer 2 of question 1' }).fill('Blue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Answer 3 of question 1' })).toBeFocused();
  await page.keyboard.type('Green');
  await page.getByRole('button', { name: 'Move answer 3 of question 1 up' }).click();
  await expect(page.getByRole('textbox', { name: 'Answer 2 of question 1' })).toHaveValue('Green');
  const preview = page.getByLabel('Preview as the player sees it');
  await expect(preview).toContainText(title);
  await expect(preview).toContainText(/Q1: Which colour\?.*Red.*Green.*Blue/);
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect(page.getByLabel('Question 2', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Remove question 2' }).click();
  await page.getByRole('button', { name: 'Open poll' }).click();

  await expect(page.getByRole('region', { name: title })).toContainText('0 of');
  await expect(page).toHaveURL(/\/admin\/polls\?poll=\d+$/);
});

test('an admin watches the votes come in, ends the poll, and exports the counts @slow', async ({
  page,
  openContext,
}) => {
  const { id, title } = await createPoll(page, {
    questions: [{ question: 'Which colour?', answers: ['Red', 'Green'] }],
  });
  await page.goto(`/admin/polls?poll=${id}`);
  const panel = page.getByRole('region', { name: title });
  await expect(panel).toContainText('0 of');
  const player = await (await openContext()).newPage();
  await signIn(player, demoEmails.player);
  await player.goto(`/polls/${id}`);
  await player.getByRole('radio', { name: 'Green' }).check();
  await player.getByRole('button', { name: 'Vote' }).click();
  const green = panel.getByRole('listitem').nth(1);
  await expect(green).toContainText('1 vote');
  await expect(green).toContainText('100%');
  await expect(panel.getByText('1 voted.')).toBeAttached();
  await panel.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Answer 2 of question 1' }).fill('Dark green');
  await page.getByRole('button', { name: 'Save poll' }).click();
  await expect(green).toContainText('Dark green');
  await expect(green).toContainText('1 vote');
  await expect(player.getByText('Edited', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);

  await panel.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End poll' }).click();
  await expect(player.getByText('You voted in this poll.')).toBeVisible();
  await expect(panel).toContainText('Ended early');

  const download = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('Q1,Which colour?,Dark green,1,100');
});

test('a poll without votes can be edited, and duplicating opens a copy @slow', async ({ page }) => {
  const { id, title } = await createPoll(page);
  await page.goto(`/admin/polls?poll=${id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill(`${title} edited`);
  await page.getByRole('button', { name: 'Save poll' }).click();
  const panel = page.getByRole('region', { name: `${title} edited` });
  await expect(panel).toBeVisible();

  await panel.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByRole('textbox', { name: 'Answer 2 of question 1' })).toHaveValue(
    'The south gate',
  );
  await page.getByLabel('Title').fill(`${title} copied`);
  await page.getByRole('button', { name: 'Open poll' }).click();
  await expect(page.getByRole('region', { name: `${title} copied` })).toBeVisible();
  expect(page.url()).not.toContain(`poll=${id}`);
});

test('deleting a poll asks first @slow', async ({ page, openContext, allowConsoleErrors }) => {
  allowConsoleErrors(/isNotFound/);
  const { id, title } = await createPoll(page);
  const visitor = await (await openContext()).newPage();
  await visitor.goto(`/polls/${id}`);
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto(`/admin/polls?poll=${id}`);
  const panel = page.getByRole('region', { name: title });
  await panel.getByRole('button', { name: 'Delete' }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Are you sure you want to delete this poll?');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: title })).toHaveCount(0);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('The road ends here');
});

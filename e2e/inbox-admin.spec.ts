import { createAccount, demoEmails, signIn } from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('the staff opens, takes, answers and closes a thread by keyboard @slow', async ({
  page,
  openContext,
}) => {
  const player = await openContext();
  const { username, email, password } = await createAccount(player);
  await signIn(player, email, password);
  const support = await player.request.get('/api/support');
  const { categories } = (await support.json()) as { categories: string[] };
  const opened = await player.request.post('/api/support/threads', {
    data: { about: null, category: categories[0], subject: 'A lost oar', text: 'Who has it?' },
  });
  expect(opened.status(), await opened.text()).toBe(200);

  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/inbox?player=${encodeURIComponent(username)}`);
  const entry = page.getByRole('listitem').filter({ hasText: 'A lost oar' });
  await expect(entry.getByText('New')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Who has it?')).toBeVisible();
  await expect(entry.getByText('New')).toBeHidden();
  await page.keyboard.press('a');
  await expect(entry.getByText('Wyn Admin')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('r');
  await page.keyboard.type('The ferryman has it.');
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await expect(entry.getByText('Waiting for the player')).toBeVisible();
  await page.getByRole('heading', { name: 'A lost oar' }).click();
  await page.keyboard.press('c');
  await expect(page.getByText('No thread matches these filters.')).toBeVisible();
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'The ferryman has it.' }),
  ).toBeVisible();
});

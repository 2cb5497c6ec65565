import { createAccount, signIn } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

test('a player votes on the built-in toplist by keyboard and gets the reward live', async ({
  page,
}) => {
  const { email, password } = await createAccount(page);
  await signIn(page, email, password);
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('button', { name: 'Community' }).click();
  await nav.getByRole('link', { name: 'Vote', exact: true }).click();
  await expect(page).toHaveURL('/vote');
  const vote = page.getByRole('button', { name: /^Vote on Lantern Toplist/ });
  await vote.focus();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const list = await opened;
  await expect(list.getByRole('heading', { name: 'Lantern Toplist' })).toBeVisible();
  await list.getByRole('button', { name: 'Vote' }).click();
  await expect(list.getByRole('heading', { name: 'Thank you for voting' })).toBeVisible();
  await list.close();

  await expect(
    page.getByText(/^Thank you for voting on Lantern Toplist! You got 50 /),
  ).toBeVisible();
  const card = page.getByRole('region', { name: 'Lantern Toplist' });
  await expect(card.getByText(/^Voted. Again in/)).toBeVisible();
  await expect(page.getByText('1 day in a row')).toBeVisible();
  await page.goto('/profile/wallet?view=statement');
  await expect(page.getByText('Vote on Lantern Toplist')).toBeVisible();
});

import { demoEmails, signIn } from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('a player finds another one by keyboard, compares, and finds them again', async ({ page }) => {
  await signIn(page, demoEmails.player);
  await page.goto('/play');
  await expect(page.getByRole('button', { name: 'Find on this site' })).toBeVisible();
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('oak wa');
  const row = palette.getByRole('row', { name: /Oak Warden/ });
  await expect(row.getByRole('button', { name: 'Compare with me: Oak Warden' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Shift+Enter');
  await expect(
    page.getByRole('heading', { name: 'Comparing Wyn Player vs Oak Warden' }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Find on this site' }).click();
  await expect(palette.getByRole('row').first()).toHaveText('Oak WardenPlayers');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/hiscores?player=Oak+Warden');
});

test('an admin gives coins by a command @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/play');
  await expect(page.getByRole('button', { name: 'Find on this site' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('give 5 to fenwick');
  await palette.getByRole('row', { name: 'Give 5 Wyncoins to Fenwick' }).click();
  const sheet = page.getByRole('dialog', { name: 'Give 5 Wyncoins to Fenwick' });
  await expect(sheet.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('For the lantern.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Fenwick received 5 Wyncoins.')).toBeVisible();
  await expect(sheet).toBeHidden();
});

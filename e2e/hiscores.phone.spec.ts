import { expect, test } from './support/test.ts';

test('on a phone a dropdown chooses the skill @slow', async ({ page }) => {
  await page.goto('/hiscores?page=2');
  await expect(page.getByRole('navigation', { name: 'Skills' })).toBeHidden();
  await page.getByLabel('Skill', { exact: true }).selectOption('Woodcutting');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Woodcutting Hiscores');
  await expect(page).toHaveURL('/hiscores?skill=Woodcutting');
});

test('on a phone a player can be found, opened and closed @slow', async ({ page }) => {
  await page.goto('/hiscores');
  await page.getByRole('combobox', { name: 'Player name' }).pressSequentially('tilly');
  await page.getByRole('option', { name: /^Tilly Thorn/ }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Tilly Thorn's Stats");
  await page.getByRole('link', { name: 'Back to Hiscores' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overall Hiscores');
});

import { demoEmails, submitLogin } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

test('on a phone the menu leads to the login, and then to all of a player’s pages', async ({
  page,
}) => {
  await page.goto('/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');
  await expect(menu).toBeHidden();
  await submitLogin(page, demoEmails.player);
  await expect(page).toHaveURL('/');

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('link', { name: /^Store: [\d,]+ Wyncoins$/ })).toBeVisible();
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveText([
    'Home',
    'Play',
    /Community chat/,
    'Vote',
    'Events',
    'Hiscores',
    'Polls',
    'Profile',
  ]);
  await menu.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile/home');
  await expect(page.getByRole('heading', { name: 'Wyn Player' })).toBeVisible();

  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
});

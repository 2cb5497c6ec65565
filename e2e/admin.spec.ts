import { formatUsername } from '#shared/rules/usernames.ts';

import {
  createAccount,
  demoEmails,
  demoPassword,
  expectAlert,
  signIn,
  submitLogin,
} from './support/accounts.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('a banned player’s open page is signed out without a reload, and unbanning lets them in', async ({
  page,
  openContext,
}) => {
  const account = await createAccount(page);
  const player = await (await openContext()).newPage();
  await signIn(player, account.email, account.password);
  await player.goto('/profile/home');
  await expect(player.getByRole('heading', { name: account.username })).toBeVisible();

  await signIn(page, demoEmails.admin);
  await page.goto('/admin/users');
  await page.getByRole('searchbox', { name: 'Search' }).fill(account.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: account.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: account.username })).toBeVisible();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: `Ban ${account.username}` });
  await dialog.getByRole('button', { name: `Ban ${account.username}` }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByLabel('Reason').fill('Sold the bridge twice.');
  await dialog.getByLabel('Duration').selectOption('Permanent');
  await dialog.getByRole('button', { name: `Ban ${account.username}` }).click();
  await expect(page.getByText('Banned permanently')).toBeVisible();

  const reason = 'This account is banned permanently. Reason: Sold the bridge twice.';
  await expect(player.getByRole('alertdialog')).toContainText(reason);
  await player.keyboard.press('Enter');
  await expect(player).toHaveURL(/\/login/);
  await submitLogin(player, account.email, account.password);
  await expectAlert(player, reason);

  await page.getByRole('button', { name: 'Unban' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unban' }).click();
  await expect(page.getByText('Banned permanently')).toBeHidden();
  await submitLogin(player, account.email, account.password);
  await expect(player).toHaveURL(/\/profile/);

  await page.getByRole('link', { name: 'History' }).click();
  const trail = page.getByRole('region', { name: 'Audit trail' });
  await expect(trail.getByText('Accounts: unbanned')).toBeVisible();
  await expect(trail.getByText('Accounts: banned', { exact: true })).toBeVisible();
});

test('a coin adjustment shows its reason in the statement @slow', async ({ page, openContext }) => {
  const account = await createAccount(page);
  const player = await (await openContext()).newPage();
  await signIn(player, account.email, account.password);
  await player.goto('/profile/home');
  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/manage/${encodeURIComponent(account.username)}?tab=coins`);
  await page.getByRole('spinbutton', { name: 'Wyncoins' }).fill('1250');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Won the harvest race.');
  await page.getByRole('button', { name: 'Adjust' }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText(
    `Give ${formatUsername(account.username)} 1,250 Wyncoins?`,
  );
  await confirmation.getByRole('button', { name: 'Give' }).click();
  const row = page.getByRole('row', { name: /Won the harvest race/ });
  await expect(row).toContainText('+1,250');
  await expect(row).toContainText('Adjustment');
  await expect(player.getByText('1,250').first()).toBeVisible();
});

test('changing a rank asks for confirmation and names the player @slow', async ({ page }) => {
  const account = await createAccount(page);
  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/manage/${encodeURIComponent(account.username)}?tab=account`);
  await expect(page.getByRole('button', { name: 'Save Rights' })).toBeDisabled();
  await page.getByRole('radio', { name: /Player moderator/ }).check();
  await page.getByRole('button', { name: 'Save Rights' }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText(
    `Make ${formatUsername(account.username)} a player moderator? They are a player now.`,
  );
  await confirmation.getByRole('button', { name: 'Save Rights' }).click();
  await expect(page.getByRole('img', { name: 'Silver crown' })).toBeVisible();
  await page.getByRole('switch', { name: 'Community manager' }).click();
  await expect(page.getByText('Community manager', { exact: true }).first()).toBeVisible();
  await page.goto('/admin/audit');
  await page.getByRole('textbox', { name: 'About' }).fill(account.username);
  await page.getByRole('button', { name: 'Filter' }).click();
  const entries = page.getByRole('listitem').filter({ hasText: formatUsername(account.username) });
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Accounts: community manager changed');
  await expect(entries.last()).toContainText('Accounts: rights changed');
});

test('an admin with an old sign-in confirms their password, and the coins are added once @slow', async ({
  page,
}) => {
  const account = await createAccount(page);
  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/manage/${encodeURIComponent(account.username)}?tab=coins`);
  // The server's response when the sign-in is more than an hour old.
  const code = 'accounts/reauthentication-required';
  await page.route('**/coins', (route) =>
    route.fulfill({ status: 403, json: { error: 'Confirm first.', code, requestId: 'e2e' } }),
  );
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  const give = async () => {
    await page.getByRole('button', { name: 'Adjust' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Give' }).click();
    await expect(dialog).toBeVisible();
  };
  await page.getByRole('spinbutton', { name: 'Wyncoins' }).fill('75');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Found the lost lamb.');
  await give();
  await page.keyboard.press('Escape');
  await expectAlert(page, 'Confirm first.');
  await give();
  await page.unroute('**/coins');
  await dialog.getByLabel('Current password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('row', { name: /Found the lost lamb/ })).toHaveCount(1);
  await expect(dialog).toBeHidden();
});

test('an admin cannot change or ban themselves @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/manage/wyn%20admin');
  await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeDisabled();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('radio', { name: /^Player Plays/ })).toBeDisabled();
});

test('the palette opens players and screens by keyboard alone @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('The site does not make backups by itself yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Show All' }).focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search, or type a command' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(page.getByRole('link', { name: 'Show All' })).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('wyn pl');
  const row = page.getByRole('row', { name: /^Wyn Player Player$/ });
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/manage/Wyn%20Player');

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('audit');
  await expect(page.getByRole('row', { name: 'Audit Log' })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/audit');
});

test('the sidebar has its links and stays collapsed after a reload @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/users');
  const nav = page.getByRole('navigation', { name: 'Admin' });
  await expect(nav.getByRole('link')).toHaveText([
    'Dashboard',
    'Users',
    'Shop',
    'Shop Logs',
    'News',
    'Polls',
    'Contracts',
    'Server',
  ]);
  const more = page.getByRole('navigation', { name: 'More' });
  const further = [
    'Inbox',
    'Events',
    'Hiscores',
    'Seasons',
    'Votes',
    'Discord',
    'Audit Log',
    'Appearance',
    'Pages',
    'Emails',
  ];
  await expect(more.getByRole('link')).toHaveText(further);
  for (const screen of further) {
    await more.getByRole('link', { name: screen }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    await expect(more.locator('[aria-current=page]')).toHaveText(screen);
    await expect(nav.locator('[aria-current]')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  await expect(nav.getByText('Dashboard')).toBeHidden();
  await expectNoAxeViolations(page);
});

test('filters and sorting of the user list are kept in the URL @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/users');
  await page.getByLabel('State').selectOption('Banned');
  await expect(page).toHaveURL(/state=banned/);
  await expect(page.getByRole('link', { name: 'Wicker' })).toBeVisible();
  await page.goto('/admin/users?rights=3');
  await expect(page.getByRole('link', { name: 'Wyn Admin' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wyn Player' })).toBeHidden();
  await page.getByLabel('Rights').selectOption('All');
  await expect(page).not.toHaveURL(/rights=/);
  await page.getByRole('link', { name: 'Player', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Player' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No account matches this search.')).toBeVisible();
});

test('the audit log can be exported as CSV @slow', async ({ page }) => {
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/audit?subject=wicker');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');
});

test('players are chosen and muted by keyboard, and each result is told @slow', async ({
  page,
}) => {
  const account = await createAccount(page);
  await signIn(page, demoEmails.admin);
  await page.goto(`/admin/users?search=${encodeURIComponent(account.username)}`);
  await expect(page.getByRole('link', { name: account.username })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('1 selected');
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await bar.getByRole('link', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('users.csv');
  await bar.getByRole('button', { name: 'Mute…' }).click();
  const dialog = page.getByRole('dialog', { name: `Mute ${formatUsername(account.username)}` });
  await dialog.getByLabel('Reason').fill('Rang the bell all night.');
  await dialog.getByRole('button', { name: /^Mute/ }).click();
  await expect(page.getByRole('row', { name: account.username })).toContainText('Muted');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rang the bell all night.').first()).toBeVisible();
});

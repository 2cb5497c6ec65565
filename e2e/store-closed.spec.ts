import { demoEmails, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { expect, expectNoAxeViolations } from './support/test.ts';

test('an admin closes the store, and open store pages say so until it opens again @slow', async ({
  page: admin,
  openContext,
}) => {
  const player = await (await openContext()).newPage();
  await signIn(player, demoEmails.player);
  await player.goto('/shop');
  const buy = player.getByRole('list', { name: 'Items' }).getByRole('button', { name: /^Buy / });
  await expect(buy.first()).toBeEnabled();

  await signIn(admin, demoEmails.admin);
  await admin.goto('/admin/shop');
  const isOpen = admin.getByRole('switch', { name: 'The store is open' });
  await expect(isOpen).toBeChecked();
  await isOpen.click();
  await expect(isOpen).not.toBeChecked();

  await expect(player.getByText('The store is closed', { exact: true })).toBeVisible();
  await expect(player.getByRole('button', { name: 'Top Off' })).toBeDisabled();
  await expect(buy).toHaveCount(0);
  await expectNoAxeViolations(player);

  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(isOpen).toBeChecked();
  await expect(buy.first()).toBeEnabled();
  await expect(player.getByText('The store is closed', { exact: true })).toBeHidden();
});

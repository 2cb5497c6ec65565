import { demoEmails, expectAlert, signIn } from './support/accounts.ts';
import { onOwnSite as test } from './support/own-site.ts';
import { balanceBox, cards } from './support/shop.ts';
import { expect } from './support/test.ts';

test('an admin sells coins in euros: a page with the old price is refused, and the logs have both currencies @slow', async ({
  page: admin,
  openContext,
  allowConsoleErrors,
}) => {
  await signIn(admin, demoEmails.admin);
  const before = await (await admin.request.get('/api/admin/top-ups')).json();
  await admin.goto('/admin/server?view=site');
  const price = admin.getByRole('region', { name: 'Price of Wyncoins' });
  await expect(price.getByText('500 Wyncoins cost $5.00.')).toBeVisible();

  const player = await (await openContext()).newPage();
  await signIn(player, demoEmails.player);
  await player.goto('/shop?topup=true');
  const modal = player.getByRole('dialog');
  await expect(modal.getByText('$5.00', { exact: true })).toBeVisible();
  await modal.getByRole('checkbox').check();
  // This page does not hear of the change.
  allowConsoleErrors(/ERR_FAILED \(.*\/api\/(?:shop\/payments|live)/);
  await player.route('**/api/shop/payments', (route) => route.abort());
  await player.route('**/api/live*', (route) => route.abort());

  await price.getByLabel('Smallest top-up').fill('10');
  await price.getByRole('button', { name: 'Save Price' }).click();
  await expect(price.getByText(/does not take such a small payment/)).toBeVisible();
  await price.getByLabel('Currency').selectOption('eur');
  await price.getByLabel('Price of one, in cents').fill('2');
  await price.getByLabel('Smallest top-up').fill('250');
  await expect(price.getByText('250 Wyncoins cost €5.00.')).toBeVisible();
  await price.getByRole('button', { name: 'Save Price' }).click();
  await expect(admin.getByText('The price applies to new top-ups.')).toBeVisible();

  await modal.getByRole('button', { name: 'Purchase' }).click();
  await expectAlert(player, 'Something went wrong while initiating the transaction.');
  await expect(modal.getByText(/€10\.00.*it has changed since/)).toBeVisible();
  await player.unrouteAll();

  await player.goto('/shop?topup=true');
  await expect(
    modal.getByText('MIN. PURCHASE: 250 | MAX. PURCHASE: 50,000', { exact: true }),
  ).toBeVisible();
  await expect(modal.getByText('€5.00', { exact: true })).toBeVisible();
  await expect(modal.getByRole('radio', { name: '12,500' })).toBeAttached();
  const balance = Number((await balanceBox(player).textContent())?.replaceAll(/\D/g, ''));
  await modal.getByRole('checkbox').check();
  await modal.getByRole('button', { name: 'Purchase' }).click();
  await expect(player.getByRole('heading', { name: '€5.00' })).toBeVisible();
  await player.locator(`button[value="${cards.accepted}"]`).click();
  await expect(player.getByText('+250 Wyncoins')).toBeVisible();
  await expect(balanceBox(player)).toContainText((balance + 250).toLocaleString('en'));

  await admin.goto('/admin/shop-logs?view=top-ups');
  await expect(admin.getByText(/^€5\.00 · \$[\d,.]+$/)).toBeVisible();
  await admin
    .getByRole('button', { name: /^Refund the top-up of/ })
    .first()
    .click();
  await expect(admin.getByRole('dialog').getByLabel('Amount in EUR')).toHaveValue('5.00');
  await admin.request.put('/api/admin/top-ups', { data: before });
});

import { demoEmails, expectAlert, signIn } from './support/accounts.ts';
import { serveOwnSite } from './support/own-site.ts';
import { buyItem, createBuyer } from './support/shop.ts';
import { expect, test } from './support/test.ts';

let site: Awaited<ReturnType<typeof serveOwnSite>>;
test.beforeAll(async () => {
  site = await serveOwnSite({ withGame: true });
});
test.afterAll(() => site?.close());

// bridge.spec.ts has the same with a game that does not keep it waiting.
test('the demo’s game applies a change of rank and delivers a purchase @slow', async ({
  openContext,
}) => {
  const admin = await (await openContext({ baseURL: site.origin })).newPage();
  await signIn(admin, demoEmails.admin);
  await admin.goto('/admin/manage/pip?tab=account');
  await admin.getByRole('radio', { name: /Player moderator/ }).check();
  await admin.getByRole('button', { name: 'Save Rights' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Save Rights' }).click();
  await admin.goto('/admin/server?view=commands');
  const command = admin.getByRole('row', { name: /Set rank.*Pip/ }).first();
  await expect(command.getByText('Done')).toBeVisible({ timeout: 60_000 });

  const player = await (await openContext({ baseURL: site.origin })).newPage();
  // A new account joins the demo's game, so every visitor of the demo can watch a delivery.
  await createBuyer(player, 1000);
  await player.goto('/shop');
  const bought = 'Banner of Your House';
  await buyItem(player, bought);
  await expectAlert(player, `You successfully purchased ${bought}!`);
  await player.goto('/profile/wallet');
  const purchase = player.getByRole('list', { name: 'Purchases' }).getByRole('listitem').first();
  await expect(purchase).toContainText(/Delivered$/, { timeout: 90_000 });
});

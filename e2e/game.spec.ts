import { demoEmails, expectAlert, isFirebase, signIn } from './support/accounts.ts';
import { serveOwnSite } from './support/own-site.ts';
import { pressBuy } from './support/shop.ts';
import { expect, test } from './support/test.ts';

test.skip(isFirebase, 'The journey serves a site of its own, with our own provider.');

let site: Awaited<ReturnType<typeof serveOwnSite>>;
test.beforeAll(async () => {
  site = await serveOwnSite({ withGame: true });
});
test.afterAll(() => site?.close());

test('the game obeys a change of rank, and hands out what was bought', async ({ openContext }) => {
  const admin = await (await openContext({ baseURL: site.origin })).newPage();
  await signIn(admin, demoEmails.admin);
  await admin.goto('/admin/manage/pip');
  await admin.getByRole('radio', { name: /Player moderator/ }).check();
  await admin.getByRole('button', { name: 'Change rights' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Change rights' }).click();
  await admin.goto('/admin/server?view=commands');
  const command = admin.getByRole('row', { name: /Set rank.*Pip/ }).first();
  await expect(command.getByText('Done')).toBeVisible({ timeout: 60_000 });

  const player = await (await openContext({ baseURL: site.origin })).newPage();
  await signIn(player, demoEmails.player);
  await player.goto('/shop');
  const bought = 'Banner of Your House';
  await pressBuy(player, bought);
  await expectAlert(player, `You successfully purchased ${bought}!`);
  await player.goto('/profile/wallet');
  const way = player.getByRole('list', { name: `Delivery of ${bought}` }).first();
  await expect(way).toContainText('Delivered: done', { timeout: 90_000 });
});

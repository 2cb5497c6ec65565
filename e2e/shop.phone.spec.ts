import { demoEmails, expectAlert, signIn } from './support/accounts.ts';
import { createItem, balanceBox, cardOf, cards, deleteItem, buyItem } from './support/shop.ts';
import { expect, expectNoSidewaysScroll, test } from './support/test.ts';

test('the store, the top-up and the wallet fit a phone @slow', async ({ page, request }) => {
  const admin = { request };
  const item = await createItem(admin, { price: 5 });
  await signIn(page, demoEmails.player);
  await page.goto('/shop');
  await expect(cardOf(page, item.name)).toBeVisible();
  await page.getByRole('button', { name: 'Top Off' }).click();
  const modal = page.getByRole('dialog');
  await modal.getByText('500', { exact: true }).click();
  await modal.getByRole('checkbox').check();
  await modal.getByRole('button', { name: 'Purchase' }).click();
  await page.locator(`button[value="${cards.accepted}"]`).click();
  await expect(page.getByText('+500 Wyncoins')).toBeVisible();
  await expect(balanceBox(page)).toBeVisible();

  await buyItem(page, item.name);
  await expectAlert(page, `You successfully purchased ${item.name}!`);
  await page.goto('/profile/wallet');
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Wallet' }).getByRole('link');
  for (const tab of await tabs.all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText(item.name).or(page.getByText('$5.00')).first()).toBeVisible();
  }
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await deleteItem(admin, item);
});

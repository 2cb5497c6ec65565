import { expectAlert, signIn } from './support/accounts.ts';
import {
  createBuyer,
  createItem,
  balanceBox,
  cardOf,
  cards,
  deleteItem,
  buyItem,
  readOrder,
  topUp,
} from './support/shop.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

test('a top-up has its rules, and a declined card and a canceled checkout cost nothing @slow', async ({
  page,
}) => {
  await createBuyer(page, 0);
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wynhold Store');
  await expect(page.getByText('This store is a sandbox')).toBeVisible();
  await page.getByRole('button', { name: 'Top Off' }).click();
  const modal = page.getByRole('dialog');
  await expect(modal.getByRole('heading')).toHaveText('You are purchasing: Wyncoins using SANDBOX');
  await expect(
    modal.getByText('MIN. PURCHASE: 500 | MAX. PURCHASE: 50,000', { exact: true }),
  ).toBeVisible();
  await expect(modal.getByRole('link', { name: /terms/i })).toHaveAttribute('href', '/terms');

  const amount = modal.getByLabel('Amount', { exact: true });
  const purchase = modal.getByRole('button', { name: 'Purchase' });
  await expect(amount).toBeFocused();
  await amount.fill('1234');
  await expect(modal.getByText('$12.34', { exact: true })).toBeVisible();
  await expect(purchase).toBeDisabled();
  await modal
    .getByLabel('I agree to the terms and understand that I purchase at my own risk.')
    .check();
  for (const [typed, isAllowed] of [
    ['499', false],
    ['500', true],
    ['50000', true],
    ['50001', false],
    ['750.5', false],
    ['', false],
    ['1234', true],
  ] as const) {
    await amount.fill(typed);
    await expect(purchase, typed).toBeEnabled({ enabled: isAllowed });
  }
  await amount.fill('750.5');
  await expect(modal.getByText('Whole Wyncoins only.')).toBeVisible();
  await amount.fill('499');
  await amount.press('Enter');
  await expect(page).toHaveURL(/\/shop\?topup=true$/);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toBeHidden();

  await page.getByRole('button', { name: 'Top Off' }).click();
  await modal.getByLabel('Amount', { exact: true }).fill('1234');
  await modal.getByRole('checkbox').check();
  await purchase.click();
  await expect(page.getByText('Total due')).toBeVisible();
  await page.locator(`button[value="${cards.declined}"]`).click();
  await expect(page.getByRole('alert')).toContainText(/declined/i);
  await page.getByRole('link', { name: /^Cancel and return/ }).click();
  await expectAlert(page, 'Transaction canceled or failed. Please try again.');
  await expect(page).toHaveURL('/shop');
  await expect(balanceBox(page)).toHaveText(/^0/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.goto('/profile/wallet?view=top-ups');
  const rows = page.getByRole('table', { name: 'Top-ups' }).getByRole('row');
  await expect(rows.filter({ hasText: '$12.34' })).toContainText('Canceled');
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveCount(0);
});

test('a player tops up with a card, and finds the coins in the header and the wallet', async ({
  page,
}) => {
  await createBuyer(page, 0);
  await page.goto('/shop');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wynhold Store');
  const modal = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Top Off' }).click();
  // Tab would leave the button of the page before the dialog has taken the focus.
  await expect(modal.getByLabel('Amount', { exact: true })).toBeFocused();
  // The suggested amounts are one tab stop.
  await page.keyboard.press('Tab');
  await expect(modal.getByRole('radio', { name: '500', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(modal.getByLabel('Amount', { exact: true })).toHaveValue('1000');
  await page.keyboard.press('Tab');
  await expect(modal.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await modal.getByRole('button', { name: 'Purchase' }).click();
  await page.locator(`button[value="${cards.accepted}"]`).click();
  await expect(page.getByText('+1,000 Wyncoins')).toBeVisible();
  await expect(balanceBox(page)).toHaveText(/^1,000/);
  await expect(page).toHaveURL('/shop');
  await page.reload();
  await expect(balanceBox(page)).toHaveText(/^1,000/);
  await expect(page.getByText('+1,000 Wyncoins')).toBeHidden();
  await page.goto('/profile/home');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Store: 1,000 Wyncoins' }),
  ).toHaveAttribute('href', '/shop');
  await page.getByRole('link', { name: 'Open wallet' }).click();
  await page.getByRole('link', { name: 'Top-ups' }).click();
  const rows = page.getByRole('table', { name: 'Top-ups' }).getByRole('row');
  await expect(rows.filter({ hasText: '$10.00' })).toContainText('Paid');
});

test('a checkout that cannot start shows an error @slow', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/50[03]|status of 50/);
  await createBuyer(page, 0);
  await page.route('**/api/shop/create-checkout-session', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{}' }),
  );
  await page.goto('/shop?topup=true');
  const modal = page.getByRole('dialog');
  await modal.getByRole('checkbox').check();
  await modal.getByRole('button', { name: 'Purchase' }).click();
  await expectAlert(page, 'Something went wrong while initiating the transaction.');
  await expect(page).toHaveURL(/\/shop/);
});

test('a player buys an item, is charged once, and can follow the delivery', async ({
  page,
  request,
}) => {
  const admin = { request };
  const [item, expensive] = [await createItem(admin), await createItem(admin, { price: 5000 })];
  await createBuyer(page, 1000);
  await page.goto('/shop');
  const card = cardOf(page, item.name);
  await expect(card).toContainText('Dug up under the old road.');
  await expect(card).toContainText('300 WC');

  await cardOf(page, expensive.name).getByRole('button', { name: 'Buy' }).click();
  const alert = page.getByRole('alertdialog');
  const text = alert.getByText("You don't have enough Wyncoins");
  await expect(text).toBeVisible();
  expect(await text.evaluate((element) => (element as HTMLElement).innerText)).toBe(
    "You don't have enough Wyncoins to purchase this.\nTry topping off!",
  );
  await page.keyboard.press('Enter');

  await card.getByRole('button', { name: 'Buy' }).click();
  await expect(alert).toContainText(`Buy ${item.name} for 300 Wyncoins?`);
  await expect(alert).toContainText('You will have 700 Wyncoins left.');
  await alert.getByRole('button', { name: 'Cancel' }).click();
  await expect(balanceBox(page)).toHaveText(/^1,000/);

  await card.getByRole('button', { name: 'Buy' }).click();
  await alert.getByRole('button', { name: 'Buy' }).dblclick();
  await expect(
    alert.getByText(`You successfully purchased ${item.name}!`, { exact: true }),
  ).toBeVisible();
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
  await expect(balanceBox(page)).toHaveText(/^700/);
  await expectNoAxeViolations(page);
  await alert.getByRole('link', { name: 'Track Delivery' }).click();
  await expect(page).toHaveURL(/\/profile\/wallet/);
  const purchases = page.getByRole('list', { name: 'Purchases' }).getByRole('listitem');
  await expect(page.getByRole('heading', { name: item.name })).toHaveCount(1);
  const steps = page.getByRole('list', { name: `Delivery of ${item.name}` });
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Bought: done/,
    /^Waiting in the game: now/,
    /^Delivered: still to come/,
  ]);
  await expect(purchases.first()).toContainText('300 WC');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Statement' }).click();
  const entry = page.getByRole('row').filter({ hasText: item.name });
  await expect(entry).toContainText('−300');
  await expect(entry).toContainText('700');
  await page.goto('/shop');
  await cardOf(page, item.name)
    .getByRole('link', { name: `Delivery of ${item.name}: Waiting in the game` })
    .click();
  await expect(steps).toBeVisible();
  for (const one of [item, expensive]) await deleteItem(admin, one);
});

test('a purchase whose response got lost is sent again and charged once @slow', async ({
  page,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Failed to load resource/);
  const admin = { request };
  const item = await createItem(admin);
  await createBuyer(page, 1000);
  await page.goto('/shop');
  let lost = 0;
  await page.route('**/api/shop/buy', async (route) => {
    const response = await route.fetch();
    lost += 1;
    // The server has sold it, but the connection breaks before the response arrives.
    if (lost === 1) await route.abort('connectionreset');
    else await route.fulfill({ response });
  });
  await buyItem(page, item.name);
  await expectAlert(page, `You successfully purchased ${item.name}!`);
  expect(lost).toBe(2);
  await expect(balanceBox(page)).toHaveText(/^700/);
  await deleteItem(admin, item);
});

test('stock, balance and items update on an open page @slow', async ({
  page,
  openContext,
  request,
}) => {
  const admin = { request };
  const [rare, plain] = [await createItem(admin, { stock: 1 }), await createItem(admin)];
  const account = await createBuyer(page, 1000);
  await page.goto('/shop');
  const card = cardOf(page, rare.name);
  await expect(card).toContainText('Only 1 left');

  const second = await (await openContext()).newPage();
  await signIn(second, account.email, account.password);
  await second.goto('/shop');
  await buyItem(second, rare.name);
  await expectAlert(second, `You successfully purchased ${rare.name}!`);

  // The first page updates by itself.
  await expect(balanceBox(page)).toHaveText(/^700/);
  await expect(card.getByRole('button', { name: 'Sold out' })).toBeDisabled();

  await expect(cardOf(page, plain.name)).toBeVisible();
  await admin.request.patch(`/api/admin/shop/items/${plain.id}/enabled`, {
    data: { enabled: false },
  });
  await expect(cardOf(page, plain.name)).toBeHidden();
  for (const one of [rare, plain]) await deleteItem(admin, one);
});

test('buying an item that has just sold out shows the server’s error @slow', async ({
  page,
  request,
}) => {
  const admin = { request };
  const item = await createItem(admin, { stock: 1 });
  await createBuyer(page, 1000);
  await page.goto('/shop');
  await cardOf(page, item.name).getByRole('button', { name: 'Buy' }).click();
  // While the confirmation is open, someone else buys the item.
  await topUp(admin, 500);
  const taken = await admin.request.post('/api/shop/buy', { data: { itemId: item.id } });
  expect(taken.status()).toBe(200);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click();
  await expectAlert(page, `Purchase failed: ${item.name} is sold out.`);
  await expect(balanceBox(page)).toHaveText(/^1,000/);
  await deleteItem(admin, item);
});

test('a disputed payment takes its coins back and freezes buying @slow', async ({
  page,
  request,
}) => {
  const admin = { request };
  const item = await createItem(admin);
  await createBuyer(page, 1000);
  await page.goto('/shop');
  const order = await topUp(page, 500, cards.disputed);
  await expect.poll(() => readOrder(page, order)).toMatchObject({ dispute: 'open', clawed: 500 });
  await expect(page.getByText('Your wallet is frozen')).toBeVisible();
  await expect(balanceBox(page)).toHaveText(/^1,000/);
  await buyItem(page, item.name);
  await expectAlert(
    page,
    'Purchase failed: Your wallet is frozen while one of your payments is disputed. Please contact us.',
  );
  await expect(balanceBox(page)).toHaveText(/^1,000/);
  await deleteItem(admin, item);
});

test('terms and privacy are public and linked from every page @slow', async ({ page }) => {
  await page.goto('/events');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveTitle('Terms of Service – Wynhold');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await expect(page.getByRole('heading', { name: 'Wyncoins and the store' })).toBeVisible();
  await footer.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy');
});

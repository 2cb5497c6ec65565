import { demoEmails, signIn } from './support/accounts.ts';
import { createPicture } from './support/news.ts';
import {
  balanceBox,
  cardOf,
  createBuyer,
  createItem,
  deleteItem,
  inventItemName,
} from './support/shop.ts';
import { expect, expectNoAxeViolations, test } from './support/test.ts';

// The tests run one after another: two admins who sort at once overwrite each other's order.
test.describe.configure({ mode: 'default' });

test('an admin creates an item with a picture, moves it, hides it and deletes it @slow', async ({
  page,
}) => {
  const name = inventItemName();
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/shop');
  await page.getByRole('link', { name: 'New item' }).click();
  await page.getByRole('button', { name: 'Save item' }).click();
  await expect(page.getByText('Give the item a name.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();

  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Description').fill('Fresh from the forge.');
  await page.getByRole('spinbutton', { name: 'Price' }).fill('450');
  await page.getByLabel('In-game item id').fill('1333');
  await page.getByLabel('Stock').fill('12');
  await page.getByLabel('Limit per player').fill('2');
  await page.getByLabel('Image file').setInputFiles({
    name: 'relic.png',
    mimeType: 'image/png',
    buffer: await createPicture('#456789', 500, 500),
  });
  await expect(page.getByRole('button', { name: 'Replace image' })).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview as the player sees it' });
  await expect(preview).toContainText('450 WC');
  await expect(preview).toContainText('12 in stock');
  await expect(preview).toContainText('Limit 2 per player');
  await page.getByRole('button', { name: 'Save item' }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('450 WC');
  await expect(row).toContainText('12 left');

  // Move it up by keyboard.
  const position = async () =>
    (await page.getByRole('listitem').allInnerTexts()).findIndex((text) => text.includes(name));
  const before = await position();
  const up = row.getByRole('button', { name: `Move ${name} up` });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect.poll(position).toBeLessThan(before);
  await expect(up).toBeFocused();

  const shown = row.getByRole('switch', { name: `${name} is in the store` });
  await expect(shown).toBeChecked();
  await shown.click();
  await expect(shown).not.toBeChecked();
  await expect(row).toContainText('Hidden');
  await page.goto('/shop');
  await expect(page.getByRole('list', { name: 'Items' })).toBeVisible();
  await expect(cardOf(page, name)).toBeHidden();

  await page.goto('/admin/shop');
  await row.getByRole('link', { name: `Edit ${name}` }).click();
  await page.getByLabel('In the store', { exact: true }).check();
  await page.getByRole('spinbutton', { name: 'Price' }).fill('475');
  await page.getByRole('button', { name: 'Save item' }).click();
  await page.goto('/shop');
  await expect(cardOf(page, name)).toContainText('475 WC');
  await expect(cardOf(page, name).locator('img').first()).toHaveAttribute('src', /^\/media\//);

  await page.goto('/admin/shop');
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

test('a sale lowers a price while a player is buying, who agrees to the new one @slow', async ({
  page,
  openContext,
}) => {
  const item = await createItem(page);
  const buyer = await (await openContext()).newPage();
  await createBuyer(buyer, 1000);
  await buyer.goto('/shop');
  await cardOf(buyer, item.name).getByRole('button', { name: 'Buy' }).click();
  const question = buyer.getByRole('alertdialog');
  await expect(question).toContainText('for 300 Wyncoins?');

  await page.goto('/admin/shop/sales?edit=new');
  await page.getByLabel('Name').fill(`Sale of ${item.name}`);
  await page.getByRole('spinbutton', { name: 'Percent' }).fill('40');
  await page.getByLabel('Chosen items').check();
  await page.getByLabel(item.name).check();
  const prices = page.getByRole('table', { name: 'Prices during the sale' });
  await expect(prices.getByRole('row').filter({ hasText: item.name })).toContainText('180 WC');
  await page.getByRole('button', { name: 'Save sale' }).click();
  const row = page.getByRole('row').filter({ hasText: `Sale of ${item.name}` });
  await expect(row).toContainText('Running');

  await question.getByRole('button', { name: 'Buy' }).click();
  await expect(question).toContainText('The price has changed: it was 300 Wyncoins.');
  await expect(question).toContainText('for 180 Wyncoins?');
  await question.getByRole('button', { name: 'Buy' }).click();
  await expect(question).toContainText(`You successfully purchased ${item.name}!`);
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(balanceBox(buyer)).toHaveText(/^820/);
  await expect(cardOf(buyer, item.name)).toContainText('Reduced by −40%');

  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(cardOf(buyer, item.name)).not.toContainText('Reduced');
  await deleteItem(page, item);
});

test('rows can be sorted by dragging @slow', async ({ page }) => {
  const [first, second] = [await createItem(page), await createItem(page)];
  await page.goto('/admin/shop');
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const positions = async () => {
    const texts = await page.getByRole('listitem').allInnerTexts();
    return [second, first].map(({ name }) => texts.findIndex((text) => text.includes(name)));
  };
  // Parallel tests add and delete items: if the list changes during the drag, drag again.
  await expect(async () => {
    await rowOf(second.name).dragTo(rowOf(first.name));
    await expect
      .poll(
        async () => {
          const [moved = 0, other = 0] = await positions();
          return moved < other;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  }).toPass({ timeout: 120_000 });
  for (const item of [first, second]) await deleteItem(page, item);
});

test('an admin refunds a purchase, confirms it twice, and the buyer sees it at once', async ({
  page,
  openContext,
}) => {
  const item = await createItem(page);
  const buyer = await (await openContext()).newPage();
  await createBuyer(buyer, 1000);
  await buyer.request.post('/api/shop/buy', { data: { itemId: item.id } });
  await buyer.goto('/profile/wallet');
  await expect(buyer.getByRole('heading', { name: item.name })).toBeVisible();

  await page.goto('/admin/shop-logs');
  await page.getByLabel('Item name or id').fill(item.name);
  await page.getByRole('button', { name: 'Filter' }).click();
  const row = page.getByRole('row').filter({ hasText: item.name });
  await expect(row).toContainText('Queued');
  await expect(row).toContainText('4548');
  await expect(row).toContainText('300 WC');
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveAttribute(
    'href',
    /\/api\/admin\/purchases\.csv\?item=/,
  );
  const ask = page.getByRole('alertdialog');
  await row.getByRole('button', { name: 'Refund' }).click();
  await ask.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(ask).toContainText('Are you sure?');
  await ask.getByRole('button', { name: 'Yes, refund' }).click();
  await expect(row).toContainText('Canceled');
  await expect(row).toContainText('Refunded');
  // The buyer's open page updates.
  await expect(buyer.getByText('Refunded').first()).toBeVisible();
  await expect(buyer.getByText('1,000').first()).toBeAttached();
  await deleteItem(page, item);
});

test('an admin refunds a top-up in two parts, and confirms each twice @slow', async ({
  page,
  openContext,
}) => {
  const buyer = await (await openContext()).newPage();
  const { username } = await createBuyer(buyer, 700);
  await buyer.goto('/profile/wallet');
  await signIn(page, demoEmails.admin);
  await page.goto('/admin/shop-logs');
  const ask = page.getByRole('alertdialog');
  const topUpsTab = page.getByRole('link', { name: 'Top-ups' });
  await topUpsTab.click();
  // The purchases have a Player field too: wait until only that of the top-ups is left.
  await expect(page.getByRole('searchbox', { name: 'Item name or id' })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Player' }).fill(username);
  await page.getByRole('button', { name: 'Filter' }).click();
  const order = page.getByRole('row').filter({ hasText: username }).filter({ hasText: '$7.00' });
  await expect(order).toContainText('Paid');
  const refund = async (dollars: string) => {
    await order.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in dollars').fill(dollars);
    if (dollars === '2.00') await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await ask.getByRole('button', { name: 'Yes, refund' }).click();
    await expect(dialog).toBeHidden();
  };
  await refund('2.00');
  await expect(order).toContainText('Partly refunded');
  await refund('5.00');
  await expect(order).not.toContainText('Partly');
  await expect(order).toContainText('Refunded');
  await buyer.getByRole('link', { name: 'Statement' }).click();
  await expect(buyer.getByRole('row').filter({ hasText: '−200' })).toBeVisible();
  await expect(buyer.getByRole('row').filter({ hasText: '−500' })).toBeVisible();
});

import type { Locator, Page } from '@playwright/test';

import { expectAlert, inventAccount } from './support/accounts.ts';
import { createPoll } from './support/polls.ts';
import { balanceBox, cards, createItem, deleteItem } from './support/shop.ts';
import { expect, test } from './support/test.ts';

// The whole journey with the keyboard only. Every stop on the way must show that it has the focus.

test('a player registers, votes, tops up and buys with the keyboard @slow', async ({
  page,
  request,
}) => {
  const admin = { request };
  const poll = await createPoll(admin);
  const item = await createItem(admin, { price: 300 });
  const account = inventAccount();

  await test.step('register and log in', async () => {
    await page.goto('/register');
    await typeInto(page, page.getByLabel('Username'), account.username);
    await typeInto(page, page.getByLabel('Email'), account.email);
    await typeInto(page, page.getByLabel('Password', { exact: true }), account.password);
    await typeInto(page, page.getByLabel('Confirm password'), account.password);
    await tabTo(page, page.getByRole('button', { name: 'Register' }));
    await page.keyboard.press('Enter');
    await expectAlert(page, 'Registration successful! You can now log in.');
    await expect(page).toHaveURL('/login');
    await typeInto(page, page.getByLabel('Password', { exact: true }), account.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  await test.step('vote', async () => {
    await page.goto('/polls');
    await tabTo(page, page.getByRole('link', { name: poll.title }));
    await page.keyboard.press('Enter');
    const answer = page.getByRole('radio', { name: 'The north gate' });
    await tabTo(page, answer);
    await page.keyboard.press('Space');
    await expect(answer).toBeChecked();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'The south gate' })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Vote' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('You have voted.')).toBeVisible();
  });

  await test.step('top up', async () => {
    await page.goto('/shop');
    await tabTo(page, page.getByRole('button', { name: 'Top Off' }));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Amount', { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1000');
    await tabTo(page, page.getByRole('checkbox'));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Purchase' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.locator(`button[value="${cards.accepted}"]`));
    await page.keyboard.press('Enter');
    await expect(balanceBox(page)).toHaveText(/^1,000/);
  });

  await test.step('buy', async () => {
    await tabTo(page, page.getByRole('button', { name: `Buy ${item.name}` }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await tabTo(page, dialog.getByRole('button', { name: 'Buy' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(`You successfully purchased ${item.name}!`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(balanceBox(page)).toHaveText(/^700/);
  });
  await deleteItem(admin, item);
});

test('an admin edits an item with the keyboard @slow', async ({ page }) => {
  const item = await createItem(page);
  await page.goto('/admin/shop');
  await tabTo(page, page.getByRole('link', { name: `Edit ${item.name}` }));
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByRole('spinbutton', { name: 'Price' }), '450');
  await tabTo(page, page.getByRole('button', { name: 'Save item' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: item.name })).toContainText('450 WC');
  await deleteItem(page, item);
});

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 200; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(findHiddenFocus);
    expect(hidden, 'a stop whose focus cannot be seen').toBeNull();
  }
  throw new Error(`Tab does not reach ${target.toString()}.`);
}

/** Runs in the page: the element with the focus, if nothing around it shows that. */
function findHiddenFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const card = focused.closest('label, article, li') ?? focused;
  const isMarked = [focused, card].some((element) =>
    [null, '::before', '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    }),
  );
  const { width, height } = card.getBoundingClientRect();
  return isMarked && width > 1 && height > 1 ? null : focused.outerHTML.slice(0, 200);
}

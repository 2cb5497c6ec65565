import type { Locator, Page } from '@playwright/test';

import { createAccount, demoEmails, signIn } from './accounts.ts';
import { expect } from './test.ts';

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
};

type Draft = { name: string; price: number; stock: number; perPlayerLimit: number };
type MadeItem = Draft & { id: string };

let count = 0;

export function inventItemName(): string {
  count += 1;
  return `Relic ${Date.now().toString(36)}${process.pid.toString(36)}${count}`;
}

/** An item of the test's own, straight through the API. The page becomes the admin's. */
export async function addItem(page: Page, draft: Partial<Draft> = {}): Promise<MadeItem> {
  await signIn(page, demoEmails.admin);
  const data = {
    name: inventItemName(),
    description: 'Dug up under the old road.',
    image: null,
    price: 300,
    itemId: 4548,
    quantity: 1,
    enabled: true,
    endsAt: null,
    stock: null,
    perPlayerLimit: null,
    ...draft,
  };
  const answer = await page.request.post('/api/admin/shop/items', { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as MadeItem;
}

export async function deleteItem(page: Page, { id }: Pick<MadeItem, 'id'>): Promise<void> {
  await page.request.delete(`/api/admin/shop/items/${id}`);
}

/** A player of the test's own, signed in, with coins that were paid for in the sandbox. */
export async function addBuyer(page: Page, coins: number) {
  const account = await createAccount(page);
  await signIn(page, account.email, account.password);
  if (coins > 0) await topOff(page, coins);
  return account;
}

/** Without the screens: pays at the sandbox and waits until the coins are there. */
export async function topOff(page: Page, amount: number, card = cards.pays): Promise<string> {
  const begun = await page.request.post('/api/shop/create-checkout-session', {
    data: { amount, price: amount },
  });
  expect(begun.status(), await begun.text()).toBe(200);
  const { url, orderId } = (await begun.json()) as { url: string; orderId: string };
  await page.request.post(url, {
    form: { number: card, expiry: '12 / 34', code: '123' },
    maxRedirects: 0,
  });
  await expect.poll(() => readOrder(page, orderId)).toMatchObject({ state: 'paid' });
  return orderId;
}

export async function readOrder(page: Page, id: string): Promise<Record<string, unknown>> {
  const answer = await page.request.get(`/api/shop/orders/${id}`);
  return (await answer.json()) as Record<string, unknown>;
}

export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ hasText: name });

export const balanceBox = (page: Page): Locator => page.getByLabel('Wyncoins balance');

/** Presses Buy and confirms; the test goes on with what the site says to it. */
export async function pressBuy(page: Page, name: string): Promise<void> {
  await cardOf(page, name)
    .getByRole('button', { name: `Buy ${name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click();
}

import type { Locator, Page } from '@playwright/test';

import { createAccount, demoEmails, signIn } from './accounts.ts';
import type { Requester } from './accounts.ts';
import { expect } from './test.ts';

export const cards = {
  accepted: '4242424242424242',
  declined: '4000000000000002',
  disputed: '4000000000000259',
};

type Draft = { name: string; price: number; stock: number; perPlayerLimit: number };
type CreatedItem = Draft & { id: string };

let count = 0;

export function inventItemName(): string {
  count += 1;
  return `Relic ${Date.now().toString(36)}${process.pid.toString(36)}${count}`;
}

export const newItem = {
  description: 'Dug up under the old road.',
  image: null,
  price: 300,
  itemId: 4548,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: null,
  perPlayerLimit: null,
};

/** Creates an item through the API. The requester is signed in as the admin afterwards. */
export async function createItem(
  page: Requester,
  draft: Partial<Draft> = {},
): Promise<CreatedItem> {
  await signIn(page, demoEmails.admin);
  const data = { ...newItem, name: inventItemName(), ...draft };
  const response = await page.request.post('/api/admin/shop/items', { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as CreatedItem;
}

export async function deleteItem(page: Requester, { id }: Pick<CreatedItem, 'id'>): Promise<void> {
  await page.request.delete(`/api/admin/shop/items/${id}`);
}

/** Creates a player and signs them in, with coins bought in the sandbox. */
export async function createBuyer(page: Requester, coins: number) {
  const account = await createAccount(page);
  await signIn(page, account.email, account.password);
  if (coins > 0) await topUp(page, coins);
  return account;
}

/** Pays in the sandbox through the API and waits for the coins. */
export async function topUp(
  page: Requester,
  amount: number,
  card = cards.accepted,
): Promise<string> {
  const checkout = await page.request.post('/api/shop/create-checkout-session', {
    data: { amount, price: amount },
  });
  expect(checkout.status(), await checkout.text()).toBe(200);
  const { url, orderId } = (await checkout.json()) as { url: string; orderId: string };
  await page.request.post(url, {
    form: { number: card, expiry: '12 / 34', code: '123' },
    maxRedirects: 0,
  });
  await expect.poll(() => readOrder(page, orderId)).toMatchObject({ state: 'paid' });
  return orderId;
}

export async function readOrder(page: Requester, id: string): Promise<Record<string, unknown>> {
  const response = await page.request.get(`/api/shop/orders/${id}`);
  return (await response.json()) as Record<string, unknown>;
}

export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ hasText: name });

export const balanceBox = (page: Page): Locator => page.getByLabel('Wyncoins balance');

/** Clicks Buy and confirms; the test then checks the site's message. */
export async function buyItem(page: Page, name: string): Promise<void> {
  await cardOf(page, name)
    .getByRole('button', { name: `Buy ${name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click();
}

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { addItem, findBrokenLedgerRules, giveCoins } from '#server/features/shop/testing/shop.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { topUp, topUpAgreement } from '#shared/endpoints/top-up.ts';

import {
  cards,
  deliver,
  getBalance,
  getOrderOf,
  getRow,
  makeSessionEvent,
  payWith,
  refund,
  requestCheckout,
  sendEvent,
} from './testing/payments.ts';
import type { Checkout } from './testing/payments.ts';

// Bonus packs, and top-ups that buy an item with the same payment.

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', 3);
  const packs = [
    { coins: 3000, bonus: 700 },
    { coins: 1000, bonus: 101 },
  ];
  const body = { ...topUp, daily: 100_000, monthly: 300_000, packs };
  await site.app.inject(json('PUT', '/api/admin/top-ups', body, admin));
});
afterAll(() => site.close());

const addBuyer = () => site.addPlayer(`Payer ${(count += 1)}`);

async function begin(buyer: TestPlayer, body: { amount: number; [name: string]: unknown }) {
  const answer = await requestCheckout(site, buyer, { price: body.amount, ...body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Checkout>();
}

async function pay(buyer: TestPlayer, body: { amount: number; [name: string]: unknown }) {
  const checkout = await begin(buyer, body);
  await payWith(site, checkout, cards.pays);
  await deliver(site);
  return checkout.orderId;
}

test.each([
  [999, 0],
  [1000, 101],
  [2999, 101],
  [3000, 700],
])('%i coins bring a bonus of %i', async (amount, bonus) => {
  const buyer = await addBuyer();
  const id = await pay(buyer, { amount, bonus });
  expect(await getBalance(site, buyer)).toBe(amount + bonus);
  const order = await getOrderOf(site, buyer, id);
  expect(order).toMatchObject({ coins: amount, amount, state: 'paid' });
  expect(order.bonus).toBe(bonus || undefined);
});

test('the checkout names the coins with their bonus, and the store tells the packs', async () => {
  const { url } = await begin(await addBuyer(), { amount: 1000 });
  const page = await site.app.inject(new URL(url).pathname);
  expect(page.body).toContain('1,101 Wyncoins');
  expect((await site.app.inject('/api/shop/payments')).json()).toEqual({
    ...topUp,
    provider: 'SANDBOX',
    mode: 'sandbox',
    shopOpen: true,
    packs: [
      { coins: 3000, bonus: 700 },
      { coins: 1000, bonus: 101 },
    ],
    agreementVersion: topUpAgreement.version,
  });
});

test('another bonus than the page showed is refused, and a repeated call keeps its bonus', async () => {
  const buyer = await addBuyer();
  const other = await requestCheckout(site, buyer, { amount: 1000, price: 1000, bonus: 100 });
  expect(other.json()).toMatchObject({ fields: { bonus: expect.stringContaining('101') } });
  const key = { 'idempotency-key': 'one-checkout' };
  const [first, again] = [
    await requestCheckout(site, buyer, { amount: 1000, bonus: 101 }, key),
    await requestCheckout(site, buyer, { amount: 1000, bonus: 101 }, key),
  ];
  expect(again.json()).toEqual(first.json());
  const changed = await requestCheckout(site, buyer, { amount: 1000, bonus: 0 }, key);
  expect(changed.json()).toMatchObject({ code: 'payments/key-reused' });
  const crown = await addItem(site, admin, { price: 900 });
  const thenBuy = { itemId: Number(crown.id), price: 900 };
  const toBuy = await requestCheckout(site, buyer, { amount: 1000, thenBuy }, key);
  expect(toBuy.json()).toMatchObject({ code: 'payments/key-reused' });
});

test('an order that was not opened and whose price has changed since is not opened at either', async () => {
  const buyer = await addBuyer();
  const key = { 'idempotency-key': 'before-the-change' };
  const body = { amount: 999, price: 999 };
  const stripe = await site.deps.payments.stripe();
  const create = vi.spyOn(stripe.checkout.sessions, 'create').mockRejectedValueOnce(new Error('x'));
  expect((await requestCheckout(site, buyer, body, key)).statusCode).toBe(503);
  create.mockRestore();
  const settings = { ...topUp, daily: 100_000, monthly: 300_000 };
  const save = (change: object) =>
    site.app.inject(json('PUT', '/api/admin/top-ups', { ...settings, ...change }, admin));
  await save({ currency: 'eur' });
  const again = await requestCheckout(site, buyer, { amount: 999 }, key);
  expect(again.json()).toMatchObject({ code: 'payments/key-reused' });
  await save({ packs: [{ coins: 900, bonus: 5 }] });
  const withBonus = await requestCheckout(site, buyer, { amount: 999 }, key);
  expect(withBonus.json()).toMatchObject({ code: 'payments/key-reused' });
  // A change without packs leaves them, and those of the other tests come back.
  const kept = await save({ min: 501 });
  expect(kept.json()).toMatchObject({ min: 501, packs: [{ coins: 900, bonus: 5 }] });
  const before = [
    { coins: 3000, bonus: 700 },
    { coins: 1000, bonus: 101 },
  ];
  const tooMany = Array.from({ length: 7 }, (_, at) => ({ coins: 1000 + at, bonus: 1 }));
  for (const packs of [tooMany, [before[0], { coins: 3000, bonus: 9 }], [{ coins: 0, bonus: 1 }]])
    expect((await save({ packs })).statusCode).toBe(400);
  expect((await save({ packs: before })).json()).toMatchObject({ min: 500, packs: before });
  expect((await requestCheckout(site, buyer, body, key)).statusCode).toBe(200);
});

test('refunds and disputes take the bonus in proportion, in any order, and exactly', async () => {
  const buyer = await addBuyer();
  const id = await pay(buyer, { amount: 1000 });
  const clawed = async () => (await getRow(site, id)).clawed;
  // 1,101 coins for 1,000 cents: rounded up at each step, and never more than all.
  for (const [cents, taken] of [
    [1, 2],
    [332, 367],
    [667, 1101],
  ] as const) {
    await refund(site, admin, id, { amount: cents });
    await deliver(site);
    expect(await clawed()).toBe(taken);
    expect(await getBalance(site, buyer)).toBe(1101 - taken);
  }
  const disputed = await addBuyer();
  const { orderId } = await begin(disputed, { amount: 3000 });
  const event = await makeSessionEvent(site, orderId);
  for (const one of [event, event]) expect((await sendEvent(site, one)).statusCode).toBe(200);
  expect(await getBalance(site, disputed)).toBe(3700);
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});

test('a disputed bonus comes back when the dispute is won', async () => {
  const buyer = await addBuyer();
  const id = await pay(buyer, { amount: 1000 });
  const dispute = async (outcome: string) => {
    const url = `/api/admin/sandbox/orders/${id}/dispute`;
    expect((await site.app.inject(json('POST', url, { outcome }, admin))).statusCode).toBe(204);
    await deliver(site);
    return getBalance(site, buyer);
  };
  expect(await dispute('opened')).toBe(0);
  expect(await dispute('won')).toBe(1101);
  // Now the money can be given back in another way.
  expect((await refund(site, admin, id)).json()).toMatchObject({ refunded: 1000, refundable: 0 });
  expect(await getBalance(site, buyer)).toBe(0);
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});

test('one checkout tops up and buys, once, at the price that was agreed', async () => {
  const item = await addItem(site, admin, { name: 'Crown', price: 1400, stock: 1 });
  const buyer = await addBuyer();
  await giveCoins(site, buyer, 350);
  const thenBuy = { itemId: Number(item.id), price: 1400 };
  const late = await addBuyer();
  const lateCheckout = await begin(late, { amount: 1500, thenBuy });
  const id = await pay(buyer, { amount: 1000, thenBuy });
  expect(await getBalance(site, buyer)).toBe(350 + 1101 - 1400);
  const event = await makeSessionEvent(site, id, { payment_intent: null });
  await sendEvent(site, event);
  expect(await getBalance(site, buyer)).toBe(51);
  expect((await getOrderOf(site, buyer, id)).thenBuy).toEqual({
    itemName: 'Crown',
    price: 1400,
    outcome: 'bought',
  });
  // It is sold out now: the coins of the next buyer stay.
  await payWith(site, lateCheckout, cards.pays);
  await deliver(site);
  expect(await getBalance(site, late)).toBe(1601);
  const lateOrder = await getOrderOf(site, late, lateCheckout.orderId);
  expect(lateOrder.thenBuy).toMatchObject({ outcome: 'sold-out' });
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});

test('an item whose price is not the one that was shown is refused before the payment, or not bought', async () => {
  const item = await addItem(site, admin, { name: 'Robe', price: 900 });
  const buyer = await addBuyer();
  const request = { amount: 1000, price: 1000, thenBuy: { itemId: Number(item.id), price: 899 } };
  const refused = await requestCheckout(site, buyer, request);
  expect(refused.json()).toMatchObject({ code: 'shop/price-changed' });
  const { orderId, url } = await begin(buyer, {
    amount: 1000,
    thenBuy: { itemId: Number(item.id), price: 900 },
  });
  const { app } = site;
  const { version } = item;
  const draft = { ...item, price: 950, version };
  const saved = await app.inject(json('PUT', `/api/admin/shop/items/${item.id}`, draft, admin));
  expect(saved.statusCode, saved.body).toBe(200);
  await payWith(site, { url }, cards.pays);
  await deliver(site);
  expect(await getBalance(site, buyer)).toBe(1101);
  expect((await getOrderOf(site, buyer, orderId)).thenBuy?.outcome).toBe('price-differs');
});

test('an item that this buyer may not buy again is refused before the payment, and others may pay for it', async () => {
  const item = await addItem(site, admin, { name: 'Egg', price: 600, perPlayerLimit: 1 });
  const [first, second] = [await addBuyer(), await addBuyer()];
  const thenBuy = { itemId: Number(item.id), price: 600 };
  const id = await pay(first, { amount: 700, thenBuy });
  expect((await getOrderOf(site, first, id)).thenBuy).toMatchObject({ outcome: 'bought' });
  const again = await requestCheckout(site, first, { amount: 700, thenBuy });
  expect(again.json()).toMatchObject({ code: 'shop/limit-reached' });
  expect(await getBalance(site, first)).toBe(100);
  expect((await requestCheckout(site, second, { amount: 700, thenBuy })).statusCode).toBe(200);
  const orders = await site.deps.db
    .selectFrom('orders')
    .select(['account_id', 'buy_item_id', 'buy_price'])
    .where('account_id', 'in', [first.id, second.id])
    .orderBy('account_id')
    .execute();
  const agreed = { buy_item_id: thenBuy.itemId, buy_price: 600 };
  expect(orders).toEqual([
    { account_id: first.id, ...agreed },
    { account_id: second.id, ...agreed },
  ]);
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { OrderTotals, PaymentInfo } from '#shared/endpoints/payments.ts';
import { topUp } from '#shared/endpoints/top-up.ts';
import type { TopUpSettings } from '#shared/endpoints/top-up.ts';

import { sendReceipts } from './receipts.service.ts';
import { reconcile } from './reconcile.service.ts';
import {
  buyCoins,
  cards,
  deliver,
  getBalance,
  getOrderOf,
  getRow,
  payWith,
  refund,
  requestCheckout,
} from './testing/payments.ts';
import type { Checkout } from './testing/payments.ts';

const initial: TopUpSettings = { ...topUp, daily: 100_000, monthly: 300_000 };
const inEuros: TopUpSettings = { ...initial, currency: 'eur', centsPerCoin: 2, min: 250 };

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(() => site.close());
afterEach(() => save(initial));

function addBuyer(): Promise<TestPlayer> {
  count += 1;
  return site.addPlayer(`Payer ${count}`);
}

function save(settings: unknown, by = admin) {
  return site.app.inject(json('PUT', '/api/admin/top-ups', settings, by));
}

async function readInfo(): Promise<PaymentInfo> {
  return (await site.app.inject({ url: '/api/shop/payments' })).json<PaymentInfo>();
}

/** Sends the price and the currency that the dialog showed, as the dialog does. */
async function begin(buyer: TestPlayer, amount: number): Promise<Checkout> {
  const { currency, centsPerCoin } = await readInfo();
  const body = { amount, price: amount * centsPerCoin, currency };
  const answer = await requestCheckout(site, buyer, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Checkout>();
}

describe('the settings', () => {
  test('begin with those of the specification', async () => {
    const answer = await site.app.inject({
      url: '/api/admin/top-ups',
      headers: { cookie: admin.cookie },
    });
    expect(answer.json()).toEqual(initial);
    expect(await readInfo()).toMatchObject({
      currency: 'usd',
      centsPerCoin: 1,
      min: 500,
      max: 50_000,
    });
  });

  test('a change reaches the store, and the audit log has both prices', async () => {
    expect((await save(inEuros)).json()).toEqual(inEuros);
    expect(await readInfo()).toMatchObject({ currency: 'eur', centsPerCoin: 2, min: 250 });
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_name as actor', 'before', 'after'])
      .where('action', '=', 'payments/price-changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      actor: 'Keeper',
      before: { currency: 'usd', centsPerCoin: 1, min: 500 },
      after: { currency: 'eur', centsPerCoin: 2, min: 250 },
    });
  });

  test('say which admin changed them last', async () => {
    const other = await site.addPlayer(`Keeper ${(count += 1)}`, 3);
    const keys = ['payments.top_up', 'payments.daily_cents', 'payments.monthly_cents'];
    await save({ ...initial, daily: 70_000, monthly: 80_000 }, other);
    const rows = await site.deps.db
      .selectFrom('settings')
      .select(['key', 'updated_by as by'])
      .where('key', 'in', keys)
      .execute();
    expect(rows).toHaveLength(3);
    for (const { by } of rows) expect(by).toBe(other.id);
  });

  test.each([
    ['currency', { currency: 'jpy' }],
    ['currency', { currency: 'kwd' }],
    ['currency', { currency: 'huf' }],
    ['currency', { currency: 'isk' }],
    ['currency', { currency: 'EUR' }],
    ['currency', { currency: 'gold' }],
    ['currency', { currency: '' }],
    ['centsPerCoin', { centsPerCoin: 0 }],
    ['centsPerCoin', { centsPerCoin: 0.5 }],
    ['centsPerCoin', { centsPerCoin: -1 }],
    ['centsPerCoin', { centsPerCoin: 100_000_000 }],
    ['min', { min: 49 }],
    ['min', { min: 0 }],
    ['min', { currency: 'czk', min: 1499 }],
    ['max', { min: 700, max: 600 }],
    ['max', { max: 10_000_001 }],
    ['max', { centsPerCoin: 2000, daily: 2_000_000_000, monthly: 2_000_000_000 }],
    ['daily', { daily: 49_999 }],
    ['daily', { daily: 2_147_483_648 }],
    ['monthly', { monthly: 99_999 }],
    ['monthly', { monthly: '300000' }],
  ])('a bad %s is refused: %j', async (field, change) => {
    const answer = await save({ ...initial, ...change });
    expect(answer.statusCode).toBe(400);
    const fields = { [field]: expect.any(String) as string };
    expect(answer.json()).toMatchObject({ code: 'request/invalid', fields });
    expect(await readInfo()).toMatchObject(topUp);
  });

  test.each([
    { min: 50 },
    { currency: 'gbp', min: 30 },
    { currency: 'czk', min: 1500 },
    { currency: 'idr', centsPerCoin: 20_000, max: 4999, daily: 99_980_000, monthly: 99_980_000 },
  ])('what the provider takes is accepted: %j', async (change) => {
    expect((await save({ ...initial, ...change })).statusCode).toBe(200);
  });

  test('only admins can change them', async () => {
    const staff = await site.addPlayer(`Staff ${(count += 1)}`, 2);
    expect((await save(inEuros, staff)).statusCode).toBe(403);
    expect(await readInfo()).toMatchObject(topUp);
  });
});

describe('a checkout after a change', () => {
  test('has the new limits, price and currency, from the store to the receipt', async () => {
    await save(inEuros);
    const buyer = await addBuyer();
    for (const amount of [249, 50_001]) {
      const refused = await requestCheckout(site, buyer, { amount });
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({
        fields: { amount: 'Choose a whole number from 250 to 50,000.' },
      });
    }
    const checkout = await begin(buyer, 250);
    const page = await site.app.inject({ url: new URL(checkout.url).pathname });
    expect(page.body).toContain('Pay €5.00');
    await payWith(site, checkout, cards.pays);
    await deliver(site);
    expect(await getOrderOf(site, buyer, checkout.orderId)).toMatchObject({
      state: 'paid',
      coins: 250,
      amount: 500,
      currency: 'eur',
    });
    expect(await getBalance(site, buyer)).toBe(250);
    // The site's own job may be sending it already.
    await sendReceipts(site.deps);
    await expect
      .poll(() => site.mails.find(({ subject }) => subject.includes('receipt: 250'))?.paragraphs[0])
      .toContain('your payment of €5.00');
    const { memo } = await site.deps.db
      .selectFrom('ledger_entries')
      .select('memo')
      .where('ref', '=', checkout.orderId)
      .executeTakeFirstOrThrow();
    expect(memo).toBe('Top-up for €5.00 (test payment)');
  });

  test.each([
    ['another price', { centsPerCoin: 2 }],
    ['another currency', { currency: 'eur' }],
  ])('refuses a page that still shows %s', async (_, change) => {
    const buyer = await addBuyer();
    const seen = { amount: 500, price: 500, currency: 'usd' };
    await save({ ...initial, ...change });
    const answer = await requestCheckout(site, buyer, seen);
    expect(answer.statusCode).toBe(400);
    const price = expect.stringContaining('it has changed since') as string;
    expect(answer.json()).toMatchObject({ code: 'request/invalid', fields: { price } });
    // The request of the specification names no currency: its price is in dollars.
    const { amount, price: cents } = seen;
    const plain = await requestCheckout(site, buyer, { amount, price: cents });
    expect(plain.statusCode).toBe(400);
    const orders = await site.deps.db
      .selectFrom('orders')
      .select('id')
      .where('account_id', '=', buyer.id)
      .execute();
    expect(orders).toEqual([]);
  });

  test('a currency without a price is compared too', async () => {
    const answer = await requestCheckout(site, await addBuyer(), { amount: 500, currency: 'eur' });
    expect(answer.json()).toMatchObject({ fields: { currency: expect.any(String) as string } });
  });

  test('a repeated key returns the order that the buyer saw, never one with another price', async () => {
    const buyer = await addBuyer();
    const key = { 'idempotency-key': 'before-and-after' };
    const seen = { amount: 500, price: 500, currency: 'usd' };
    const first = await requestCheckout(site, buyer, seen, key);
    await save({ ...initial, centsPerCoin: 2 });
    const again = await requestCheckout(site, buyer, seen, key);
    expect(again.json()).toEqual(first.json());
    const other = await requestCheckout(site, buyer, { ...seen, price: 1000 }, key);
    expect(other.json()).toMatchObject({ code: 'payments/key-reused' });
    await save({ ...initial, currency: 'eur' });
    const inEuro = await requestCheckout(site, buyer, { ...seen, currency: 'eur' }, key);
    expect(inEuro.json()).toMatchObject({ code: 'payments/key-reused' });
  });

  test('changes and checkouts at the same time never mix two prices', async () => {
    const buyer = await addBuyer();
    const euro = { ...initial, currency: 'eur', centsPerCoin: 3, daily: 200_000 };
    const answers = await Promise.all([
      requestCheckout(site, buyer, { amount: 500, price: 500, currency: 'usd' }),
      save(euro),
      requestCheckout(site, buyer, { amount: 500, price: 500, currency: 'usd' }),
      requestCheckout(site, buyer, { amount: 500, price: 1500, currency: 'eur' }),
    ]);
    expect(answers[1].statusCode).toBe(200);
    const orders = await site.deps.db
      .selectFrom('orders')
      .select(['amount', 'currency'])
      .where('account_id', '=', buyer.id)
      .execute();
    for (const order of orders) {
      expect([
        { amount: 500, currency: 'usd' },
        { amount: 1500, currency: 'eur' },
      ]).toContainEqual(order);
    }
  });

  test('limits per day count each currency for itself', async () => {
    const buyer = await addBuyer();
    await buyCoins(site, buyer, { amount: 50_000 });
    await buyCoins(site, buyer, { amount: 50_000 });
    expect((await requestCheckout(site, buyer, { amount: 500 })).statusCode).toBe(429);
    await save({ ...initial, currency: 'eur' });
    expect((await requestCheckout(site, buyer, { amount: 500 })).statusCode).toBe(200);
  });
});

describe('an order from before a change', () => {
  test('is credited with what it was created with', async () => {
    const buyer = await addBuyer();
    const checkout = await begin(buyer, 700);
    await save(inEuros);
    await payWith(site, checkout, cards.pays);
    await deliver(site);
    await reconcile(site.deps);
    expect(await getRow(site, checkout.orderId)).toMatchObject({
      state: 'paid',
      coins: 700,
      amount: 700,
      currency: 'usd',
      reviewReason: null,
    });
    expect(await getBalance(site, buyer)).toBe(700);
  });

  test('is refunded in its own currency, and takes back its coins', async () => {
    const buyer = await addBuyer();
    await save(inEuros);
    const { orderId, url } = await begin(buyer, 1000);
    await payWith(site, { url }, cards.pays);
    await deliver(site);
    await save({ ...initial, currency: 'gbp', centsPerCoin: 5, max: 10_000 });
    const tooMuch = await refund(site, admin, orderId, { amount: 2001 });
    expect(tooMuch.json()).toMatchObject({ error: 'At most €20.00 can be refunded.' });
    const half = await refund(site, admin, orderId, { amount: 1000 });
    expect(half.statusCode, half.body).toBe(200);
    const row = await getRow(site, orderId);
    expect(row).toMatchObject({ refunded: 1000, clawed: 500 });
    const stripe = await site.deps.payments.stripe();
    const about = { payment_intent: row.paymentId ?? '' };
    expect((await stripe.refunds.list(about)).data).toMatchObject([{ currency: 'eur' }]);
    expect(await getBalance(site, buyer)).toBe(500);
  });

  test('a dispute in its currency takes the disputed part, and gives it back when won', async () => {
    const buyer = await addBuyer();
    await save(inEuros);
    const { orderId, url } = await begin(buyer, 400);
    await payWith(site, { url }, cards.disputed);
    await deliver(site);
    await save(initial);
    const row = await getRow(site, orderId);
    expect(row).toMatchObject({ dispute: 'open', disputed: 800, clawed: 400 });
    const stripe = await site.deps.payments.stripe();
    const about = { payment_intent: row.paymentId ?? '' };
    expect((await stripe.disputes.list(about)).data).toMatchObject([{ currency: 'eur' }]);
    const bank = `/api/admin/sandbox/orders/${orderId}/dispute`;
    await site.app.inject(json('POST', bank, { outcome: 'won' }, admin));
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(400);
  });

  test('sums in the log are per currency, never mixed', async () => {
    const buyer = await addBuyer();
    await buyCoins(site, buyer, { amount: 600 });
    await save(inEuros);
    const { orderId, url } = await begin(buyer, 300);
    await payWith(site, { url }, cards.pays);
    await deliver(site);
    await refund(site, admin, orderId, { amount: 200 });
    // Nothing was paid in this currency.
    await save({ ...initial, currency: 'gbp' });
    await begin(buyer, 500);
    await save(inEuros);
    const url2 = `/api/admin/orders?username=${encodeURIComponent(buyer.username)}`;
    const headers = { cookie: admin.cookie };
    const { totals } = (await site.app.inject({ url: url2, headers })).json<{
      totals: OrderTotals;
    }>();
    expect(totals).toEqual({
      paid: 2,
      coins: 900,
      clawed: 100,
      players: 1,
      money: [
        { currency: 'eur', amount: 600, refunded: 200, disputed: 0 },
        { currency: 'usd', amount: 600, refunded: 0, disputed: 0 },
      ],
    });
    const csv = await site.app.inject({ url: url2.replace('orders?', 'orders.csv?'), headers });
    expect(csv.body).toContain(',300,6.00,eur,2.00,0.00,');
    expect(csv.body).toContain(',600,6.00,usd,0.00,0.00,');
  });
});

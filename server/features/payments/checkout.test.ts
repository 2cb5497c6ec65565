import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { setSetting } from '#server/lib/data/settings.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { topUpAgreement } from '#shared/endpoints/top-up.ts';

import { findTopUpUse, insertOrder, updateOrderCheckout } from './orders.db.ts';
import type { NewOrder } from './orders.db.ts';
import { createStripeProvider } from './payment-provider.ts';
import { paymentSettings } from './payments.settings.ts';
import { claimReceipt } from './receipts.db.ts';
import { sendReceipts } from './receipts.service.ts';
import { reconcile } from './reconcile.service.ts';
import { createSandboxFetch } from './sandbox/sandbox-api.ts';
import {
  beginCheckout,
  buyCoins,
  cards,
  deliver,
  getBalance,
  getOrderOf,
  getRow,
  payWith,
  requestCheckout,
} from './testing/payments.ts';
import type { Checkout } from './testing/payments.ts';

let site: TestApp;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

function addBuyer(on: TestApp = site): Promise<TestPlayer> {
  count += 1;
  return on.addPlayer(`Buyer ${count}`);
}

describe('starting a top-up', () => {
  test('the payload of the specification returns the address of the checkout', async () => {
    const buyer = await addBuyer();
    const answer = await requestCheckout(site, buyer, {
      name: 'Wyncoins',
      description: 'Premium currency',
      image: 'https://example.com/coin.png',
      price: 500,
      amount: 500,
      userId: buyer.username.toLowerCase(),
    });
    expect(answer.statusCode).toBe(200);
    const { url, orderId } = answer.json<Checkout>();
    expect(url).toMatch(/^http:\/\/localhost\/sandbox\/checkout\/cs_test_/);
    expect(await getOrderOf(site, buyer, orderId)).toMatchObject({
      state: 'pending',
      coins: 500,
      amount: 500,
      currency: 'usd',
      mode: 'sandbox',
      url,
    });
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test.each([500, 50_000])('%i coins are accepted', async (amount) => {
    const answer = await requestCheckout(site, await addBuyer(), { amount, price: amount });
    expect(answer.statusCode).toBe(200);
  });

  test.each([
    499,
    50_001,
    0,
    -500,
    500.5,
    1e15,
    Number.MAX_VALUE,
    '500',
    '500 ',
    null,
    [500],
    { valueOf: 500 },
    true,
    undefined,
  ])('the amount %j is refused', async (amount) => {
    const buyer = await addBuyer();
    const answer = await requestCheckout(site, buyer, { amount, price: amount });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request/invalid' });
  });

  test('a price that does not match the amount is refused', async () => {
    const answer = await requestCheckout(site, await addBuyer(), { amount: 5000, price: 500 });
    const price = expect.stringContaining('5000 cents') as string;
    expect(answer.json()).toMatchObject({ code: 'request/invalid', fields: { price } });
    expect(answer.statusCode).toBe(400);
  });

  test('paying for another account is refused', async () => {
    const other = await addBuyer();
    const body = { amount: 500, price: 500, userId: other.username.toLowerCase() };
    const answer = await requestCheckout(site, await addBuyer(), body);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'access/not-yours' });
  });

  test('a visitor is refused', async () => {
    const answer = await site.app.inject(
      json('POST', '/api/shop/create-checkout-session', { amount: 500, price: 500 }),
    );
    expect(answer.statusCode).toBe(401);
  });

  test('the agreement is stored with its version and time', async () => {
    const buyer = await addBuyer();
    const { version: agreementVersion } = topUpAgreement;
    const body = { amount: 500, price: 500, agreed: true, agreementVersion };
    const { orderId } = (await requestCheckout(site, buyer, body)).json<Checkout>();
    const row = await getRow(site, orderId);
    expect(row.consentVersion).toBe(agreementVersion);
    expect(Math.abs(Date.now() - Number(row.consentAt))).toBeLessThan(60_000);
  });

  test('the hash of the terms is stored and changes when an admin edits them', async () => {
    const admin = await site.addPlayer('Terms Admin', 3);
    const agree = async () => {
      const body = { amount: 500, price: 500, agreed: true };
      const answer = await requestCheckout(site, await addBuyer(), body);
      return (await getRow(site, answer.json<Checkout>().orderId)).consentTerms;
    };
    const before = await agree();
    expect(before).toMatch(/^[\da-f]{64}$/);
    const content = '<p>Coins are play money.</p>';
    const draft = { title: 'Terms', description: '', content, version: 0, isPublished: false };
    await site.app.inject(json('PUT', '/api/admin/pages/terms', draft, admin));
    // Buyers do not see a draft.
    expect(await agree()).toBe(before);
    const published = { ...draft, version: 1, isPublished: true };
    await site.app.inject(json('PUT', '/api/admin/pages/terms', published, admin));
    const after = await agree();
    expect(after).toBe(createHash('sha256').update(content).digest('hex'));
    expect(after).not.toBe(before);
    const without = await requestCheckout(site, await addBuyer(), { amount: 500 });
    const row = await getRow(site, without.json<Checkout>().orderId);
    expect(row.consentTerms).toBeNull();
  });

  test('the order is stored with all that the provider is then asked for', async () => {
    const buyer = await addBuyer();
    const stripe = await site.deps.payments.stripe();
    const create = vi.spyOn(stripe.checkout.sessions, 'create');
    onTestFinished(() => create.mockRestore());
    const begun = Math.floor(Date.now() / 1000) * 1000;
    const body = { amount: 1234, price: 1234, currency: 'usd' };
    const key = { 'idempotency-key': 'all-of-it' };
    const { orderId } = (await requestCheckout(site, buyer, body, key)).json<Checkout>();
    const row = await getRow(site, orderId);
    expect(row).toMatchObject({
      accountId: buyer.id,
      username: buyer.username,
      state: 'pending',
      coins: 1234,
      bonus: 0,
      amount: 1234,
      currency: 'usd',
      mode: 'sandbox',
      key: 'all-of-it',
      buyItemId: null,
      buyPrice: null,
      paymentId: null,
      paidAt: null,
      consentVersion: null,
      consentAt: null,
    });
    const minutes = (row.expiresAt.getTime() - begun) / 60_000;
    expect(Math.round(minutes)).toBe(60);
    const { origin } = row;
    const metadata = { order_id: orderId, player: buyer.username };
    expect(create.mock.calls).toEqual([
      [
        {
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: 1234,
                product_data: { name: '1,234 Wyncoins' },
              },
            },
          ],
          client_reference_id: orderId,
          metadata,
          payment_intent_data: { metadata },
          allowed_payment_method_types: ['card'],
          adaptive_pricing: { enabled: false },
          expires_at: row.expiresAt.getTime() / 1000,
          success_url: `${origin}/shop?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${origin}/shop?canceled=true&order=${orderId}`,
        },
        { idempotencyKey: `topup:${orderId}` },
      ],
    ]);
  });

  test('without agreement, or with an outdated one, no checkout is created', async () => {
    const buyer = await addBuyer();
    const refused = await requestCheckout(site, buyer, { amount: 500, agreed: false });
    expect(refused.statusCode).toBe(400);
    const body = { amount: 500, agreed: true, agreementVersion: '2001-01-01' };
    const outdated = await requestCheckout(site, buyer, body);
    expect(outdated.json()).toMatchObject({ code: 'payments/terms-changed' });
  });

  test('repeating a key returns the same order, and is refused with another amount', async () => {
    const buyer = await addBuyer();
    const key = { 'idempotency-key': 'one-checkout' };
    const ask = (amount: number) => requestCheckout(site, buyer, { amount }, key);
    const answers = await Promise.all([ask(700), ask(700), ask(700)]);
    expect(new Set(answers.map((answer) => answer.json<Checkout>().url)).size).toBe(1);
    expect((await ask(800)).json()).toMatchObject({ code: 'payments/key-reused' });
    const other = await requestCheckout(site, await addBuyer(), { amount: 800 }, key);
    expect(other.statusCode).toBe(200);
  });

  test('a key of a checkout that has failed does not open it again', async () => {
    const buyer = await addBuyer();
    const key = { 'idempotency-key': 'failed-before' };
    const body = { amount: 650 };
    const first = (await requestCheckout(site, buyer, body, key)).json<Checkout>();
    await site.deps.db
      .updateTable('orders')
      .set({ state: 'failed', end_reason: 'The bank refused.' })
      .where('id', '=', first.orderId)
      .execute();
    expect((await requestCheckout(site, buyer, body, key)).json()).toEqual(first);
    expect(await getRow(site, first.orderId)).toMatchObject({
      state: 'failed',
      endReason: 'The bank refused.',
    });
  });

  test('the checkout returns to the address of the site, or to the local one that the buyer uses', async () => {
    const buyer = await addBuyer();
    const originOf = async (host: string) => {
      const answer = await requestCheckout(site, buyer, { amount: 500 }, { host });
      return (await getRow(site, answer.json<Checkout>().orderId)).origin;
    };
    expect(await originOf('127.0.0.1:4321')).toBe('http://127.0.0.1:4321');
    expect(await originOf('[::1]:4321')).toBe('http://[::1]:4321');
    const { config } = site.deps;
    const { siteUrl } = config;
    onTestFinished(() => void Object.assign(config, { siteUrl }));
    Object.assign(config, { siteUrl: 'https://play.example' });
    expect(await originOf('localhost:4321')).toBe('https://play.example');
  });
});

describe('limits', () => {
  test('an owner changes how many checkouts can be open, and the answer says when to try again', async () => {
    const buyer = await addBuyer();
    const { openCheckoutsPerHour } = paymentSettings;
    await setSetting(site.deps, openCheckoutsPerHour, { value: 1, by: null });
    onTestFinished(() => setSetting(site.deps, openCheckoutsPerHour, { value: 5, by: null }));
    expect((await requestCheckout(site, buyer, { amount: 500 })).statusCode).toBe(200);
    const refused = await requestCheckout(site, buyer, { amount: 500 });
    expect(refused.json()).toMatchObject({
      code: 'payments/limit-reached',
      error: expect.stringContaining('several open checkouts'),
    });
    expect(refused.headers['retry-after']).toBe('3600');
  });

  test('a sixth open checkout within an hour is refused, even in parallel', async () => {
    const buyer = await addBuyer();
    const requests = Array.from({ length: 8 }, () => requestCheckout(site, buyer, { amount: 500 }));
    const statuses = (await Promise.all(requests)).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });

  test('daily and monthly limits are enforced', async () => {
    const buyer = await addBuyer();
    await buyCoins(site, buyer, { amount: 50_000 });
    await buyCoins(site, buyer, { amount: 49_500 });
    expect((await requestCheckout(site, buyer, { amount: 501 })).statusCode).toBe(429);
    const last = await requestCheckout(site, buyer, { amount: 500 });
    expect(last.statusCode).toBe(200);
    await setSetting(site.deps, paymentSettings.dailyCents, { value: 10_000_000, by: null });
    await setSetting(site.deps, paymentSettings.monthlyCents, { value: 100_500, by: null });
    expect((await requestCheckout(site, buyer, { amount: 500 })).statusCode).toBe(200);
    const refused = await requestCheckout(site, buyer, { amount: 501 });
    expect(refused.json()).toMatchObject({ code: 'payments/limit-reached' });
    expect(refused.json<{ error: string }>().error).toContain('30 days');
    await setSetting(site.deps, paymentSettings.dailyCents, { value: 100_000, by: null });
    await setSetting(site.deps, paymentSettings.monthlyCents, { value: 300_000, by: null });
  });

  test('the amounts of open checkouts count against the limits, even in parallel', async () => {
    const buyer = await addBuyer();
    const ask = () => requestCheckout(site, buyer, { amount: 50_000 });
    const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    const begun = answers.filter(({ statusCode }) => statusCode === 200);
    expect(begun).toHaveLength(2);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expect(answer.json<{ error: string }>().error).toContain('within a day');
    }
    // An expired checkout can no longer be paid, so it stops counting.
    await site.deps.db
      .updateTable('orders')
      .set({ state: 'expired' })
      .where('id', '=', begun[0]!.json<Checkout>().orderId)
      .execute();
    expect((await ask()).statusCode).toBe(200);
    expect((await ask()).statusCode).toBe(429);
  });

  test('open checkouts count against the 30-day limit', async () => {
    const buyer = await addBuyer();
    await setSetting(site.deps, paymentSettings.dailyCents, { value: 10_000_000, by: null });
    const ask = () => requestCheckout(site, buyer, { amount: 50_000 });
    await buyCoins(site, buyer, { amount: 50_000 });
    await site.deps.db
      .updateTable('orders')
      .set({ amount: 240_000, created_at: new Date(Date.now() - 29 * 86_400_000) })
      .where('account_id', '=', buyer.id)
      .execute();
    const statuses = (await Promise.all([ask(), ask()])).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429]);
    await setSetting(site.deps, paymentSettings.dailyCents, { value: 100_000, by: null });
  });

  test('only what is recent, of this player and may be or was paid counts against the limits', async () => {
    const [buyer, other] = [await addBuyer(), await addBuyer()];
    const { db } = site.deps;
    let orders = 0;
    const add = (minutesAgo: number, amount: number, change: Partial<NewOrder> = {}) =>
      insertOrder(db, {
        ...orderFields(buyer.id),
        amount,
        state: 'pending',
        session_id: `cs_limits_${(orders += 1)}`,
        created_at: new Date(Date.now() - minutesAgo * 60_000),
        ...change,
      });
    const day = 24 * 60;
    // None of these counts for the day: each would be over its limit.
    const tooMuch = 99_900;
    await add(day + 1, tooMuch);
    await add(5, tooMuch, { state: 'failed' });
    await add(5, tooMuch, { state: 'expired' });
    await add(5, tooMuch, { account_id: other.id });
    await add(5, tooMuch, { currency: 'eur', state: 'paid', paid_at: new Date() });
    const use = () => findTopUpUse(db, buyer.id, 'usd');
    expect(await use()).toEqual({ open: 0, today: 0, month: tooMuch, isDisputed: false });
    // These count, the last ones as open checkouts too.
    await add(day - 1, 1, { state: 'paid', paid_at: new Date() });
    await add(61, 20);
    await add(59, 300);
    await add(5, 4000, { state: 'processing' });
    await add(5, 50_000, { state: 'review', review_reason: 'A test.' });
    await add(5, 600_000, { state: 'created' });
    expect(await use()).toEqual({
      open: 2,
      today: 654_321,
      month: 654_321 + tooMuch,
      isDisputed: false,
    });
    await add(30 * day + 1, tooMuch, { dispute: 'won', state: 'paid', paid_at: new Date() });
    expect(await use()).toMatchObject({ month: 654_321 + tooMuch, isDisputed: false });
    expect(await findTopUpUse(db, other.id, 'usd')).toMatchObject({ today: tooMuch, open: 1 });
  });

  test('no top-up can be started while a payment is disputed', async () => {
    const buyer = await addBuyer();
    await buyCoins(site, buyer, { card: cards.disputed });
    const answer = await requestCheckout(site, buyer, { amount: 500 });
    expect(answer.json()).toMatchObject({ code: 'payments/disputed' });
    expect(answer.statusCode).toBe(403);
    // Also if the payment is older than those that the limits count.
    await site.deps.db
      .updateTable('orders')
      .set({ created_at: new Date(Date.now() - 40 * 86_400_000) })
      .where('account_id', '=', buyer.id)
      .execute();
    const later = await requestCheckout(site, buyer, { amount: 500 });
    expect(later.json()).toMatchObject({ code: 'payments/disputed' });
  });
});

describe('an order', () => {
  test('is found by order id and session id, only by its buyer', async () => {
    const [buyer, other] = [await addBuyer(), await addBuyer()];
    const { orderId, url } = await beginCheckout(site, buyer);
    const { sessionId } = await getRow(site, orderId);
    expect(await getOrderOf(site, buyer, orderId)).toMatchObject({ id: orderId, url });
    expect(await getOrderOf(site, buyer, sessionId!)).toMatchObject({ id: orderId });
    expect(await getOrderOf(site, buyer, orderId.toUpperCase())).toMatchObject({ id: orderId });
    for (const id of [orderId, sessionId!, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      expect(await getOrderOf(site, other, id)).toMatchObject({ code: 'payments/not-found' });
    }
  });

  test('has no address to pay at once its time is over', async () => {
    const buyer = await addBuyer();
    const { orderId } = await beginCheckout(site, buyer);
    await site.deps.db
      .updateTable('orders')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', orderId)
      .execute();
    const order = await getOrderOf(site, buyer, orderId);
    expect(order).toMatchObject({ state: 'pending', url: null });
  });

  test('is in the buyer’s list, newest first', async () => {
    const buyer = await addBuyer();
    const first = await beginCheckout(site, buyer, 500);
    const second = await beginCheckout(site, buyer, 600);
    const { cookie } = buyer;
    const answer = await site.app.inject({ url: '/api/shop/orders', headers: { cookie } });
    expect(answer.json()).toMatchObject({
      orders: [{ id: second.orderId }, { id: first.orderId }],
      total: 2,
      pages: 1,
    });
  });
});

test('a player’s top-ups have 25 per page, newest first', async () => {
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  await insertOrder(site.deps.db, { ...orderFields(other.id), coins: 999 });
  const now = Date.now();
  await site.deps.db
    .insertInto('orders')
    .values(
      Array.from({ length: 26 }, (_, at) => ({
        ...orderFields(buyer.id),
        coins: 500 + at,
        created_at: new Date(now - at * 1000),
      })),
    )
    .execute();
  const page = async (of: number) => {
    const { cookie } = buyer;
    const url = `/api/shop/orders?page=${of}`;
    const answer = await site.app.inject({ url, headers: { cookie } });
    return answer.json<{ orders: { coins: number }[]; total: number; pages: number }>();
  };
  const first = await page(1);
  expect(first).toMatchObject({ total: 26, pages: 2 });
  expect(first.orders.map(({ coins }) => coins)).toEqual(
    Array.from({ length: 25 }, (_, at) => 500 + at),
  );
  expect((await page(2)).orders).toMatchObject([{ coins: 525 }]);
});

test('a day after they were begun only what was paid or may be paid stays in the list', async () => {
  const buyer = await addBuyer();
  const day = 24 * 60 * 60_000;
  const states = [
    'created',
    'pending',
    'processing',
    'paid',
    'failed',
    'expired',
    'review',
  ] as const;
  const add = (state: (typeof states)[number], ago: number, at: number) =>
    insertOrder(site.deps.db, {
      ...orderFields(buyer.id),
      state,
      coins: 500 + at,
      created_at: new Date(Date.now() - ago - at * 1000),
      ...(state === 'created' ? {} : { session_id: `cs_old_${state}_${ago}` }),
      ...(state === 'paid' && { paid_at: new Date() }),
      ...(state === 'review' && { review_reason: 'Odd.' }),
    });
  for (const [at, state] of states.entries()) await add(state, day, at + 60);
  const listed = async () => {
    const { cookie } = buyer;
    const answer = await site.app.inject({ url: '/api/shop/orders', headers: { cookie } });
    const { orders, total } = answer.json<{ orders: { state: string }[]; total: number }>();
    expect(total).toBe(orders.length);
    return orders.map(({ state }) => state);
  };
  expect(await listed()).toEqual(['processing', 'paid', 'failed', 'review']);
  for (const [at, state] of states.entries()) await add(state, 0, at);
  expect((await listed()).slice(0, 7)).toEqual(states);
});

test('top-ups of the same moment are always in the same order', async () => {
  const [buyer, admin] = [await addBuyer(), await site.addPlayer('Clerk', 3)];
  const created_at = new Date(Date.now() - 5000);
  const ids = ['c', 'b', 'a'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
  for (const id of ids) {
    await insertOrder(site.deps.db, { ...orderFields(buyer.id), id, created_at });
  }
  const name = encodeURIComponent(buyer.username);
  for (const [url, { cookie }] of [
    ['/api/shop/orders', buyer],
    [`/api/admin/orders?username=${name}`, admin],
  ] as const) {
    const answer = await site.app.inject({ url, headers: { cookie } });
    const { orders } = answer.json<{ orders: { id: string }[] }>();
    expect(orders.map(({ id }) => id)).toEqual(ids.toReversed());
  }
});

test('receipts are sent once for payments of the last three days, and not to deleted accounts', async () => {
  const { db } = site.deps;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const deleted = { delete_after: new Date(), closing_at: new Date(), deleted_at: new Date() };
  const add = async (change: Partial<NewOrder>, account?: typeof deleted) => {
    const buyer = await addBuyer();
    // Before the order, whose receipt the site may send at any time.
    if (account) await db.updateTable('accounts').set(account).where('id', '=', buyer.id).execute();
    const paid = { state: 'paid' as const, paid_at: hoursAgo(1), coins: 600, amount: 500 };
    const { id } = await insertOrder(db, { ...orderFields(buyer.id), ...paid, ...change });
    return { buyer, id };
  };
  const paidAt = hoursAgo(1);
  const recent = await add({ mode: 'live', bonus: 30, currency: 'eur', paid_at: paidAt });
  const ofSandbox = await add({ paid_at: hoursAgo(71) });
  const unwanted = [
    await add({ paid_at: hoursAgo(73) }),
    await add({ receipt_at: new Date() }),
    await add({}, deleted),
  ];
  await sendReceipts(site.deps);
  await sendReceipts(site.deps);
  // Another server may have read the order before this one claimed it.
  expect(await claimReceipt(db, recent.id)).toBe(false);
  const mailsTo = ({ buyer }: { buyer: TestPlayer }) =>
    site.mails.filter(({ to }) => to === buyer.email);
  await expect.poll(() => [recent, ofSandbox].flatMap(mailsTo)).toHaveLength(2);
  const [mail] = mailsTo(recent);
  const text = JSON.stringify(mail);
  expect(mail?.subject).toContain('630 Wyncoins');
  const time = `${paidAt.toISOString().slice(0, 10)} ${paidAt.toISOString().slice(11, 16)} UTC`;
  const link = `${site.deps.config.siteUrl}/shop`;
  for (const part of ['€5.00', recent.id, recent.buyer.username, time, link]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('test payment');
  expect(JSON.stringify(mailsTo(ofSandbox))).toContain('This was a test payment');
  expect(unwanted.flatMap(mailsTo)).toEqual([]);
});

function orderFields(accountId: number) {
  return {
    account_id: accountId,
    coins: 500,
    amount: 500,
    currency: 'usd',
    mode: 'sandbox' as const,
    origin: 'http://localhost',
    expires_at: new Date(),
  };
}

describe('the provider', () => {
  test('an outage answers 503, and repeating the key continues the same order', async () => {
    let isDown = true;
    const down = await openTestApp({
      replace: ({ db }) => {
        const sandbox = createSandboxFetch(db);
        const transport: typeof fetch = (...request) =>
          isDown ? Promise.reject(new TypeError('fetch failed')) : sandbox(...request);
        const keys = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'] };
        return { payments: createStripeProvider({ ...keys, fetch: transport }) };
      },
    });
    const buyer = await addBuyer(down);
    const key = { 'idempotency-key': 'try-again' };
    const refused = await requestCheckout(down, buyer, { amount: 500 }, key);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'payments/unavailable' });
    expect(refused.headers['retry-after']).toBe('10');
    isDown = false;
    const answer = await requestCheckout(down, buyer, { amount: 500 }, key);
    expect(answer.statusCode).toBe(200);
    const orders = await down.deps.db
      .selectFrom('orders')
      .select(['state', 'mode', 'end_reason as endReason'])
      .execute();
    expect(orders).toEqual([{ state: 'pending', mode: 'test', endReason: null }]);
    await down.close();
  });

  test('an order has the first session that was opened for it, and is pending unless it has ended', async () => {
    const { db } = site.deps;
    const { id: accountId } = await addBuyer();
    const outcomes = [
      { state: 'created', isKnown: false, next: 'pending' },
      // Another attempt to open this checkout failed in the meantime.
      { state: 'failed', isKnown: false, next: 'pending' },
      { state: 'failed', isKnown: true, next: 'failed' },
      { state: 'expired', isKnown: false, next: 'expired' },
      { state: 'expired', isKnown: true, next: 'expired' },
    ] as const;
    for (const { state, isKnown, next } of outcomes) {
      const session = { id: `cs_${state}_${isKnown}`, url: 'https://pay.example/first' };
      const { id } = await insertOrder(db, {
        ...orderFields(accountId),
        state,
        session_id: isKnown ? session.id : null,
        end_reason: state === 'created' ? null : 'Ended before.',
      });
      await updateOrderCheckout(db, id, session);
      await updateOrderCheckout(db, id, { id: 'cs_later', url: 'https://pay.example/later' });
      const { id: sessionId, url: checkoutUrl } = session;
      const endReason = next === 'pending' ? null : 'Ended before.';
      expect(await getRow(site, id)).toMatchObject({
        state: next,
        sessionId,
        checkoutUrl,
        endReason,
      });
    }
  });

  test('an order without a checkout expires', async () => {
    const { deps } = site;
    const buyer = await addBuyer();
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const add = (minutes: number, change: Partial<NewOrder> = {}) =>
      insertOrder(deps.db, {
        ...orderFields(buyer.id),
        expires_at: minutesAgo(minutes),
        ...(change.state && { session_id: `cs_orphan_${minutes}_${change.mode}` }),
        ...change,
      });
    const lost = await add(11);
    const young = await add(9);
    const day = 24 * 60;
    const otherMode = { mode: 'test' as const, state: 'pending' as const };
    const old = await add(day + 1, otherMode);
    const recent = await add(day - 1, otherMode);
    const own = await add(day + 1, { state: 'pending' });
    await reconcile(deps);
    const rows = [];
    for (const { id } of [lost, young, old, recent, own]) {
      const { state, endReason } = await getRow(site, id);
      rows.push([state, endReason]);
    }
    expect(rows).toEqual([
      ['expired', 'The checkout could not be opened.'],
      ['created', null],
      ['expired', 'The site now takes payments in mode sandbox.'],
      ['pending', null],
      ['pending', null],
    ]);
  });
});

test('a paid top-up is credited and receipted once', async () => {
  const buyer = await addBuyer();
  const checkout = await beginCheckout(site, buyer, 1234);
  const answer = await payWith(site, checkout, cards.pays);
  const { sessionId } = await getRow(site, checkout.orderId);
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toMatch(new RegExp(`/shop\\?session_id=${sessionId}$`));
  await deliver(site);
  await deliver(site);
  expect(await getBalance(site, buyer)).toBe(1234);
  expect(await getOrderOf(site, buyer, checkout.orderId)).toMatchObject({
    state: 'paid',
    url: null,
  });
  await expect
    .poll(() => site.mails.filter(({ to }) => to === buyer.email))
    .toMatchObject([{ subject: 'Your Wynhold receipt: 1,234 Wyncoins' }]);
});

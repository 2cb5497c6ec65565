import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedOrder, OrderTotals } from '#shared/endpoints/payments.ts';

import {
  beginCheckout,
  buyCoins,
  cards,
  deliver,
  getBalance,
  getRow,
  makeSessionEvent,
  refund,
  sendEvent,
} from './testing/payments.ts';

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(() => site.close());

async function addBuyer(): Promise<TestPlayer> {
  count += 1;
  return site.addPlayer(`Client ${count}`);
}

type List = {
  orders: ManagedOrder[];
  total: number;
  totals: OrderTotals;
  attention: { reviews: number; disputes: number };
};

async function list(query: string): Promise<List> {
  const { cookie } = admin;
  const answer = await site.app.inject({ url: `/api/admin/orders${query}`, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json<List>();
}

describe('a refund by an admin', () => {
  test('is made once per key', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer);
    const ask = () => refund(site, admin, orderId, { amount: 250, key: 'the-one-refund' });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(750);
    const other = await refund(site, admin, orderId, { amount: 300, key: 'the-one-refund' });
    expect(other.json()).toMatchObject({ code: 'payments/key-reused' });
  });

  test('never exceeds the payment', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer);
    const tooMuch = await refund(site, admin, orderId, { amount: 1001 });
    expect(tooMuch.statusCode).toBe(409);
    expect(tooMuch.json<{ error: string }>().error).toContain('$10.00');
    const rivals = ['first-key', 'second-key'].map((key) =>
      refund(site, admin, orderId, { amount: 800, key }),
    );
    const statuses = (await Promise.all(rivals)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    await deliver(site);
    expect(await getRow(site, orderId)).toMatchObject({ refunded: 800, clawed: 800 });
    expect(await getBalance(site, buyer)).toBe(200);
  });

  test.each([0, -5, 1.5, '100'])('of %j cents is refused', async (amount) => {
    const orderId = await buyCoins(site, await addBuyer());
    const body = { amount, key: 'some-valid-key' };
    const url = `/api/admin/orders/${orderId}/refund`;
    expect((await site.app.inject(json('POST', url, body, admin))).statusCode).toBe(400);
  });

  test('of an unpaid, an unknown and a disputed order is refused', async () => {
    const { orderId } = await beginCheckout(site, await addBuyer());
    expect((await refund(site, admin, orderId)).json()).toMatchObject({
      code: 'payments/refund-refused',
    });
    const unknown = await refund(site, admin, '00000000-0000-4000-8000-000000000000');
    expect(unknown.statusCode).toBe(404);
    const disputed = await buyCoins(site, await addBuyer(), { card: cards.disputed });
    expect((await refund(site, admin, disputed)).statusCode).toBe(409);
  });

  test('that the provider refuses is audited, and its key can be used for another amount', async () => {
    const orderId = await buyCoins(site, await addBuyer());
    const { paymentId } = await getRow(site, orderId);
    const stripe = await site.deps.payments.stripe();
    // Refunded in the provider's own dashboard; its event has not arrived yet.
    await stripe.refunds.create({ payment_intent: paymentId!, amount: 600 });
    const create = vi.spyOn(stripe.refunds, 'create');
    onTestFinished(() => create.mockRestore());
    const key = `refused-${orderId}`;
    const refused = await refund(site, admin, orderId, { amount: 500, key });
    expect(refused.statusCode).toBe(409);
    const reason = 'Refund amount (500) is greater than unrefunded (400).';
    expect(refused.json()).toMatchObject({
      code: 'payments/refund-refused',
      error: `The payment provider refused: ${reason}`,
    });
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name as actor', 'after'])
      .where('subject', '=', orderId)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'payments/refund-requested', after: { amount: 500, key } },
      { action: 'payments/refund-refused', actor: 'Keeper', after: { reason, key } },
    ]);
    const accepted = await refund(site, admin, orderId, { amount: 400, key });
    expect(accepted.statusCode, accepted.body).toBe(200);
    // Stripe refuses other parameters for a used key, even if it refused the first request.
    const keys = create.mock.calls.map(([, options]) => options?.idempotencyKey);
    expect(new Set(keys).size).toBe(2);
    expect(await getRow(site, orderId)).toMatchObject({ refunded: 1000 });
  });

  test('is audited', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer);
    await refund(site, admin, orderId, { amount: 100 });
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name as actor', 'after'])
      .where('subject', '=', orderId)
      .execute();
    expect(entries).toMatchObject([
      { action: 'payments/refund-requested', actor: 'Keeper', after: { amount: 100 } },
    ]);
  });
});

describe('the log of top-ups', () => {
  test('filters orders and adds up totals', async () => {
    const buyer = await addBuyer();
    const name = encodeURIComponent(buyer.username.toUpperCase());
    const paid = await buyCoins(site, buyer, { amount: 2000 });
    await buyCoins(site, buyer, { amount: 1000, card: cards.pays });
    await beginCheckout(site, buyer, 500);
    await refund(site, admin, paid, { amount: 300 });
    const all = await list(`?player=${name}`);
    expect(all.orders.map(({ state, coins }) => [state, coins])).toEqual([
      ['pending', 500],
      ['paid', 1000],
      ['paid', 2000],
    ]);
    expect(all.totals).toEqual({
      paid: 2,
      coins: 3000,
      clawed: 300,
      players: 1,
      money: [{ currency: 'usd', amount: 3000, refunded: 300, disputed: 0 }],
    });
    expect((await list(`?player=${name}&state=paid`)).total).toBe(2);
    expect((await list(`?player=${name}&mode=live`)).total).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(`?player=${name}&from=${today}&until=${today}`)).total).toBe(3);
    expect((await list(`?player=${name}&until=2020-01-01`)).total).toBe(0);
    expect((await list('?player=%25')).total).toBe(0);
    expect((await list(`?username=${name}`)).total).toBe(3);
    expect((await list(`?username=${name.slice(1)}`)).total).toBe(0);
  });

  test('shows reviews and disputes until they are settled', async () => {
    const before = (await list('')).attention;
    const buyer = await addBuyer();
    const disputed = await buyCoins(site, buyer, { card: cards.disputed });
    const other = await addBuyer();
    const { orderId } = await beginCheckout(site, other);
    await sendEvent(site, await makeSessionEvent(site, orderId, { amount_total: 1 }));
    const { attention } = await list('');
    expect(attention.reviews - before.reviews).toBe(1);
    expect(attention.disputes - before.disputes).toBe(1);
    const ids = (await list('?attention=true')).orders.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([disputed, orderId]));

    const url = `/api/admin/orders/${orderId}/resolve`;
    const closed = await site.app.inject(json('POST', url, { note: 'A test of ours' }, admin));
    expect(closed.json()).toMatchObject({ state: 'failed', reviewReason: null });
    expect((await list('')).attention.reviews).toBe(before.reviews);
    expect(await getBalance(site, other)).toBe(0);
  });

  test('can be downloaded as CSV', async () => {
    const buyer = await addBuyer();
    await buyCoins(site, buyer, { amount: 1500 });
    const url = `/api/admin/orders.csv?player=${encodeURIComponent(buyer.username.toLowerCase())}`;
    const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,${buyer.username},paid,sandbox,`);
    expect(lines[1]).toContain(',1500,15.00,usd,0.00,0.00,');
    const bad = await site.app.inject({
      url: '/api/admin/orders.csv?from=yesterday',
      headers: { cookie: admin.cookie },
    });
    expect(bad.statusCode).toBe(400);
  });
});

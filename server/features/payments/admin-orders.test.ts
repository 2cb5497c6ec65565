import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { recordTopics } from '#server/testing/record-topics.ts';
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
  payWith,
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
    expect(entries).toEqual([
      {
        action: 'payments/refund-requested',
        actor: 'Keeper',
        after: { amount: 100, of: 1000, key: expect.any(String), currency: 'usd' },
      },
    ]);
    const requests = await site.deps.db
      .selectFrom('order_refunds')
      .select(['amount', 'requested_by', 'refund_id'])
      .where('order_id', '=', orderId)
      .execute();
    expect(requests).toEqual([
      { amount: 100, requested_by: 'Keeper', refund_id: expect.stringMatching(/^re_/) },
    ]);
  });

  test('without an amount returns all that is left, and a key is that of one order', async () => {
    const buyer = await addBuyer();
    const [first, second] = [await buyCoins(site, buyer), await buyCoins(site, buyer)];
    const key = `shared-${first}`;
    await refund(site, admin, first, { amount: 400, key });
    const other = await refund(site, admin, second, { amount: 300, key });
    expect(other.json()).toMatchObject({ id: second, refunded: 300, refundable: 700 });
    const rest = await refund(site, admin, first, { key: `rest-${first}` });
    expect(rest.json()).toMatchObject({ id: first, refunded: 1000, clawed: 1000, refundable: 0 });
    const again = await refund(site, admin, first, { key });
    expect(again.json()).toMatchObject({ refunded: 1000 });
    const more = await refund(site, admin, first);
    expect(more.json()).toMatchObject({ error: 'Nothing is left to refund.' });
    expect(await getBalance(site, buyer)).toBe(700);
    const short = await refund(site, admin, second, { key: 'seven__' });
    expect(short.statusCode).toBe(400);
  });

  test('of a payment in another mode says how to make it', async () => {
    const orderId = await buyCoins(site, await addBuyer());
    const { db } = site.deps;
    await db.updateTable('orders').set({ mode: 'live' }).where('id', '=', orderId).execute();
    const refused = await refund(site, admin, orderId);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      error:
        'This order was paid in mode live, but the site now uses mode sandbox. To refund it, start the site with the Stripe keys of that mode.',
    });
    await db.updateTable('orders').set({ mode: 'sandbox' }).where('id', '=', orderId).execute();
  });

  test('is asked for at the provider with its amount, order and key', async () => {
    const orderId = await buyCoins(site, await addBuyer());
    const { paymentId } = await getRow(site, orderId);
    const stripe = await site.deps.payments.stripe();
    const create = vi.spyOn(stripe.refunds, 'create');
    onTestFinished(() => create.mockRestore());
    const key = `asked-${orderId}`;
    await refund(site, admin, orderId, { amount: 120, key });
    expect(create.mock.calls).toEqual([
      [
        {
          payment_intent: paymentId,
          amount: 120,
          reason: 'requested_by_customer',
          metadata: { order_id: orderId, refund_key: key },
        },
        { idempotencyKey: `refund:${orderId}:${key}:120` },
      ],
    ]);
  });

  test('of a payment under review returns the money and takes no coins', async () => {
    const buyer = await addBuyer();
    await buyCoins(site, buyer, { amount: 500 });
    const { orderId, url } = await beginCheckout(site, buyer);
    await payWith(site, { url }, cards.pays);
    await site.deps.db
      .updateTable('orders')
      .set({ amount: 900 })
      .where('id', '=', orderId)
      .execute();
    await deliver(site);
    expect(await getRow(site, orderId)).toMatchObject({ state: 'review' });
    const answer = await refund(site, admin, orderId, { amount: 900 });
    expect(answer.json()).toMatchObject({ state: 'review', refunded: 900, clawed: 0 });
    expect(await getBalance(site, buyer)).toBe(500);
  });

  test('leaves what is disputed', async () => {
    const orderId = await buyCoins(site, await addBuyer());
    await site.deps.db
      .updateTable('orders')
      .set({ disputed: 300 })
      .where('id', '=', orderId)
      .execute();
    const answer = await refund(site, admin, orderId, { amount: 701 });
    expect(answer.json()).toMatchObject({ error: 'At most $7.00 can be refunded.' });
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
    expect((await list(`?player=${name}&state=pending`)).totals).toEqual({
      paid: 0,
      coins: 0,
      clawed: 0,
      players: 0,
      money: [{ currency: 'usd', amount: 0, refunded: 0, disputed: 0 }],
    });
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
    const published = recordTopics(site.deps.live);
    const closed = await site.app.inject(json('POST', url, { note: 'A test of ours' }, admin));
    expect(closed.json()).toMatchObject({ state: 'failed', reviewReason: null });
    expect(published.take(other)).toBe('me');
    expect((await list('')).attention.reviews).toBe(before.reviews);
    expect(await getBalance(site, other)).toBe(0);
  });

  test('closes a review once, with a note, and a credited order stays paid', async () => {
    const buyer = await addBuyer();
    const paid = await buyCoins(site, buyer);
    const { orderId: other } = await beginCheckout(site, buyer);
    for (const id of [paid, other]) {
      await sendEvent(site, await makeSessionEvent(site, id, { amount_total: 2 }));
    }
    const resolve = (id: string, note = 'Paid by hand') =>
      site.app.inject(json('POST', `/api/admin/orders/${id}/resolve`, { note }, admin));
    expect((await resolve(paid, ' ')).statusCode).toBe(400);
    expect((await resolve(paid)).json()).toMatchObject({ state: 'paid', reviewReason: null });
    expect((await resolve(paid)).statusCode).toBe(200);
    const reason = 'the provider reported amount 2 instead of 1000';
    expect(await getRow(site, other)).toMatchObject({ state: 'review', reviewReason: reason });
    expect(await getBalance(site, buyer)).toBe(1000);
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name as actor', 'before', 'after'])
      .where('subject', 'in', [paid, other])
      .execute();
    expect(entries).toEqual([
      {
        action: 'payments/review-closed',
        actor: 'Keeper',
        before: { state: 'paid', reason },
        after: { state: 'paid', note: 'Paid by hand' },
      },
    ]);
    const unknown = await resolve('00000000-0000-4000-8000-000000000000');
    expect(unknown.json()).toMatchObject({ code: 'payments/not-found' });
    await resolve(other);
  });

  test('finds an order by any of its ids, and combines filters', async () => {
    const [buyer, other] = [await addBuyer(), await addBuyer()];
    const paid = await buyCoins(site, buyer, { amount: 700 });
    const disputed = await buyCoins(site, buyer, { amount: 800, card: cards.disputed });
    const ofOther = await buyCoins(site, other, { amount: 900 });
    await site.deps.db
      .updateTable('orders')
      .set({ bonus: 50, mode: 'live' })
      .where('id', '=', ofOther)
      .execute();
    const { paymentId, sessionId } = await getRow(site, paid);
    const find = async (query: string) => (await list(`?${query}`)).orders.map(({ id }) => id);
    for (const id of [paid, paid.toUpperCase(), paymentId, sessionId]) {
      expect(await find(`id=${id}`)).toEqual([paid]);
    }
    expect(await find(`id=${paid}&state=pending`)).toEqual([]);
    expect(await find('id=nothing')).toEqual([]);
    const name = encodeURIComponent(buyer.username);
    expect(await find(`username=${name}`)).toEqual([disputed, paid]);
    expect(await find(`username=${name}&attention=true`)).toEqual([disputed]);
    expect(await find(`username=${name}&attention=false`)).toEqual([disputed, paid]);
    expect(await find(`player=Client&mode=live`)).toEqual([ofOther]);
    const both = await list(`?state=paid&mode=live&player=client`);
    expect(both.totals).toEqual({
      paid: 1,
      coins: 950,
      clawed: 0,
      players: 1,
      money: [{ currency: 'usd', amount: 900, refunded: 0, disputed: 0 }],
    });
    const ofBuyer = await list(`?username=${name}`);
    expect(ofBuyer.totals).toEqual({
      paid: 2,
      coins: 1500,
      clawed: 800,
      players: 1,
      money: [{ currency: 'usd', amount: 1500, refunded: 0, disputed: 800 }],
    });
    const csv = await site.app.inject({
      url: `/api/admin/orders.csv?ids=${paid},${ofOther}`,
      headers: { cookie: admin.cookie },
    });
    const rows = csv.body.trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[0])).toEqual([ofOther, paid]);
    const row = await getRow(site, paid);
    const [created, paidAt] = [row.createdAt.toISOString(), row.paidAt!.toISOString()];
    expect(rows[1]).toBe(
      `${paid},${buyer.username},paid,sandbox,${created},${paidAt},700,7.00,usd,0.00,0.00,,0,,${paymentId},0`,
    );
    expect(rows[0]).toMatch(/,50$/);
    await site.deps.db
      .updateTable('orders')
      .set({ bonus: 0, mode: 'sandbox' })
      .where('id', '=', ofOther)
      .execute();
  });

  test('has 25 top-ups per page, newest first', async () => {
    const buyer = await addBuyer();
    const now = Date.now();
    await site.deps.db
      .insertInto('orders')
      .values(
        Array.from({ length: 26 }, (_, at) => ({
          account_id: buyer.id,
          state: 'expired' as const,
          coins: 500 + at,
          amount: 500,
          currency: 'usd',
          mode: 'sandbox' as const,
          origin: '',
          expires_at: new Date(),
          created_at: new Date(now - at * 1000),
        })),
      )
      .execute();
    const query = `?username=${encodeURIComponent(buyer.username)}`;
    const first = await list(query);
    expect(first).toMatchObject({ total: 26, pages: 2 });
    expect(first.orders.map(({ coins }) => coins)).toEqual(
      Array.from({ length: 25 }, (_, at) => 500 + at),
    );
    expect((await list(`${query}&page=2`)).orders).toMatchObject([{ coins: 525 }]);
  });

  test('can be downloaded as CSV', async () => {
    const buyer = await addBuyer();
    await buyCoins(site, buyer, { amount: 1500 });
    const url = `/api/admin/orders.csv?player=${encodeURIComponent(buyer.username.toLowerCase())}`;
    const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /Order,Player,State,Mode,Created,Paid,Coins,Amount,Currency,Refunded,Disputed,Dispute,Taken back,Review,Payment,Bonus$/,
    );
    expect(lines[1]).toContain(`,${buyer.username},paid,sandbox,`);
    expect(lines[1]).toContain(',1500,15.00,usd,0.00,0.00,');
    const bad = await site.app.inject({
      url: '/api/admin/orders.csv?from=yesterday',
      headers: { cookie: admin.cookie },
    });
    expect(bad.statusCode).toBe(400);
  });
});

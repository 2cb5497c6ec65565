import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { recordTopics } from '#server/testing/record-topics.ts';
import { json } from '#server/testing/test-app.ts';
import type { TestPlayer } from '#server/testing/test-app.ts';
import type { Order } from '#shared/endpoints/payments.ts';

import { reconcile } from './reconcile.service.ts';
import {
  beginCheckout,
  buyCoins,
  cards,
  deliver,
  getBalance,
  getOrderOf,
  getRow,
  makeSessionEvent,
  openFaultySite,
  payWith,
  requestCheckout,
  sendEvent,
} from './testing/payments.ts';
import type { FaultySite } from './testing/payments.ts';

let site: FaultySite;
let count = 0;
beforeAll(async () => {
  site = await openFaultySite();
});
afterAll(() => site.close());

async function begin(amount = 1000) {
  count += 1;
  const buyer = await site.addPlayer(`Leaver ${count}`);
  return { buyer, ...(await beginCheckout(site, buyer, amount)) };
}

function cancel(player: TestPlayer, orderId: string) {
  return site.app.inject(json('POST', `/api/shop/orders/${orderId}/cancel`, {}, player));
}

async function listOf({ cookie }: TestPlayer) {
  const answer = await site.app.inject({ url: '/api/shop/orders', headers: { cookie } });
  return answer.json<{ orders: Order[]; total: number }>();
}

async function countCredits(orderId: string): Promise<number> {
  const rows = await site.deps.db
    .selectFrom('ledger')
    .select('id')
    .where('kind', '=', 'topup')
    .where('ref', '=', orderId)
    .execute();
  return rows.length;
}

describe('a canceled checkout', () => {
  test('is closed at the provider and can no longer be paid', async () => {
    const { buyer, orderId, url } = await begin();
    const answer = await cancel(buyer, orderId);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id: orderId, state: 'expired', url: null });
    expect(answer.json<Order>().canceledAt).not.toBeNull();
    expect((await payWith(site, { url }, cards.pays)).statusCode).toBe(410);
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(0);
    expect((await listOf(buyer)).orders).toMatchObject([{ id: orderId, state: 'expired' }]);
  });

  test('no longer counts against the limits', async () => {
    const { buyer, orderId } = await begin(500);
    for (let more = 0; more < 4; more++) await beginCheckout(site, buyer, 500);
    expect((await requestCheckout(site, buyer, { amount: 500 })).statusCode).toBe(429);
    await cancel(buyer, orderId);
    expect((await requestCheckout(site, buyer, { amount: 500 })).statusCode).toBe(200);
  });

  test('stays alone: other orders, a paid one and one of another mode are not closed', async () => {
    const { buyer, orderId } = await begin();
    const other = await beginCheckout(site, buyer, 600);
    const paid = await buyCoins(site, buyer, { amount: 700 });
    const foreign = await beginCheckout(site, buyer, 800);
    await site.deps.db
      .updateTable('orders')
      .set({ mode: 'test' })
      .where('id', '=', foreign.orderId)
      .execute();
    site.calls.length = 0;
    expect((await cancel(buyer, paid)).json()).toMatchObject({ state: 'paid', canceledAt: null });
    const ofForeign = await cancel(buyer, foreign.orderId);
    expect(ofForeign.json()).toMatchObject({ state: 'pending', canceledAt: expect.any(String) });
    expect(site.calls).toEqual([]);
    await cancel(buyer, orderId);
    expect(site.calls).toHaveLength(1);
    expect(await getRow(site, other.orderId)).toMatchObject({ state: 'pending', canceledAt: null });
  });

  test('can be canceled again, and keeps the first time', async () => {
    const { buyer, orderId } = await begin();
    const { canceledAt } = (await cancel(buyer, orderId)).json<Order>();
    expect((await cancel(buyer, orderId)).json()).toMatchObject({ canceledAt });
  });

  test('is canceled only by its buyer', async () => {
    const { orderId } = await begin();
    const { buyer: other } = await begin();
    expect((await cancel(other, orderId)).json()).toMatchObject({ code: 'payments/not-found' });
    const unknown = await cancel(other, '00000000-0000-4000-8000-000000000000');
    expect(unknown.statusCode).toBe(404);
    expect((await cancel(other, 'nonsense')).statusCode).toBe(400);
    const visitor = json('POST', `/api/shop/orders/${orderId}/cancel`, {});
    expect((await site.app.inject(visitor)).statusCode).toBe(401);
    expect(await getRow(site, orderId)).toMatchObject({ state: 'pending', canceledAt: null });
  });
});

describe('a payment and a cancellation of the same checkout', () => {
  test('paid first: it is credited once, and the cancellation changes nothing', async () => {
    const { buyer, orderId, url } = await begin();
    await payWith(site, { url }, cards.pays);
    // The event of the payment has not arrived yet, so the order still looks open.
    const problems = site.problems.length;
    expect((await cancel(buyer, orderId)).json()).toMatchObject({ state: 'pending', url: null });
    expect(site.problems).toHaveLength(problems);
    await deliver(site);
    await deliver(site);
    await cancel(buyer, orderId);
    expect(await getOrderOf(site, buyer, orderId)).toMatchObject({ state: 'paid', coins: 1000 });
    expect([await getBalance(site, buyer), await countCredits(orderId)]).toEqual([1000, 1]);
  });

  test('canceled first, and the provider does not hear of it: the payment is credited once', async () => {
    const { buyer, orderId, url } = await begin();
    site.faults.push({ call: /expire$/ });
    const published = recordTopics(site.deps.live);
    expect((await cancel(buyer, orderId)).json()).toMatchObject({ state: 'pending', url: null });
    expect(published.take(buyer)).toBe('me');
    expect(site.problems.join()).toContain(`The canceled checkout of order ${orderId}`);
    site.faults.length = 0;
    await payWith(site, { url }, cards.pays);
    await deliver(site);
    await reconcile(site.deps);
    expect(await getOrderOf(site, buyer, orderId)).toMatchObject({ state: 'paid' });
    expect([await getBalance(site, buyer), await countCredits(orderId)]).toEqual([1000, 1]);
  });

  test('a payment reported after the checkout was closed is credited once', async () => {
    const { buyer, orderId } = await begin();
    const paid = await makeSessionEvent(site, orderId);
    expect((await cancel(buyer, orderId)).json()).toMatchObject({ state: 'expired' });
    await Promise.all([sendEvent(site, paid), sendEvent(site, paid), deliver(site)]);
    expect(await getOrderOf(site, buyer, orderId)).toMatchObject({ state: 'paid' });
    expect([await getBalance(site, buyer), await countCredits(orderId)]).toEqual([1000, 1]);
  });

  test('at the same time: credited if and only if the payment was taken', async () => {
    for (let round = 0; round < 4; round++) {
      const { buyer, orderId, url } = await begin();
      const pay = payWith(site, { url }, cards.pays);
      const [payment] = await Promise.all([pay, cancel(buyer, orderId)]);
      await deliver(site);
      const wasTaken = payment.statusCode === 303;
      expect(await countCredits(orderId)).toBe(wasTaken ? 1 : 0);
      expect(await getBalance(site, buyer)).toBe(wasTaken ? 1000 : 0);
      expect((await getRow(site, orderId)).state).toBe(wasTaken ? 'paid' : 'expired');
    }
  });
});

test('checkouts that were never paid leave the buyer’s list after a day', async () => {
  const { buyer, orderId: open } = await begin(500);
  const canceled = await beginCheckout(site, buyer, 600);
  await cancel(buyer, canceled.orderId);
  const paid = await buyCoins(site, buyer, { amount: 700 });
  expect(await listOf(buyer)).toMatchObject({ total: 3 });
  await site.deps.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - 86_400_000 - 60_000) })
    .where('account_id', '=', buyer.id)
    .execute();
  expect(await listOf(buyer)).toMatchObject({ total: 1, orders: [{ id: paid }] });
  expect(await getOrderOf(site, buyer, open)).toMatchObject({ id: open });
});

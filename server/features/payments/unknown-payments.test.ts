import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';
import type { UnknownPayment } from '#shared/endpoints/payments.ts';

import { reconcile } from './reconcile.service.ts';
import {
  beginCheckout,
  cards,
  getBalance,
  makeStripeEvent,
  makeSessionEvent,
  payWith,
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

/** Pays for an order and deletes it, as if an older backup had been restored. */
async function payAndLose() {
  count += 1;
  const buyer = await site.addPlayer(`Unlucky ${count}`);
  const checkout = await beginCheckout(site, buyer);
  await payWith(site, checkout, cards.pays);
  const { db } = site.deps;
  await db.deleteFrom('orders').where('id', '=', checkout.orderId).execute();
  const session = await db
    .selectFrom('sandbox_sessions')
    .select(['id', 'payment_id as paymentId'])
    .where('reference', '=', checkout.orderId)
    .executeTakeFirstOrThrow();
  return { buyer, orderId: checkout.orderId, sessionId: session.id, paymentId: session.paymentId! };
}

async function getAsAdmin<T>(url: string): Promise<T> {
  const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json<T>();
}

type List = { attention: { unknown: number }; unknown: UnknownPayment[] };

async function find(paymentId: string): Promise<UnknownPayment | undefined> {
  const { unknown } = await getAsAdmin<List>('/api/admin/orders');
  return unknown.find(({ id }) => id === paymentId);
}

test('a payment without an order is shown until an admin has handled it', async () => {
  const { buyer, orderId, sessionId, paymentId } = await payAndLose();
  await beginCheckout(site, await site.addPlayer('Bystander'));
  await reconcile(site.deps);
  await reconcile(site.deps);
  expect(await getBalance(site, buyer)).toBe(0);
  expect(await find(paymentId)).toMatchObject({
    orderId,
    sessionId,
    player: buyer.username,
    amount: 1000,
    currency: 'usd',
  });
  const { concerns } = await getAsAdmin<AdminOverview>('/api/admin/overview');
  expect(concerns).toContainEqual({
    kind: 'payments-unknown',
    count: 1,
    detail: `$10.00 by ${buyer.username} in ${sessionId}`,
    failures: [],
  });

  const url = `/api/admin/unknown-payments/${paymentId}/handle`;
  const bare = await site.app.inject(json('POST', url, { note: ' ' }, admin));
  expect(bare.statusCode).toBe(400);
  const handle = () => site.app.inject(json('POST', url, { note: 'Gave the coins' }, admin));
  const answers = await Promise.all([handle(), handle()]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  expect(await find(paymentId)).toBeUndefined();
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'after'])
    .where('subject', '=', paymentId)
    .execute();
  expect(entries).toMatchObject([
    {
      action: 'payments/unknown-handled',
      actor: 'Keeper',
      after: { note: 'Gave the coins', amount: 1000, currency: 'usd', orderId },
    },
  ]);
});

test('a refund shows its unknown payment, but not one that was already handled', async () => {
  const { buyer, orderId, paymentId } = await payAndLose();
  const event = () => makeStripeEvent('refund.created', { id: 're_1', payment_intent: paymentId });
  const published = recordTopics(site.deps.live);
  expect((await sendEvent(site, event())).statusCode).toBe(200);
  expect(published.take()).toBe('admin');
  expect(await find(paymentId)).toMatchObject({
    orderId,
    player: buyer.username,
    amount: 1000,
    currency: 'usd',
    sessionId: null,
  });
  const url = `/api/admin/unknown-payments/${paymentId}/handle`;
  await site.app.inject(json('POST', url, { note: 'Refunded' }, admin));
  expect((await sendEvent(site, event())).statusCode).toBe(200);
  expect(await find(paymentId)).toBeUndefined();
});

test('unpaid checkouts and those of another site are ignored', async () => {
  const { orderId } = await beginCheckout(site, await site.addPlayer('Passer'));
  const before = (await getAsAdmin<List>('/api/admin/orders')).attention.unknown;
  const metadata = { order_id: randomUUID() };
  const free = { metadata, payment_status: 'no_payment_required' as const };
  const events = [
    await makeSessionEvent(site, orderId, free),
    await makeSessionEvent(site, orderId, { metadata, payment_status: 'unpaid' }),
    await makeSessionEvent(site, orderId, { metadata }, 'checkout.session.expired'),
    await makeSessionEvent(site, orderId, { metadata: { order_id: '17' } }),
    await makeSessionEvent(site, orderId, { metadata: {}, client_reference_id: randomUUID() }),
  ];
  for (const event of events) expect((await sendEvent(site, event)).statusCode).toBe(200);
  expect((await getAsAdmin<List>('/api/admin/orders')).attention.unknown).toBe(before);
});

test('handling a payment that does not exist answers 404', async () => {
  const url = '/api/admin/unknown-payments/pi_nothing/handle';
  const answer = await site.app.inject(json('POST', url, { note: 'x' }, admin));
  expect(answer.statusCode).toBe(404);
});

test('unknown payments are listed oldest first, and handling one leaves the others', async () => {
  const { orderId } = await beginCheckout(site, await site.addPlayer('Spectator'));
  const lost = [randomUUID(), randomUUID()] as const;
  // Without a payment the session is its id, and the player may be unknown.
  for (const [at, order_id] of lost.entries()) {
    const change = { id: `cs_lost_${at}`, payment_intent: null, metadata: { order_id } };
    await sendEvent(site, await makeSessionEvent(site, orderId, change));
  }
  const listed = async () => {
    const { unknown } = await getAsAdmin<List>('/api/admin/orders');
    return unknown.filter(({ orderId: of }) => lost.includes(of as never));
  };
  const payment = (at: 0 | 1) => ({
    id: `cs_lost_${at}`,
    orderId: lost[at],
    sessionId: `cs_lost_${at}`,
    player: null,
    amount: 1000,
    currency: 'usd',
    mode: 'sandbox',
    foundAt: expect.any(String) as string,
  });
  expect(await listed()).toEqual([payment(0), payment(1)]);
  const count = async () => (await getAsAdmin<List>('/api/admin/orders')).attention.unknown;
  const before = await count();
  const url = '/api/admin/unknown-payments/cs_lost_0/handle';
  await site.app.inject(json('POST', url, { note: 'Refunded' }, admin));
  expect(await listed()).toEqual([payment(1)]);
  expect(await count()).toBe(before - 1);
  const rows = await site.deps.db
    .selectFrom('unknown_payments')
    .select(['id', 'handled_by'])
    .where('id', 'like', 'cs_lost_%')
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: 'cs_lost_0', handled_by: 'Keeper' },
    { id: 'cs_lost_1', handled_by: null },
  ]);
});

test('fifty unknown payments are listed, the oldest ones, and all are counted', async () => {
  const { db } = site.deps;
  await db.deleteFrom('unknown_payments').execute();
  await db
    .insertInto('unknown_payments')
    .values(
      Array.from({ length: 51 }, (_, at) => ({
        id: `pi_many_${at}`,
        order_id: randomUUID(),
        amount: 500,
        currency: 'usd',
        mode: 'sandbox' as const,
        found_at: new Date(Date.now() - at * 1000),
      })),
    )
    .execute();
  const { attention, unknown } = await getAsAdmin<List>('/api/admin/orders');
  expect(attention.unknown).toBe(51);
  expect(unknown.map(({ id }) => id)).toEqual(
    Array.from({ length: 50 }, (_, at) => `pi_many_${50 - at}`),
  );
});

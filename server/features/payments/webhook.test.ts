import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { sized } from '#server/testing/sized.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Statement } from '#shared/endpoints/wallet.ts';

import { createStripeProvider } from './payment-provider.ts';
import { settleCheckoutSession } from './settle.service.ts';
import {
  beginCheckout,
  buyCoins,
  cards,
  deliver,
  getBalance,
  getRow,
  makeStripeEvent,
  makeSessionEvent,
  payWith,
  postWebhook,
  refund,
  sign,
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
  return site.addPlayer(`Payer ${count}`);
}

async function begin(amount = 1000) {
  const buyer = await addBuyer();
  return { buyer, ...(await beginCheckout(site, buyer, amount)) };
}

async function findOutcome(eventId: string) {
  return site.deps.db
    .selectFrom('payment_events')
    .select(['outcome', 'order_id as orderId'])
    .where('id', '=', eventId)
    .executeTakeFirst();
}

describe('the signature', () => {
  // Freeze the clock, because these tests check the exact second.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  test.each([300, 299, 0, -299, -300])('%i seconds off is accepted', async (secondsAgo) => {
    const { buyer, orderId } = await begin();
    const payload = JSON.stringify(await makeSessionEvent(site, orderId));
    const answer = await postWebhook(site, payload, await sign(site, payload, { secondsAgo }));
    expect(answer.statusCode).toBe(200);
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test.each([301, -301, 86_400, -86_400])('%i seconds off is refused', async (secondsAgo) => {
    const { buyer, orderId } = await begin();
    const payload = JSON.stringify(await makeSessionEvent(site, orderId));
    const answer = await postWebhook(site, payload, await sign(site, payload, { secondsAgo }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'payments/signature-refused' });
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('with another secret, missing or malformed is refused', async () => {
    const { buyer, orderId } = await begin();
    const payload = JSON.stringify(await makeSessionEvent(site, orderId));
    const foreign = await sign(site, payload, { secret: 'whsec_guess' });
    const good = await sign(site, payload);
    const doubled = `t=${Math.floor(Date.now() / 1000) + 9999},${good}`;
    for (const header of [foreign, undefined, '', 'nonsense', 't=1,v1=', doubled]) {
      expect((await postWebhook(site, payload, header)).statusCode).toBe(400);
    }
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('covers the raw bytes: the same JSON formatted differently is refused', async () => {
    const { buyer, orderId } = await begin();
    const event = await makeSessionEvent(site, orderId);
    const header = await sign(site, JSON.stringify(event, null, 2));
    expect((await postWebhook(site, JSON.stringify(event), header)).statusCode).toBe(400);
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('may use either of two secrets during a rotation', async () => {
    const webhookSecrets = ['whsec_new', 'whsec_old'];
    const rotating = await openTestApp({
      replace: () => ({
        payments: createStripeProvider({ secretKey: 'sk_test_1', webhookSecrets }),
      }),
    });
    const payload = JSON.stringify(makeStripeEvent('customer.created', { id: 'cus_1' }));
    for (const secret of webhookSecrets) {
      const header = await sign(rotating, payload, { secret });
      expect((await postWebhook(rotating, payload, header)).statusCode).toBe(200);
    }
    const header = await sign(rotating, payload, { secret: 'whsec_older' });
    expect((await postWebhook(rotating, payload, header)).statusCode).toBe(400);
    await rotating.close();
  });

  test('is enough: no session, any origin, any content type', async () => {
    const { buyer, orderId } = await begin();
    const payload = JSON.stringify(await makeSessionEvent(site, orderId));
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/shop/webhook',
      headers: {
        'stripe-signature': await sign(site, payload),
        'content-type': 'text/plain',
        origin: 'https://elsewhere.example',
      },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    expect(await getBalance(site, buyer)).toBe(1000);
  });
});

describe('events', () => {
  test('sent many times, shuffled and in parallel, credit once each', async () => {
    const begun = await Promise.all([begin(500), begin(600), begin(700)]);
    const events = await Promise.all(
      begun.flatMap(({ orderId }) => [
        makeSessionEvent(site, orderId),
        makeSessionEvent(site, orderId, {}, 'checkout.session.async_payment_succeeded'),
      ]),
    );
    const copies = Array.from({ length: sized(15, 100) }, () => events).flat();
    for (let at = copies.length - 1; at > 0; at -= 1) {
      const other = Math.floor(Math.random() * (at + 1));
      [copies[at], copies[other]] = [copies[other]!, copies[at]!];
    }
    const answers = await Promise.all(copies.map((event) => sendEvent(site, event)));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const balances = await Promise.all(begun.map(({ buyer }) => getBalance(site, buyer)));
    expect(balances).toEqual([500, 600, 700]);
  });

  test('of an unknown type are recorded and answered 200', async () => {
    const event = makeStripeEvent('invoice.paid', { id: 'in_1' });
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await findOutcome(event.id)).toEqual({ outcome: 'ignored', orderId: null });
  });

  test.each([
    { metadata: { order_id: "' or 1=1 --" } },
    { metadata: {}, client_reference_id: null },
    { metadata: {}, client_reference_id: '00000000-0000-4000-8000-000000000000' },
  ])('for an order of another site (%j) are recorded and answered 200', async (change) => {
    const { orderId } = await begin();
    const event = await makeSessionEvent(site, orderId, change);
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await findOutcome(event.id)).toEqual({ outcome: 'foreign', orderId: null });
    expect((await getRow(site, orderId)).state).toBe('pending');
  });

  test('for a payment of another site are recorded and answered 200', async () => {
    const event = makeStripeEvent('refund.created', { id: 're_1', payment_intent: 'pi_of_others' });
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await findOutcome(event.id)).toMatchObject({ outcome: 'foreign' });
    const bare = makeStripeEvent('charge.dispute.created', { id: 'du_1', payment_intent: null });
    expect((await sendEvent(site, bare)).statusCode).toBe(200);
  });

  test.each([
    ['amount', { amount_total: 999 }],
    ['amount', { amount_total: null }],
    ['currency', { currency: 'eur' }],
    ['livemode', { livemode: true }],
    ['session', { id: 'cs_test_another' }],
    ['status', { payment_status: 'no_payment_required' as const }],
  ])('with another %s put the order under review and credit nothing', async (reason, change) => {
    const { buyer, orderId } = await begin();
    const event = await makeSessionEvent(site, orderId, change);
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    const row = await getRow(site, orderId);
    expect(row).toMatchObject({ state: 'review' });
    expect(row.reviewReason).toContain(reason);
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('each say what came of them, and what the order then is', async () => {
    const { buyer, orderId } = await begin();
    const outcomes: unknown[] = [];
    // Only these reach the buyer's open pages.
    const told: boolean[] = [];
    const topics = recordTopics(site.deps.live);
    const send = async (change: Parameters<typeof makeSessionEvent>[2], kind = 'completed') => {
      const type = `checkout.session.${kind}`;
      const event = await makeSessionEvent(site, orderId, change, type);
      topics.take();
      expect((await sendEvent(site, event)).statusCode).toBe(200);
      told.push(topics.take(buyer).split(' ').includes('me'));
      const { state, reviewReason } = await getRow(site, orderId);
      outcomes.push([await findOutcome(event.id), state, reviewReason]);
    };
    // The end of another checkout is not that of this one.
    await send({ id: 'cs_test_another' }, 'expired');
    await send({ payment_status: 'unpaid' });
    await send({ payment_status: 'unpaid' });
    await send({ payment_status: 'unpaid' }, 'async_payment_failed');
    await send({}, 'expired');
    const paidFrom = Date.now();
    await send({});
    await send({ payment_intent: 'pi_second' });
    await send({ payment_status: 'unpaid' });
    await send({ amount_total: 1 });
    const reason = 'the provider reported amount 1 instead of 1000';
    const outcome = (text: string) => ({ outcome: text, orderId });
    expect(outcomes).toEqual([
      [outcome('mismatch'), 'pending', null],
      [outcome('processing'), 'processing', null],
      [outcome('known'), 'processing', null],
      [outcome('failed'), 'failed', null],
      [outcome('known'), 'failed', null],
      [outcome('credited'), 'paid', null],
      [outcome('known'), 'paid', null],
      [outcome('known'), 'paid', null],
      // The coins that were credited stay.
      [outcome('review'), 'paid', reason],
    ]);
    expect(told).toEqual([false, true, false, true, false, true, false, false, true]);
    const row = await getRow(site, orderId);
    expect(row).toMatchObject({
      paymentId: `pi_test_${orderId.replaceAll('-', '')}`,
      clawed: 0,
      refunded: 0,
      endReason: null,
    });
    expect(row.paidAt!.getTime()).toBeGreaterThanOrEqual(paidFrom);
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('for an order of another mode put it under review and credit nothing', async () => {
    const { buyer, orderId } = await begin();
    const { db } = site.deps;
    await db.updateTable('orders').set({ mode: 'test' }).where('id', '=', orderId).execute();
    await sendEvent(site, await makeSessionEvent(site, orderId));
    expect(await getRow(site, orderId)).toMatchObject({
      state: 'review',
      reviewReason: 'an order of mode test in mode sandbox',
    });
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('in live mode only a payment with real money is credited, and not called a test', async () => {
    const payments = { ...site.deps.payments, mode: 'live' as const };
    const settle = async (livemode: boolean) => {
      const { buyer, orderId } = await begin();
      const { db } = site.deps;
      await db.updateTable('orders').set({ mode: 'live' }).where('id', '=', orderId).execute();
      const event = await makeSessionEvent(site, orderId, { livemode });
      const { object } = event['data'] as { object: Stripe.Checkout.Session };
      const outcome = await transaction(db, (trx) =>
        settleCheckoutSession({ ...site.deps, payments }, trx, {
          orderId,
          checkoutSession: object,
          result: 'completed',
        }),
      );
      return { outcome, buyer, row: await getRow(site, orderId) };
    };
    const real = await settle(true);
    expect(real.outcome).toBe('credited');
    expect(await movementsOf(real.buyer)).toEqual([['topup', 'Top-up for $10.00', 1000]]);
    const unreal = await settle(false);
    expect(unreal.row).toMatchObject({
      state: 'review',
      reviewReason: 'livemode false in mode live',
    });
    expect(await movementsOf(unreal.buyer)).toEqual([]);
  });

  test.each([
    ['amount', { amount_total: 999 }, {}],
    ['currency', { currency: 'eur' }, {}],
    ['amount and without a payment', { amount_total: 999, payment_intent: null }, {}],
    ['amount', { amount_total: 999 }, { payment_intent: null }],
  ])('with another %s, followed by a matching one, end the review', async (_, change, match) => {
    const { buyer, orderId } = await begin();
    await sendEvent(site, await makeSessionEvent(site, orderId, change));
    await sendEvent(site, await makeSessionEvent(site, orderId, match));
    expect(await getRow(site, orderId)).toMatchObject({
      state: 'paid',
      reviewReason: null,
      paymentId: `pi_test_${orderId.replaceAll('-', '')}`,
    });
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('for the right payment credit all coins, also if the wrong one was refunded before', async () => {
    const { buyer, orderId } = await begin();
    const other = { id: 'cs_test_wrong', payment_intent: `pi_wrong_${orderId}` };
    await sendEvent(site, await makeSessionEvent(site, orderId, other));
    await site.deps.db
      .updateTable('orders')
      .set({ refunded: 600, disputed: 400, dispute: 'lost' })
      .where('id', '=', orderId)
      .execute();
    await sendEvent(site, await makeSessionEvent(site, orderId));
    expect(await getRow(site, orderId)).toMatchObject({
      state: 'paid',
      refunded: 0,
      disputed: 0,
      dispute: null,
      clawed: 0,
      lossesDue: true,
    });
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('credit an order whose checkout is not stored yet, which then has it', async () => {
    const { buyer, orderId } = await begin();
    const event = await makeSessionEvent(site, orderId);
    const { sessionId } = await getRow(site, orderId);
    await site.deps.db
      .updateTable('orders')
      .set({ state: 'created', session_id: null, checkout_url: null })
      .where('id', '=', orderId)
      .execute();
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await getRow(site, orderId)).toMatchObject({
      state: 'paid',
      sessionId,
      reviewReason: null,
    });
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('name their order in the metadata, or only as the reference of the client', async () => {
    const [first, second] = [await begin(), await begin()];
    const bare = { metadata: {}, client_reference_id: first.orderId };
    await sendEvent(site, await makeSessionEvent(site, first.orderId, bare));
    const both = { client_reference_id: first.orderId };
    await sendEvent(site, await makeSessionEvent(site, second.orderId, both));
    expect(await getBalance(site, first.buyer)).toBe(1000);
    expect(await getBalance(site, second.buyer)).toBe(1000);
  });

  test('with the payment of another order credit the coins, and leave the payment where it is', async () => {
    const [first, second] = [await begin(), await begin()];
    await sendEvent(site, await makeSessionEvent(site, first.orderId));
    const { paymentId } = await getRow(site, first.orderId);
    const event = await makeSessionEvent(site, second.orderId, { payment_intent: paymentId });
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await getRow(site, second.orderId)).toMatchObject({ state: 'paid', paymentId: null });
    expect(await getRow(site, first.orderId)).toMatchObject({ state: 'paid', paymentId });
  });

  test('for two payments of one order credit the matching one and name the other', async () => {
    const { buyer, orderId } = await begin();
    const other = { id: 'cs_test_other', payment_intent: `pi_other_${orderId}` };
    await sendEvent(site, await makeSessionEvent(site, orderId, other));
    await sendEvent(site, await makeSessionEvent(site, orderId));
    const row = await getRow(site, orderId);
    expect(row).toMatchObject({ state: 'paid', lossesDue: true });
    expect(row.paymentId).toBe(`pi_test_${orderId.replaceAll('-', '')}`);
    expect(row.reviewReason).toContain(`pi_other_${orderId} was charged as well`);
    expect(await getBalance(site, buyer)).toBe(1000);
    // Refunding the other payment takes no coins.
    const stripe = await site.deps.payments.stripe();
    const retrieve = vi
      .spyOn(stripe.paymentIntents, 'retrieve')
      .mockResolvedValue({ id: other.payment_intent, metadata: { order_id: orderId } } as never);
    const list = vi.spyOn(stripe.refunds, 'list').mockReturnValue(
      (async function* () {
        yield { status: 'succeeded', amount: 1000 };
      })() as never,
    );
    onTestFinished(() => [retrieve, list].forEach((spy) => spy.mockRestore()));
    const event = makeStripeEvent('refund.created', {
      id: 're_1',
      payment_intent: other.payment_intent,
    });
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"event"'],
    ['invalid JSON', '{'],
    ['nothing', ''],
    ['no data', JSON.stringify({ id: 'evt_1', object: 'event', type: 'a.b', created: 1 })],
    ['no object', JSON.stringify({ ...makeStripeEvent('refund.created', {}), data: {} })],
    [
      'null as object',
      JSON.stringify({ ...makeStripeEvent('refund.created', {}), data: { object: null } }),
    ],
    ['no id', JSON.stringify({ ...makeStripeEvent('refund.created', {}), id: undefined })],
    ['no time', JSON.stringify({ ...makeStripeEvent('refund.created', {}), created: 'now' })],
  ])('with %s as their body are answered 400', async (_, payload) => {
    const answer = await postWebhook(site, payload, await sign(site, payload));
    expect(answer.statusCode).toBe(400);
    expect(['payments/event-refused', 'request/malformed']).toContain(
      answer.json<{ code: string }>().code,
    );
  });

  test('in the thin style are refused with a hint', async () => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.billing' });
    const answer = await postWebhook(site, payload, await sign(site, payload));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'payments/event-refused' });
    expect(answer.json<{ error: string }>().error).toContain('Snapshot');
  });

  test('without a payment leave the order processing until the payment arrives', async () => {
    const { buyer, orderId } = await begin();
    await sendEvent(site, await makeSessionEvent(site, orderId, { payment_status: 'unpaid' }));
    expect((await getRow(site, orderId)).state).toBe('processing');
    expect(await getBalance(site, buyer)).toBe(0);
    const expired = 'checkout.session.expired';
    await sendEvent(
      site,
      await makeSessionEvent(site, orderId, { payment_status: 'unpaid' }, expired),
    );
    expect((await getRow(site, orderId)).state).toBe('processing');
    const type = 'checkout.session.async_payment_succeeded';
    await sendEvent(site, await makeSessionEvent(site, orderId, {}, type));
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('a payment that was processing can fail', async () => {
    const { buyer, orderId } = await begin();
    const unpaid = { payment_status: 'unpaid' } as const;
    await sendEvent(site, await makeSessionEvent(site, orderId, unpaid));
    const type = 'checkout.session.async_payment_failed';
    await sendEvent(site, await makeSessionEvent(site, orderId, unpaid, type));
    expect((await getRow(site, orderId)).state).toBe('failed');
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('a payment overrides expired and failed, never the other way round', async () => {
    const types = ['checkout.session.expired', 'checkout.session.async_payment_failed'];
    for (const type of types) {
      const { buyer, orderId } = await begin();
      const unpaid = { payment_status: 'unpaid' } as const;
      await sendEvent(site, await makeSessionEvent(site, orderId, unpaid, type));
      expect(['expired', 'failed']).toContain((await getRow(site, orderId)).state);
      await sendEvent(site, await makeSessionEvent(site, orderId));
      await sendEvent(site, await makeSessionEvent(site, orderId, unpaid, type));
      expect((await getRow(site, orderId)).state).toBe('paid');
      expect(await getBalance(site, buyer)).toBe(1000);
    }
  });

  test('a database failure answers 5xx, and the repeated event credits once', async () => {
    const { db } = site.deps;
    const { buyer, orderId } = await begin();
    const event = await makeSessionEvent(site, orderId);
    await sql`
      create function break_ledger() returns trigger language plpgsql as
        $$ begin raise exception 'disk full' using errcode = 'disk_full'; end $$;
      create trigger broken before insert on ledger
        for each row execute function break_ledger()`.execute(db);
    const failed = await sendEvent(site, event);
    expect(failed.statusCode).toBe(500);
    expect(failed.body).not.toContain('disk full');
    expect(await findOutcome(event.id)).toBeUndefined();
    expect((await getRow(site, orderId)).state).toBe('pending');
    await sql`drop trigger broken on ledger; drop function break_ledger`.execute(db);
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await getBalance(site, buyer)).toBe(1000);
  });
});

describe('a refund or dispute', () => {
  test('that arrives before the payment takes the coins once it is credited', async () => {
    const { buyer, orderId, url } = await begin();
    await payWith(site, { url }, cards.pays);
    const paid = await takeEvents('checkout.session.completed', orderId);
    const session = await site.deps.db
      .selectFrom('sandbox_sessions')
      .select('payment_id as paymentId')
      .where('reference', '=', orderId)
      .executeTakeFirstOrThrow();
    const stripe = await site.deps.payments.stripe();
    await stripe.refunds.create({ payment_intent: session.paymentId!, amount: 400 });
    await deliver(site);
    expect(await getRow(site, orderId)).toMatchObject({
      state: 'pending',
      refunded: 400,
      clawed: 0,
    });
    await sendEvent(site, paid);
    expect(await getRow(site, orderId)).toMatchObject({ state: 'paid', clawed: 400 });
    expect(await getBalance(site, buyer)).toBe(600);
  });

  test('is read again after every kind of event about it, which is stored with its time', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer);
    const { paymentId } = await getRow(site, orderId);
    const stored: unknown[] = [];
    const types = [
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
    ];
    for (const [at, type] of types.entries()) {
      const event = makeStripeEvent(type, { id: `x_${at}`, payment_intent: paymentId });
      const created = 1_700_000_000 + at;
      expect((await sendEvent(site, { ...event, created })).statusCode).toBe(200);
      stored.push(
        await site.deps.db
          .selectFrom('payment_events')
          .select(['type', 'outcome', 'order_id', 'created_at'])
          .where('id', '=', event.id)
          .executeTakeFirst(),
      );
    }
    expect(stored).toEqual(
      types.map((type, at) => ({
        type,
        outcome: 'recomputed',
        order_id: orderId,
        created_at: new Date((1_700_000_000 + at) * 1000),
      })),
    );
  });

  test('of a part takes that part of the coins, once', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer);
    const answer = await refund(site, admin, orderId, { amount: 333 });
    expect(answer.json()).toMatchObject({ refunded: 333, clawed: 333, refundable: 667 });
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(667);
    await refund(site, admin, orderId);
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(0);
    expect(await getRow(site, orderId)).toMatchObject({ refunded: 1000, clawed: 1000 });
    expect((await movementsOf(buyer)).slice(0, 2)).toEqual([
      ['clawback', 'Refund of the payment of $10.00', -667],
      ['clawback', 'Refund of the payment of $10.00', -333],
    ]);
  });

  test('that fails afterwards returns the coins', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer, { card: cards.refundFails });
    await refund(site, admin, orderId);
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(0);
    await makeRefundsFail();
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(1000);
    expect(await getRow(site, orderId)).toMatchObject({ refunded: 0, clawed: 0, clawbacks: 2 });
  });

  test('freezes the wallet while a dispute is open, and a won dispute returns the coins', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer, { card: cards.disputed });
    expect(await getRow(site, orderId)).toMatchObject({ dispute: 'open', clawed: 1000 });
    expect(await getBalance(site, buyer)).toBe(0);
    expect(await isFrozen(buyer)).toBe(true);
    await playBank(orderId, 'won');
    expect(await getRow(site, orderId)).toMatchObject({ dispute: 'won', clawed: 0 });
    expect(await getBalance(site, buyer)).toBe(1000);
    expect(await isFrozen(buyer)).toBe(false);
    expect(await movementsOf(buyer)).toEqual([
      ['clawback', 'Returned: the payment of $10.00 was not reversed after all', 1000],
      ['clawback', 'Dispute of the payment of $10.00', -1000],
      ['topup', 'Top-up for $10.00 (test payment)', 1000],
    ]);
  });

  test('that is lost does not return the coins, even if the balance is below zero', async () => {
    const buyer = await addBuyer();
    const orderId = await buyCoins(site, buyer);
    await sql`select move_coins(${buyer.id}, 'adjustment', ${`test ${orderId}`}, -900, 'adjustments', 'Cape')`.execute(
      site.deps.db,
    );
    await playBank(orderId, 'opened');
    expect(await getBalance(site, buyer)).toBe(-900);
    const published = recordTopics(site.deps.live);
    await playBank(orderId, 'lost');
    expect(published.take(buyer)).toBe('me');
    expect(await getRow(site, orderId)).toMatchObject({ dispute: 'lost', clawed: 1000 });
    expect(await getBalance(site, buyer)).toBe(-900);
    expect(await isFrozen(buyer)).toBe(true);
  });

  test('gives the same result in any order, repeated and in parallel', async () => {
    const buyer = await addBuyer();
    const { orderId, url } = await beginCheckout(site, buyer, 1000);
    await payWith(site, { url }, cards.disputed);
    const { db } = site.deps;
    const rows = await db
      .selectFrom('sandbox_events')
      .select('body')
      .where('next_attempt_at', 'is not', null)
      .execute();
    const events = rows.map(({ body }) => body as Parameters<typeof sendEvent>[1]);
    expect(events).toHaveLength(3);
    const copies = Array.from({ length: sized(8, 20) }, () => events.toReversed()).flat();
    const answers = await Promise.all(copies.map((event) => sendEvent(site, event)));
    // Events that lost too many races are answered with an error; send those again.
    const refused = copies.filter((_, at) => answers[at]?.statusCode !== 200);
    for (const event of refused) expect((await sendEvent(site, event)).statusCode).toBe(200);
    expect(await getRow(site, orderId)).toMatchObject({ state: 'paid', clawed: 1000 });
    expect(await getBalance(site, buyer)).toBe(0);
  });
});

async function movementsOf({ cookie }: TestPlayer): Promise<unknown[][]> {
  const answer = await site.app.inject({ url: '/api/wallet/statement', headers: { cookie } });
  const { entries } = answer.json<Statement>();
  return entries.map(({ kind, memo, amount }) => [kind, memo, amount]);
}

async function isFrozen(buyer: TestPlayer): Promise<boolean> {
  const { cookie } = buyer;
  const answer = await site.app.inject({ url: '/api/wallet/statement', headers: { cookie } });
  return answer.json<{ frozen: boolean }>().frozen;
}

async function playBank(orderId: string, outcome: string): Promise<void> {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/admin/sandbox/orders/${orderId}/dispute`,
    headers: { cookie: admin.cookie, 'content-type': 'application/json' },
    payload: JSON.stringify({ outcome }),
  });
  expect(answer.statusCode).toBe(204);
  await deliver(site);
}

/** Makes pending refunds due to fail. */
async function makeRefundsFail(): Promise<void> {
  await site.deps.db
    .updateTable('sandbox_refunds')
    .set({ fails_at: new Date(0) })
    .where('status', '=', 'pending')
    .execute();
}

/** Removes an event from delivery and returns it. */
async function takeEvents(type: string, orderId: string) {
  const row = await site.deps.db
    .updateTable('sandbox_events')
    .set({ next_attempt_at: null })
    .where('type', '=', type)
    .where(sql<string>`body->'data'->'object'->>'client_reference_id'`, '=', orderId)
    .returning('body')
    .executeTakeFirstOrThrow();
  return row.body as Parameters<typeof sendEvent>[1];
}

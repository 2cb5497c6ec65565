import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import type { Schema } from '#server/db/schema.ts';
import { createJobRunner } from '#server/lib/data/jobs.ts';
import { createLogger } from '#server/lib/logger.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import type { TestPlayer } from '#server/testing/test-app.ts';
import { webhookPath } from '#shared/endpoints/payments.ts';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';

import { payments } from './payments.feature.ts';
import { hideKeys } from './provider-errors.ts';
import {
  beginCheckout,
  buyCoins,
  cards,
  getBalance,
  getRow,
  makeSessionEvent,
  makeStripeEvent,
  openFaultySite,
  payWith,
  quotedKey,
  refund,
  requestCheckout,
  sign,
  sendEvent,
} from './testing/payments.ts';
import type { Fault, FaultySite } from './testing/payments.ts';

let site: FaultySite;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openFaultySite();
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(() => site.close());
afterEach(() => {
  site.faults.length = 0;
});

function addBuyer(): Promise<TestPlayer> {
  count += 1;
  return site.addPlayer(`Faulty ${count}`);
}

async function buy(card = cards.pays) {
  const buyer = await addBuyer();
  const orderId = await buyCoins(site, buyer, { card });
  const { paymentId } = await getRow(site, orderId);
  return { buyer, orderId, paymentId: paymentId! };
}

function runJob(name: string): Promise<void> {
  const job = payments.jobs(site.deps).find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  return job.run();
}

/** Refunds in the provider's dashboard without an event to the site. */
async function refundElsewhere(paymentId: string, amount: number): Promise<void> {
  const stripe = await site.deps.payments.stripe();
  await stripe.refunds.create({ payment_intent: paymentId, amount });
  await forgetEvents();
}

async function forgetEvents(): Promise<void> {
  await site.deps.db.deleteFrom('sandbox_events').execute();
}

async function setOrder(orderId: string, change: Updateable<Schema['orders']>): Promise<void> {
  await site.deps.db.updateTable('orders').set(change).where('id', '=', orderId).execute();
}

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 3_600_000);
}

const refusals: Fault[] = [
  { call: /refunds/, status: 400 },
  { call: /refunds/, status: 401, type: 'authentication_error' },
  { call: /refunds/, status: 402, type: 'card_error' },
  { call: /refunds/, status: 403, type: 'permission_error', code: 'insufficient_permissions' },
  { call: /refunds/, status: 404, code: 'resource_missing' },
  { call: /refunds/, status: 429, type: 'rate_limit_error', code: 'rate_limit' },
  { call: /refunds/, status: 500, type: 'api_error' },
  { call: /refunds/ },
];

describe('while the provider answers with errors', () => {
  test.each(refusals)(
    'a refund event is answered 503, and works when sent again (%j)',
    async (fault) => {
      const { buyer, orderId, paymentId } = await buy();
      const stripe = await site.deps.payments.stripe();
      await stripe.refunds.create({ payment_intent: paymentId, amount: 400 });
      const event = makeStripeEvent('refund.created', { id: 're_1', payment_intent: paymentId });
      site.faults.push(fault);
      const failed = await sendEvent(site, event);
      expect(failed.statusCode).toBe(503);
      expect(failed.json()).toMatchObject({ code: 'payments/unavailable' });
      expect(failed.body).not.toContain(quotedKey);
      site.faults.length = 0;
      expect((await sendEvent(site, event)).statusCode).toBe(200);
      expect(await getBalance(site, buyer)).toBe(600);
      expect(await getRow(site, orderId)).toMatchObject({ refunded: 400 });
    },
  );

  test('an event for a payment that cannot be fetched is answered 503', async () => {
    site.faults.push({ call: /payment_intents/, status: 403, type: 'permission_error' });
    const event = makeStripeEvent('charge.dispute.created', {
      id: 'du_1',
      payment_intent: 'pi_other',
    });
    expect((await sendEvent(site, event)).statusCode).toBe(503);
  });

  test('a refund succeeds even if it cannot be read, and the job takes the coins later', async () => {
    const { buyer, orderId } = await buy();
    site.faults.push({ call: /GET .*refunds/, status: 403, type: 'permission_error' });
    const answer = await refund(site, admin, orderId, { amount: 400 });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<ManagedOrder>()).toMatchObject({ refunded: 0, clawed: 0, lossesDue: true });
    expect(await getBalance(site, buyer)).toBe(1000);
    await forgetEvents();
    site.faults.length = 0;
    await runJob('payments/compare-losses');
    expect(await getBalance(site, buyer)).toBe(600);
    expect(await getRow(site, orderId)).toMatchObject({ refunded: 400, lossesDue: false });
  });

  test('checkout sessions are read even if the events cannot be listed', async () => {
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    await payWith(site, checkout, cards.pays);
    await setOrder(checkout.orderId, { created_at: hoursAgo(1) });
    site.faults.push({ call: /events/, status: 403, type: 'permission_error', code: 'no_events' });
    const job = payments.jobs(site.deps).find(({ name }) => name === 'payments/reconcile')!;
    await expect(createJobRunner(site.deps.db)(job)).rejects.toThrow('no_events');
    expect(await getBalance(site, buyer)).toBe(1000);
    const run = await site.deps.db
      .selectFrom('job_runs')
      .select('last_error as error')
      .where('name', '=', job.name)
      .executeTakeFirstOrThrow();
    expect(run.error).toContain('no_events');
    expect(run.error).not.toContain(quotedKey);
  });

  test('checkouts that could not be opened do not count against the limits', async () => {
    const buyer = await addBuyer();
    site.faults.push({ call: /POST .*sessions/ });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const answer = await requestCheckout(site, buyer, { amount: 50_000 });
      expect(answer.json()).toMatchObject({ code: 'payments/unavailable' });
    }
    const orders = await site.deps.db
      .selectFrom('orders')
      .select(['id', 'state', 'end_reason'])
      .where('account_id', '=', buyer.id)
      .execute();
    expect(orders).toHaveLength(6);
    for (const { id, ...order } of orders) {
      expect(order).toEqual({ state: 'failed', end_reason: 'The checkout could not be opened.' });
      expect(site.problems).toContain(`The checkout of order ${id} could not be opened.`);
    }
    site.faults.length = 0;
    expect((await requestCheckout(site, buyer, { amount: 50_000 })).statusCode).toBe(200);
  });

  test('a checkout retried with its key counts against the limits again', async () => {
    const buyer = await addBuyer();
    const key = { 'idempotency-key': 'once-more' };
    site.faults.push({ call: /POST .*sessions/ });
    await requestCheckout(site, buyer, { amount: 50_000 }, key);
    site.faults.length = 0;
    await beginCheckout(site, buyer, 50_000);
    await beginCheckout(site, buyer, 50_000);
    const again = await requestCheckout(site, buyer, { amount: 50_000 }, key);
    expect(again.json()).toMatchObject({ code: 'payments/limit-reached' });
  });
});

test('the log has the provider’s code at level error, but no key', async () => {
  let output = '';
  const destination = { write: (text: string) => void (output += text) };
  const log = await createLogger({ isProduction: true, logLevel: 'info' }, destination);
  const logged = await openFaultySite({
    mode: 'test',
    settings: { NODE_ENV: 'production', SITE_URL: 'http://localhost', PAYMENTS: 'off' },
    replace: () => ({ log }),
  });
  const origin = await logged.app.listen();
  logged.faults.push({ call: /payment_intents/, status: 401, code: 'api_key_expired' });
  const payload = JSON.stringify(
    makeStripeEvent('refund.created', { id: 're_1', payment_intent: 'pi_1' }),
  );
  const answer = await fetch(`${origin}${webhookPath}`, {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': await sign(logged, payload) },
  });
  expect(answer.status).toBe(503);
  const line = await vi.waitFor(() => {
    const found = output.split('\n').find((one) => one.includes('"status":503'));
    if (!found) throw new Error('not yet');
    return found;
  }, 60_000);
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    err: { cause: { code: 'api_key_expired' } },
  });
  expect(output).not.toContain(quotedKey);
  await logged.close();
});

test.each(['sk_live_a1', 'rk_live_b2', 'rk_test_c3', 'pk_test_d4', 'whsec_e5'])(
  'the key %s is hidden in a text of the provider',
  (key) => {
    expect(hideKeys(`"${key}" is not valid.`)).toMatch(/^"[a-z_]+_…" is not valid\.$/);
  },
);

describe('without an event', () => {
  test('a refund of a paid order is found within a day, once', async () => {
    const { buyer, orderId, paymentId } = await buy();
    await refundElsewhere(paymentId, 250);
    await runJob('payments/compare-losses');
    expect(await getBalance(site, buyer)).toBe(1000);
    await setOrder(orderId, { paid_at: hoursAgo(24) });
    await runJob('payments/compare-losses');
    expect(await getBalance(site, buyer)).toBe(750);
    site.calls.length = 0;
    await runJob('payments/compare-losses');
    expect(site.calls).toEqual([]);
    await refundElsewhere(paymentId, 250);
    await setOrder(orderId, { losses_at: hoursAgo(24) });
    await runJob('payments/compare-losses');
    expect(await getBalance(site, buyer)).toBe(500);
  });

  test('a dispute is found too', async () => {
    const { buyer, orderId, paymentId } = await buy();
    await sql`
      insert into sandbox_disputes (id, payment_id, amount, currency, status)
      values (${`du_${orderId}`}, ${paymentId}, 1000, 'usd', 'needs_response')`.execute(
      site.deps.db,
    );
    await setOrder(orderId, { paid_at: hoursAgo(24) });
    await runJob('payments/compare-losses');
    expect(await getRow(site, orderId)).toMatchObject({ dispute: 'open', clawed: 1000 });
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('payments older than 120 days are not read', async () => {
    const { orderId } = await buy();
    await setOrder(orderId, { paid_at: hoursAgo(121 * 24) });
    site.calls.length = 0;
    await runJob('payments/compare-losses');
    expect(site.calls).toEqual([]);
  });

  test('an outage ends the run early, and the next run continues', async () => {
    const bought = [];
    for (let at = 0; at < 5; at += 1) bought.push(await buy());
    for (const { orderId, paymentId } of bought) {
      await refundElsewhere(paymentId, 100);
      await setOrder(orderId, { paid_at: hoursAgo(24) });
    }
    site.faults.push({ call: /refunds/, status: 401, type: 'authentication_error' });
    site.calls.length = 0;
    await expect(runJob('payments/compare-losses')).rejects.toThrow('authentication_error');
    expect(site.calls).toHaveLength(3);
    site.faults.length = 0;
    await runJob('payments/compare-losses');
    for (const { buyer } of bought) expect(await getBalance(site, buyer)).toBe(900);
  });

  test('a payment unknown to the provider does not block the others', async () => {
    const [lost, found] = [await buy(), await buy()];
    await refundElsewhere(found.paymentId, 100);
    await setOrder(lost.orderId, { paid_at: hoursAgo(48) });
    await setOrder(found.orderId, { paid_at: hoursAgo(24) });
    site.faults.push({ call: /refunds/, status: 404, code: 'resource_missing' });
    await expect(runJob('payments/compare-losses')).rejects.toThrow('resource_missing');
    site.faults.length = 0;
    await setOrder(found.orderId, { losses_at: null });
    site.calls.length = 0;
    await runJob('payments/compare-losses');
    expect(await getBalance(site, found.buyer)).toBe(900);
    expect(site.calls.filter((call) => call.includes('refunds'))).toHaveLength(1);
  });
});

describe('a refund by an admin while the provider answers with errors', () => {
  const auditOf = (orderId: string) =>
    site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject', '=', orderId)
      .orderBy('id')
      .execute();

  test.each<Fault>([
    { call: /POST .*refunds/ },
    { call: /POST .*refunds/, status: 429, type: 'rate_limit_error' },
  ])('is answered 503, and made once when it is asked for again (%j)', async (fault) => {
    const { buyer, orderId } = await buy();
    const body = { amount: 300, key: `again-${orderId}` };
    site.faults.push(fault);
    const failed = await refund(site, admin, orderId, body);
    expect(failed.statusCode).toBe(503);
    expect(failed.json()).toMatchObject({ code: 'payments/unavailable' });
    expect(failed.body).not.toContain(quotedKey);
    expect(await getRow(site, orderId)).toMatchObject({ refunded: 0, lossesDue: true });
    site.faults.length = 0;
    const again = await refund(site, admin, orderId, body);
    expect(again.json()).toMatchObject({ refunded: 300, clawed: 300, lossesDue: false });
    expect(await getBalance(site, buyer)).toBe(700);
    expect((await auditOf(orderId)).map(({ action }) => action)).toEqual([
      'payments/refund-requested',
    ]);
  });

  test('tells why it was refused, without a key', async () => {
    const { orderId } = await buy();
    site.faults.push({ call: /POST .*refunds/, status: 400 });
    const key = `refused-${orderId}`;
    const refused = await refund(site, admin, orderId, { amount: 300, key });
    expect(refused.statusCode).toBe(409);
    const reason = 'Not with the key sk_test_…';
    expect(refused.json()).toMatchObject({ error: `The payment provider refused: ${reason}` });
    expect((await auditOf(orderId))[1]).toEqual({
      action: 'payments/refund-refused',
      after: { reason, key },
    });
  });

  test('is reported if it cannot be read', async () => {
    const { orderId } = await buy();
    site.faults.push({ call: /GET .*refunds/, status: 403, type: 'permission_error' });
    expect((await refund(site, admin, orderId, { amount: 300 })).statusCode).toBe(200);
    expect(site.problems.join()).toContain(`The refunds of order ${orderId} could not be read.`);
  });
});

describe('repeating a refund’s key after the provider has forgotten it', () => {
  async function countRefunds(paymentId: string): Promise<number> {
    const refunds = await site.deps.db
      .selectFrom('sandbox_refunds')
      .select('id')
      .where('payment_id', '=', paymentId)
      .execute();
    return refunds.length;
  }

  async function forgetKeys(): Promise<void> {
    await site.deps.db.updateTable('sandbox_refunds').set({ idempotency_key: null }).execute();
  }

  test('refunds once', async () => {
    const { buyer, orderId, paymentId } = await buy();
    const body = { amount: 300, key: `once-${orderId}` };
    expect((await refund(site, admin, orderId, body)).statusCode).toBe(200);
    await forgetKeys();
    const again = await refund(site, admin, orderId, body);
    expect(again.json()).toMatchObject({ refunded: 300, clawed: 300 });
    expect(await countRefunds(paymentId)).toBe(1);
    expect(await getBalance(site, buyer)).toBe(700);
  });

  test('refunds once, even if the first response was lost', async () => {
    const { buyer, orderId, paymentId } = await buy();
    const body = { amount: 300, key: `lost-${orderId}` };
    await refund(site, admin, orderId, body);
    await site.deps.db
      .updateTable('order_refunds')
      .set({ refund_id: null })
      .where('order_id', '=', orderId)
      .execute();
    await forgetKeys();
    const unmade = { order_id: orderId, key: `unmade-${orderId}`, amount: 50 };
    await site.deps.db
      .insertInto('order_refunds')
      .values({ ...unmade, requested_by: 'Keeper' })
      .execute();
    const again = await refund(site, admin, orderId, body);
    expect(again.json()).toMatchObject({ refunded: 300, clawed: 300 });
    expect(await countRefunds(paymentId)).toBe(1);
    expect(await getBalance(site, buyer)).toBe(700);
    const requests = await site.deps.db
      .selectFrom('order_refunds')
      .select(['key', 'refund_id as refundId'])
      .where('order_id', '=', orderId)
      .orderBy('key')
      .execute();
    expect(requests).toEqual([
      { key: body.key, refundId: expect.stringMatching(/^re_/) as string },
      { key: unmade.key, refundId: null },
    ]);
  });
});

test('a refund refused because of one in the dashboard shows that one', async () => {
  const { buyer, orderId, paymentId } = await buy();
  await refundElsewhere(paymentId, 1000);
  const answer = await refund(site, admin, orderId, { amount: 500 });
  expect(answer.json()).toMatchObject({ code: 'payments/refund-refused' });
  expect(await getRow(site, orderId)).toMatchObject({ refunded: 1000, clawed: 1000 });
  expect(await getBalance(site, buyer)).toBe(0);
});

test('a dispute in another currency counts as the whole payment', async () => {
  const { buyer, orderId, paymentId } = await buy();
  const { disputes } = await site.deps.payments.stripe();
  const list = vi.spyOn(disputes, 'list').mockReturnValue(
    (async function* () {
      yield { status: 'needs_response', amount: 920, currency: 'eur' };
    })() as never,
  );
  await sendEvent(
    site,
    makeStripeEvent('charge.dispute.created', { id: 'du_2', payment_intent: paymentId }),
  );
  list.mockRestore();
  expect(await getRow(site, orderId)).toMatchObject({ disputed: 1000, clawed: 1000 });
  expect(await getBalance(site, buyer)).toBe(0);
});

describe('an order whose checkout the provider does not know', () => {
  async function beginForgotten(hours: number): Promise<string> {
    const { orderId } = await beginCheckout(site, await addBuyer());
    await site.deps.db.deleteFrom('sandbox_sessions').where('reference', '=', orderId).execute();
    await setOrder(orderId, { created_at: hoursAgo(hours), expires_at: hoursAgo(hours - 1) });
    return orderId;
  }

  test('fails after a day with a reason and is not checked again', async () => {
    const young = await beginForgotten(23);
    const old = await beginForgotten(25);
    await runJob('payments/reconcile');
    expect(await getRow(site, young)).toMatchObject({ state: 'pending', endReason: null });
    const row = await getRow(site, old);
    expect(row.state).toBe('failed');
    expect(row.endReason).toContain('does not know this checkout');
    await site.deps.db.deleteFrom('orders').where('id', '=', young).execute();
    site.calls.length = 0;
    await runJob('payments/reconcile');
    expect(site.calls.filter((call) => call.includes('sessions/'))).toEqual([]);
    // The provider did know it after all.
    await sendEvent(site, await makeSessionEvent(site, old));
    expect(await getRow(site, old)).toMatchObject({ state: 'paid', endReason: null });
  });

  test('fails also if its payment was being processed, and the buyer’s pages are told', async () => {
    const [processing, review] = [await beginForgotten(25), await beginForgotten(25)];
    await setOrder(processing, { state: 'processing' });
    await setOrder(review, { state: 'review', review_reason: 'Odd.' });
    const { accountId } = await getRow(site, processing);
    const topics = recordTopics(site.deps.live);
    await runJob('payments/reconcile');
    expect(topics.take({ id: accountId })).toBe('me');
    expect(await getRow(site, processing)).toMatchObject({
      state: 'failed',
      endReason: expect.stringContaining('Nothing was credited'),
    });
    expect(await getRow(site, review)).toMatchObject({ state: 'review', endReason: null });
  });

  test('expires when the site has changed to another mode', async () => {
    const orderId = await beginForgotten(30);
    await setOrder(orderId, { mode: 'test' });
    await runJob('payments/reconcile');
    const row = await getRow(site, orderId);
    expect(row).toMatchObject({ state: 'expired' });
    expect(row.endReason).toContain('mode sandbox');
  });
});

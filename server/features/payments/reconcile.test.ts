import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { deleteStoredValue, findStoredValue, storeValue } from '#server/lib/data/settings.db.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { findOrdersToCompare, findUnsettledOrders, insertOrder } from './orders.db.ts';
import type { NewOrder } from './orders.db.ts';
import { createPaymentProvider } from './payment-provider.ts';
import { reconcile } from './reconcile.service.ts';
import { stripeEventTypes } from './stripe-events.service.ts';
import { beginCheckout, cards, deliver, getBalance, getRow, payWith } from './testing/payments.ts';

let site: TestApp;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

async function addBuyer(): Promise<TestPlayer> {
  count += 1;
  return site.addPlayer(`Missed ${count}`);
}

describe('without webhooks', () => {
  test('each event is found in the list of events and applied once', async () => {
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    await payWith(site, checkout, cards.disputed);
    await reconcile(site.deps);
    await reconcile(site.deps);
    expect(await getRow(site, checkout.orderId)).toMatchObject({ state: 'paid', dispute: 'open' });
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(0);
    expect(await getRow(site, checkout.orderId)).toMatchObject({ clawed: 1000, clawbacks: 1 });
  });

  test('the checkout session is read when its events are gone too', async () => {
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    await payWith(site, checkout, cards.pays);
    await loseEvents();
    await reconcile(site.deps);
    expect(await getBalance(site, buyer)).toBe(0);
    await makeOlder(checkout.orderId);
    await reconcile(site.deps);
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('a missed refund of a missed payment is found', async () => {
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    await payWith(site, checkout, cards.pays);
    const { paymentId } = await site.deps.db
      .selectFrom('sandbox_sessions')
      .select('payment_id as paymentId')
      .where('reference', '=', checkout.orderId)
      .executeTakeFirstOrThrow();
    const stripe = await site.deps.payments.stripe();
    await stripe.refunds.create({ payment_intent: paymentId!, amount: 100 });
    await loseEvents();
    await makeOlder(checkout.orderId);
    await reconcile(site.deps);
    expect(await getBalance(site, buyer)).toBe(900);
  });

  test('the list of events is read to the last page', async () => {
    await beginCheckout(site, await addBuyer());
    await sql`
      insert into sandbox_events (id, type, body, next_attempt_at)
      select 'evt_page_' || n, 'checkout.session.expired', jsonb_build_object(
        'id', 'evt_page_' || n, 'object', 'event', 'type', 'checkout.session.expired',
        'created', extract(epoch from now())::bigint, 'livemode', false,
        'data', jsonb_build_object('object', jsonb_build_object('id', 'cs_foreign'))
      ), null
      from generate_series(1, 250) n`.execute(site.deps.db);
    await reconcile(site.deps);
    const { found } = await site.deps.db
      .selectFrom('payment_events')
      .select((eb) => eb.fn.countAll<number>().as('found'))
      .where('id', 'like', 'evt_page_%')
      .executeTakeFirstOrThrow();
    expect(found).toBe(250);
  });

  test('one failing event does not block the others', async () => {
    const [first, second] = [await addBuyer(), await addBuyer()];
    const broken = await beginCheckout(site, first);
    const whole = await beginCheckout(site, second);
    await payWith(site, broken, cards.pays);
    await payWith(site, whole, cards.pays);
    const { db } = site.deps;
    await sql`
      create function break_one() returns trigger language plpgsql as $$
      begin
        if new.ref = '${sql.raw(broken.orderId)}' then raise exception 'no'; end if;
        return new;
      end $$;
      create trigger broken before insert on ledger
        for each row execute function break_one()`.execute(db);
    // The event is older than what a run reads again in any case.
    await storeValue(db, 'payments.reconciled_until.sandbox', new Date(Date.now() - 3 * 3_600_000));
    await sql`update sandbox_events set created_at = now() - interval '2 hours'`.execute(db);
    await expect(reconcile(site.deps)).rejects.toThrow('no');
    expect(await getBalance(site, second)).toBe(1000);
    await sql`drop trigger broken on ledger; drop function break_one`.execute(db);
    await reconcile(site.deps);
    expect(await getBalance(site, first)).toBe(1000);
  });
});

describe('the events are listed', () => {
  const key = 'payments.reconciled_until.sandbox';
  const hours = (n: number) => n * 3_600_000;

  /** The parameters of the next list of events, which is empty. */
  async function readList() {
    const stripe = await site.deps.payments.stripe();
    const none = (async function* () {})() as never;
    const list = vi.spyOn(stripe.events, 'list').mockReturnValue(none);
    const from = Date.now();
    await reconcile(site.deps);
    const until = Date.now();
    const [[params] = []] = list.mock.calls;
    list.mockRestore();
    const { gte } = (params ?? {}).created as { gte: number };
    /** Whether the list begins so long before this run. */
    const beginsAgo = (ms: number) =>
      gte >= Math.floor((from - ms) / 1000) && gte <= Math.floor((until - ms) / 1000);
    return { params, from, gte, beginsAgo };
  }

  test('from an hour before the last run on, which is remembered for each mode', async () => {
    const { db } = site.deps;
    const last = new Date(Date.now() - hours(7));
    await storeValue(db, key, last);
    await storeValue(db, 'payments.reconciled_until.test', new Date(Date.now() - hours(90)));
    const { params, gte, from } = await readList();
    expect(gte).toBe(Math.floor((last.getTime() - hours(1)) / 1000));
    expect(params).toMatchObject({ limit: 100, types: stripeEventTypes });
    const stored = await findStoredValue(db, key);
    expect(Date.parse(String(stored))).toBeGreaterThanOrEqual(from);
  });

  test('at first from an hour before the oldest order of this mode on, and at most for 30 days', async () => {
    const { db } = site.deps;
    const buyer = await addBuyer();
    const add = async (mode: 'sandbox' | 'test', daysAgo: number) => {
      const { id } = await insertOrder(db, {
        account_id: buyer.id,
        state: 'failed',
        coins: 500,
        amount: 500,
        currency: 'usd',
        mode,
        origin: '',
        expires_at: new Date(),
        created_at: new Date(Date.now() - hours(24 * daysAgo)),
      });
      return Math.floor(((await getRow(site, id)).createdAt.getTime() - hours(1)) / 1000);
    };
    await deleteStoredValue(db, key);
    await add('test', 20);
    await add('sandbox', 8);
    const oldest = await add('sandbox', 9);
    expect((await readList()).gte).toBe(oldest);
    await deleteStoredValue(db, key);
    await add('sandbox', 40);
    const { beginsAgo } = await readList();
    expect(beginsAgo(hours(24 * 30))).toBe(true);
  });

  test('that are known to be refunds, disputes and checkouts', () => {
    expect(stripeEventTypes).toEqual([
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.async_payment_failed',
      'checkout.session.expired',
      'refund.created',
      'refund.updated',
      'refund.failed',
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
    ]);
  });
});

test('a checkout that expired without an event expires its order, and an open one stays open', async () => {
  const buyer = await addBuyer();
  const [expired, open] = [await beginCheckout(site, buyer), await beginCheckout(site, buyer)];
  await site.deps.db
    .updateTable('sandbox_sessions')
    .set({ status: 'expired' })
    .where('reference', '=', expired.orderId)
    .execute();
  for (const { orderId } of [expired, open]) await makeOlder(orderId);
  await loseEvents();
  await reconcile(site.deps);
  expect(await getRow(site, expired.orderId)).toMatchObject({ state: 'expired' });
  expect(await getRow(site, open.orderId)).toMatchObject({ state: 'pending' });
  const { checked_at: checkedAt } = await site.deps.db
    .selectFrom('orders')
    .select('checked_at')
    .where('id', '=', open.orderId)
    .executeTakeFirstOrThrow();
  expect(checkedAt).not.toBeNull();
});

describe('the provider is asked', () => {
  let owner: number;
  let orders = 0;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const add = async (change: Partial<NewOrder>) => {
    const { id } = await insertOrder(site.deps.db, {
      account_id: owner,
      state: 'pending',
      coins: 500,
      amount: 500,
      currency: 'usd',
      mode: 'sandbox',
      origin: '',
      expires_at: new Date(),
      session_id: `cs_asked_${(orders += 1)}`,
      created_at: minutesAgo(30),
      ...change,
    });
    return id;
  };
  beforeAll(async () => {
    owner = (await addBuyer()).id;
    await site.deps.db
      .updateTable('orders')
      .set({ state: 'expired' })
      .where('state', 'in', ['created', 'pending', 'processing'])
      .execute();
  });

  test('about open checkouts of this mode after ten minutes, the longest unchecked first', async () => {
    const found = [
      await add({ checked_at: minutesAgo(3) }),
      await add({ checked_at: minutesAgo(5), state: 'processing' }),
      await add({ created_at: minutesAgo(11) }),
    ];
    await add({ created_at: minutesAgo(9) });
    await add({ mode: 'test' });
    await add({ state: 'created' });
    await add({ state: 'paid', paid_at: new Date() });
    const asked = await findUnsettledOrders(site.deps.db, 'sandbox', 10);
    expect(asked.map(({ id }) => id)).toEqual(found.toReversed());
    await site.deps.db.deleteFrom('orders').where('account_id', '=', owner).execute();
  });

  test('about the refunds of orders that are due, and of paid ones once a day for 120 days', async () => {
    const hours = (n: number) => minutesAgo(n * 60);
    const paid = (hoursAgo: number, change: Partial<NewOrder> = {}) =>
      add({
        state: 'paid',
        paid_at: hours(hoursAgo),
        payment_id: `pi_asked_${orders + 1}`,
        ...change,
      });
    const found = [
      await paid(24 * 9, { losses_at: hours(24) }),
      await paid(24 * 119, { losses_at: hours(30) }),
      await paid(24),
      await paid(24 * 200, { losses_due: true }),
    ].toReversed();
    await paid(22);
    await paid(24 * 9, { losses_at: hours(22) });
    await paid(24 * 121, { losses_at: hours(24 * 9) });
    await paid(24 * 9, { mode: 'test', losses_due: true });
    await paid(24 * 9, { payment_id: null, losses_due: true });
    await paid(24 * 9, { state: 'review', review_reason: 'Odd.', paid_at: null });
    const { db } = site.deps;
    const ids = async (limit: number) =>
      (await findOrdersToCompare(db, 'sandbox', limit)).map(({ id }) => id);
    expect(await ids(100)).toEqual(found);
    expect(await ids(2)).toEqual(found.slice(0, 2));
    await db.deleteFrom('orders').where('account_id', '=', owner).execute();
  });
});

test('with payments off there is nothing to reconcile', async () => {
  const { config, db } = site.deps;
  const payments = createPaymentProvider({ config: { ...config, payments: { kind: 'off' } }, db });
  await expect(reconcile({ ...site.deps, payments })).resolves.toBeUndefined();
});

async function loseEvents(): Promise<void> {
  await site.deps.db.deleteFrom('sandbox_events').execute();
}

async function makeOlder(orderId: string): Promise<void> {
  await site.deps.db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - 11 * 60_000) })
    .where('id', '=', orderId)
    .execute();
}

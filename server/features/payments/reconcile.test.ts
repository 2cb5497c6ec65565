import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { storeValue } from '#server/lib/data/settings.db.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { createPaymentProvider } from './payment-provider.ts';
import { reconcile } from './reconcile.service.ts';
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

import { JSDOM } from 'jsdom';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import {
  createPaymentProvider,
  createStripeProvider,
} from '#server/features/payments/payment-provider.ts';
import {
  beginCheckout,
  cards,
  deliver,
  getBalance,
  getRow,
  payWith,
  requestCheckout,
} from '#server/features/payments/testing/payments.ts';
import type { Checkout } from '#server/features/payments/testing/payments.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { findCardEffect } from './sandbox-cards.ts';
import { getSandboxSecret } from './sandbox-secret.ts';
import { claimSandboxEvent, findNextDue, insertSandboxEvent } from './sandbox.db.ts';

let site: TestApp;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

async function addBuyer(on: TestApp = site): Promise<TestPlayer> {
  count += 1;
  return on.addPlayer(`Tester ${count}`);
}

function show({ url }: Checkout) {
  return site.app.inject(new URL(url).pathname);
}

describe('the hosted page', () => {
  test('shows the price, a sandbox notice, the test cards and a link back', async () => {
    const page = await show(await beginCheckout(site, await addBuyer(), 1250));
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    for (const text of [
      'Sandbox: no real money.',
      '1,250 Wyncoins',
      'Pay $12.50',
      '4000 0000 0000 9995',
      'href="http://localhost/shop?canceled=true&amp;order=',
    ]) {
      expect(page.body).toContain(text);
    }
  });

  test('has no script and no inline style, which the security policy would block', async () => {
    const page = await show(await beginCheckout(site, await addBuyer()));
    expect(page.body).not.toMatch(/<script|<style|style=|javascript:/i);
    expect(page.headers['content-security-policy']).toContain("style-src 'self'");
    const style = await site.app.inject('/sandbox/checkout.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test.each([
    ['declined', 'Your card was declined.'],
    ['insufficient', 'Your card has insufficient funds.'],
    ['expired', 'Your card has expired.'],
  ] as const)('the %s card shows an error, and another card can still pay', async (card, text) => {
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    const refused = await payWith(site, checkout, cards[card]);
    expect(refused.statusCode).toBe(200);
    expect(refused.body).toContain(text);
    await deliver(site);
    expect((await getRow(site, checkout.orderId)).state).toBe('pending');
    expect((await payWith(site, checkout, cards.pays)).statusCode).toBe(303);
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('the button of a test card counts, and a refused number stays in its field', async () => {
    const checkout = await beginCheckout(site, await addBuyer());
    const pay = async (form: Record<string, string>) => {
      const { body } = await site.app.inject({
        method: 'POST',
        url: new URL(checkout.url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      });
      const { document } = new JSDOM(body).window;
      const field = document.querySelector('[name="number"]');
      return [
        field?.getAttribute('value'),
        field?.getAttribute('aria-describedby'),
        document.querySelector('#problem')?.textContent,
      ];
    };
    const broke = 'Your card has insufficient funds.';
    expect(await pay({ card: cards.insufficient, number: cards.pays })).toEqual([
      cards.insufficient,
      'problem',
      broke,
    ]);
    expect(await pay({ number: '4000-0000-0000-9995' })).toEqual([
      '4000-0000-0000-9995',
      'problem',
      broke,
    ]);
    const { document } = new JSDOM((await show(checkout)).body).window;
    const field = document.querySelector('[name="number"]');
    expect(field?.getAttribute('value')).toBe(cards.pays);
    expect(field?.hasAttribute('aria-invalid')).toBe(false);
    expect(document.querySelector('#problem')).toBeNull();
  });

  test('input is escaped when it is shown again', async () => {
    const checkout = await beginCheckout(site, await addBuyer());
    const answer = await payWith(site, checkout, '"><b>4242</b>');
    expect(answer.body).not.toContain('<b>');
    expect(answer.body).toContain('Your card number is incorrect.');
  });

  test('paying twice charges once', async () => {
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    const answers = await Promise.all([
      payWith(site, checkout, cards.pays),
      payWith(site, checkout, cards.pays),
      payWith(site, checkout, cards.pays),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(1000);
    expect((await show(checkout)).body).toContain('Already paid');
  });

  test('an expired checkout cannot be paid, and its order expires', async () => {
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    await site.deps.db
      .updateTable('sandbox_sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('reference', '=', checkout.orderId)
      .execute();
    expect((await show(checkout)).statusCode).toBe(410);
    expect((await payWith(site, checkout, cards.pays)).statusCode).toBe(410);
    await deliver(site);
    expect((await getRow(site, checkout.orderId)).state).toBe('expired');
    expect(await getBalance(site, buyer)).toBe(0);
  });

  test('leads back to the site when it is closed: after a payment as paid, else as canceled', async () => {
    const buyer = await addBuyer();
    const [paid, over] = [await beginCheckout(site, buyer), await beginCheckout(site, buyer)];
    await payWith(site, paid, cards.pays);
    await site.deps.db
      .updateTable('sandbox_sessions')
      .set({ status: 'expired' })
      .where('reference', '=', over.orderId)
      .execute();
    const linkOf = ({ body }: { body: string }) =>
      /href="([^"]+)"[^>]*>\s*Return to Wynhold/.exec(body)?.[1]?.replaceAll('&amp;', '&');
    const { sessionId, origin } = await getRow(site, paid.orderId);
    expect(linkOf(await show(paid))).toBe(`${origin}/shop?session_id=${sessionId}`);
    expect(linkOf(await show(over))).toBe(`${origin}/shop?canceled=true&order=${over.orderId}`);
    expect(linkOf(await site.app.inject('/sandbox/checkout/cs_test_guess'))).toBe('/shop');
  });

  test('answers 404 for an unknown session', async () => {
    expect((await site.app.inject('/sandbox/checkout/cs_test_guess')).statusCode).toBe(404);
  });
});

test.each([
  ['4242424242424242', 'pays'],
  ['4000000000000259', 'pays'],
  ['4111111111111111', 'declined'],
  ['4242424242424241', 'declined'],
  ['', 'declined'],
])('the card %s %s', (number, kind) => {
  expect(findCardEffect(number).kind).toBe(kind);
});

test('a number that is no test card is told apart from a wrong one', () => {
  const unknown = 'The sandbox only takes test cards. Use one of the cards below.';
  const wrong = 'Your card number is incorrect.';
  for (const [number, message] of [
    ['4111 1111 1111 1111', unknown],
    ['5555-5555-5555-4444', unknown],
    ['4111 1111 1111 1112', wrong],
    ['18', wrong],
    ['0'.repeat(20), wrong],
  ] as const) {
    expect(findCardEffect(number), number).toEqual({ kind: 'declined', message });
  }
});

test('a dispute needs a payment, and is closed only while it is open', async () => {
  const admin = await site.addPlayer('Banker', 3);
  const buyer = await addBuyer();
  const checkout = await beginCheckout(site, buyer);
  const play = (outcome: string, id = checkout.orderId) =>
    site.app.inject(json('POST', `/api/admin/sandbox/orders/${id}/dispute`, { outcome }, admin));
  const refused = { code: 'payments/not-found' };
  expect((await play('opened')).json()).toMatchObject(refused);
  await payWith(site, checkout, cards.pays);
  await deliver(site);
  expect((await play('won')).json()).toMatchObject(refused);
  expect((await play('opened')).statusCode).toBe(204);
  expect((await play('lost')).statusCode).toBe(204);
  expect((await play('won')).json()).toMatchObject(refused);
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect((await play('opened', unknown)).statusCode).toBe(404);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_name as actor', 'after'])
    .where('subject', '=', checkout.orderId)
    .orderBy('id')
    .execute();
  expect(entries).toEqual(
    ['opened', 'lost'].map((outcome) => ({
      action: 'payments/sandbox-dispute',
      actor: 'Banker',
      after: { outcome },
    })),
  );
  await deliver(site);
  expect(await getBalance(site, buyer)).toBe(0);
});

test('the sandbox wakes up for the next event, failing refund or expiry, whichever comes first', async () => {
  const undone = new Error('undone');
  const found = transaction(site.deps.db, async (trx) => {
    for (const table of [
      'sandbox_events',
      'sandbox_refunds',
      'sandbox_disputes',
      'sandbox_sessions',
    ] as const) {
      await trx.deleteFrom(table).execute();
    }
    const seconds = async () => {
      const due = await findNextDue(trx);
      return due === undefined ? undefined : Math.round(due / 1000);
    };
    expect(await seconds()).toBeUndefined();
    const inSeconds = (after: number) => sql<Date>`now() + make_interval(secs => ${after})`;
    const session = (id: string, status: 'open' | 'complete', after: number) =>
      trx
        .insertInto('sandbox_sessions')
        .values({
          id,
          status,
          amount: 500,
          currency: 'usd',
          product: 'Coins',
          metadata: '{}',
          payment_metadata: '{}',
          success_url: '/',
          cancel_url: '/',
          request: '',
          expires_at: inSeconds(after),
          ...(status === 'complete' && {
            payment_id: 'pi_due',
            payment_status: 'paid' as const,
            card: '4242424242424242',
          }),
        })
        .execute();
    await session('paid', 'complete', 100);
    expect(await seconds()).toBeUndefined();
    await session('open', 'open', 900);
    expect(await seconds()).toBe(900);
    await trx
      .insertInto('sandbox_refunds')
      .values({
        id: 're_due',
        payment_id: 'pi_due',
        amount: 5,
        currency: 'usd',
        status: 'pending',
        fails_at: inSeconds(800),
        metadata: '{}',
        request: '',
      })
      .execute();
    expect(await seconds()).toBe(800);
    await trx
      .insertInto('sandbox_events')
      .values({ id: 'evt_due', type: 'test', body: '{}', next_attempt_at: inSeconds(700) })
      .execute();
    expect(await seconds()).toBe(700);
    throw undone;
  });
  await expect(found).rejects.toBe(undone);
});

describe('the sandbox’s webhooks', () => {
  test('are sent to the site over HTTP, including those from before it listened', async () => {
    const live = await openTestApp();
    const buyer = await addBuyer(live);
    const missed = await beginCheckout(live, buyer, 600);
    await payWith(live, missed, cards.pays);
    // Nothing is sent for this one: the site asks for it when it starts.
    await live.deps.db.deleteFrom('sandbox_events').execute();
    const created_at = new Date(Date.now() - 11 * 60_000);
    await live.deps.db.updateTable('orders').set({ created_at }).execute();
    const before = await beginCheckout(live, buyer, 500);
    await payWith(live, before, cards.pays);
    const address = await live.app.listen({ host: '127.0.0.1', port: 0 });
    await expect.poll(() => getBalance(live, buyer)).toBe(1100);

    const { headers, payload } = json('POST', '/', { amount: 700 }, buyer);
    const answer = await fetch(`${address}/api/shop/create-checkout-session`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: payload as string,
    });
    const { url } = (await answer.json()) as Checkout;
    expect(url.startsWith(`${address}/sandbox/checkout/`)).toBe(true);
    const body = new URLSearchParams({ number: cards.pays });
    const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect(paid.headers.get('location')).toContain(`${address}/shop?session_id=`);
    await expect.poll(() => getBalance(live, buyer)).toBe(1800);
    await live.close();
  });

  test('are retried until accepted, and credit once', async () => {
    const { db } = site.deps;
    const buyer = await addBuyer();
    const checkout = await beginCheckout(site, buyer);
    await payWith(site, checkout, cards.pays);
    await sql`
      create function break_events() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create trigger broken before insert on payment_events
        for each row execute function break_events()`.execute(db);
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(0);
    await sql`drop trigger broken on payment_events; drop function break_events`.execute(db);
    const waiting = await db
      .selectFrom('sandbox_events')
      .select(['attempts', 'last_error as lastError'])
      .where('next_attempt_at', 'is not', null)
      .execute();
    expect(waiting).toEqual([{ attempts: 1, lastError: 'status 500' }]);
    await db
      .updateTable('sandbox_events')
      .set({ next_attempt_at: new Date(0) })
      .where('next_attempt_at', 'is not', null)
      .execute();
    await deliver(site);
    expect(await getBalance(site, buyer)).toBe(1000);
  });

  test('are tried in the order in which they are due, after longer and longer pauses', async () => {
    const undone = new Error('undone');
    const found = transaction(site.deps.db, async (trx) => {
      await trx.deleteFrom('sandbox_events').execute();
      const attempts = { first: 0, second: 1, third: 5, many: 6, most: 12 };
      for (const [id, times] of Object.entries(attempts)) {
        await insertSandboxEvent(trx, { id, type: 'test', body: {} });
        await trx
          .updateTable('sandbox_events')
          .set({ attempts: times, next_attempt_at: sql<Date>`now() - interval '1 second'` })
          .where('id', '=', id)
          .execute();
      }
      await trx
        .updateTable('sandbox_events')
        .set({ next_attempt_at: sql<Date>`now() - interval '9 seconds'` })
        .where('id', '=', 'third')
        .execute();
      const claimed: unknown[] = [];
      for (;;) {
        const event = await claimSandboxEvent(trx);
        if (!event) break;
        const row = await trx
          .selectFrom('sandbox_events')
          .select([
            'id',
            'attempts',
            sql<number>`extract(epoch from next_attempt_at - now())::int`.as('pause'),
          ])
          .where('id', '=', event.id)
          .executeTakeFirstOrThrow();
        claimed.push(Object.values(row));
      }
      expect(claimed).toEqual([
        ['third', 6, 486],
        ['first', 1, 2],
        ['second', 2, 6],
        ['many', 7, 1458],
        ['most', 13, 3600],
      ]);
      throw undone;
    });
    await expect(found).rejects.toBe(undone);
  });

  test('are given up after three days', async () => {
    const { db } = site.deps;
    for (const [id, hours] of [
      ['evt_old', 73],
      ['evt_young', 71],
    ] as const) {
      await transaction(db, (trx) => insertSandboxEvent(trx, { id, type: 'test', body: {} }));
      await db
        .updateTable('sandbox_events')
        .set({ created_at: sql<Date>`now() - make_interval(hours => ${hours})` })
        .where('id', '=', id)
        .execute();
      expect(await claimSandboxEvent(db)).toMatchObject({ id });
    }
    const next = await db
      .selectFrom('sandbox_events')
      .select(['id', sql<boolean>`next_attempt_at > now()`.as('isLater')])
      .where('id', 'in', ['evt_old', 'evt_young'])
      .orderBy('id')
      .execute();
    expect(next).toEqual([
      { id: 'evt_old', isLater: null },
      { id: 'evt_young', isLater: true },
    ]);
  });

  test('have a secret that is read again after a failure', async () => {
    const payments = createPaymentProvider(site.deps);
    const read = vi.spyOn(site.deps.db, 'selectFrom').mockImplementationOnce(() => {
      throw new Error('down');
    });
    await expect(payments.webhookSecrets()).rejects.toThrow('down');
    read.mockRestore();
    expect(await payments.webhookSecrets()).toEqual([await getSandboxSecret(site.deps.db)]);
  });

  test('are signed with a secret that is unique to this install', async () => {
    const other = await openTestApp();
    const secrets = [await getSandboxSecret(site.deps.db), await getSandboxSecret(other.deps.db)];
    expect(secrets[0]).toMatch(/^whsec_[\da-f]{64}$/);
    expect(secrets[0]).not.toBe(secrets[1]);
    await other.close();
  });
});

describe('where Stripe is configured', () => {
  test('the sandbox answers 404', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const real = await openTestApp({ settings: keys });
    const admin = await real.addPlayer('Keeper', 3);
    const id = '00000000-0000-4000-8000-000000000000';
    const dispute = `/api/admin/sandbox/orders/${id}/dispute`;
    for (const request of [
      { url: '/sandbox/checkout/cs_test_1' },
      { url: '/sandbox/checkout.css' },
      { url: '/sandbox/checkout/cs_test_1', method: 'POST' as const },
      json('POST', dispute, { outcome: 'won' }, admin),
    ]) {
      expect((await real.app.inject(request)).statusCode).toBe(404);
    }
    const info = await real.app.inject('/api/shop/payments');
    expect(info.json()).toMatchObject({ mode: 'live', provider: 'STRIPE' });
    await real.close();
  });

  test('a live key with a replaced transport is refused', () => {
    const fake: typeof fetch = () => Promise.reject(new Error('never'));
    for (const secretKey of ['sk_live_1', 'rk_live_1', 'sk_anything']) {
      const access = { secretKey, webhookSecrets: ['whsec_1'], fetch: fake };
      expect(() => createStripeProvider(access)).toThrow('live Stripe key');
    }
  });
});

test('the sandbox refuses an idempotency key used with other parameters', async () => {
  const buyer = await addBuyer();
  const answer = await requestCheckout(site, buyer, { amount: 500 });
  const { orderId } = answer.json<Checkout>();
  const stripe = await site.deps.payments.stripe();
  const params = {
    mode: 'payment',
    success_url: 'http://localhost/shop',
    cancel_url: 'http://localhost/shop',
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 1, product_data: { name: 'Coins' } },
      },
    ],
  } as const;
  const idempotencyKey = `topup:${orderId}`;
  const again = stripe.checkout.sessions.create(
    { ...params, line_items: [...params.line_items] },
    { idempotencyKey },
  );
  await expect(again).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
});

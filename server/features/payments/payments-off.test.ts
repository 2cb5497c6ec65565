import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestPlayer } from '#server/testing/test-app.ts';

import { createPaymentProvider } from './payment-provider.ts';
import { reconcile } from './reconcile.service.ts';
import {
  beginCheckout,
  buyCoins,
  cards,
  deliver,
  getBalance,
  getRow,
  makeSessionEvent,
  openFaultySite,
  payWith,
  refund,
  requestCheckout,
  sendEvent,
} from './testing/payments.ts';
import type { FaultySite } from './testing/payments.ts';

// PAYMENTS=off with the keys still set: no new checkouts, but everything else still works.

let site: FaultySite;
let buyer: TestPlayer;
beforeAll(async () => {
  site = await openFaultySite();
  buyer = await site.addPlayer('Patron');
});
afterAll(() => site.close());

/** Does the same as PAYMENTS=off and a restart. */
function switchOff(): void {
  Object.assign(site.deps.payments, { isSelling: false });
}

test('when switched off, new checkouts are refused and existing orders are still processed', async () => {
  const admin = await site.addPlayer('Keeper', 3);
  const begun = await beginCheckout(site, buyer);
  const missed = await beginCheckout(site, buyer);
  const refunded = await buyCoins(site, buyer);
  const selling = await site.app.inject('/api/shop/payments');
  expect(selling.json()).toMatchObject({ mode: 'sandbox', provider: 'SANDBOX' });
  switchOff();

  const refused = await requestCheckout(site, buyer, { amount: 500 });
  expect(refused.json()).toMatchObject({ code: 'payments/off' });
  const info = await site.app.inject('/api/shop/payments');
  expect(info.json()).toMatchObject({ mode: 'off' });

  await payWith(site, begun, cards.disputed);
  await deliver(site);
  expect(await getRow(site, begun.orderId)).toMatchObject({ state: 'paid', dispute: 'open' });

  await payWith(site, missed, cards.pays);
  await reconcile(site.deps);
  expect(await getRow(site, missed.orderId)).toMatchObject({ state: 'paid' });

  const answer = await refund(site, admin, refunded, { amount: 400 });
  expect(answer.json()).toMatchObject({ refunded: 400, clawed: 400 });
  expect(await getBalance(site, buyer)).toBe(1600);
});

test('when switched off with keys set, webhooks are still processed', async () => {
  const off = await openTestApp({
    settings: {
      PAYMENTS: 'off',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
  });
  const player = await off.addPlayer('Player');
  const refused = await requestCheckout(off, player, { amount: 500 });
  expect(refused.json()).toMatchObject({ code: 'payments/off' });
  const order = await off.deps.db
    .insertInto('orders')
    .values({
      account_id: player.id,
      state: 'pending',
      coins: 500,
      amount: 500,
      currency: 'usd',
      mode: 'test',
      origin: 'http://localhost',
      session_id: 'cs_test_1',
      expires_at: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = await makeSessionEvent(off, order.id);
  expect((await sendEvent(off, event)).statusCode).toBe(200);
  expect(await getBalance(off, player)).toBe(500);
  await off.close();
});

test('when switched off without keys, nothing is sold or reconciled', async () => {
  const off = await openTestApp({ settings: { PAYMENTS: 'off' } });
  const answer = await requestCheckout(off, await off.addPlayer('Player'), { amount: 500 });
  expect(answer.json()).toMatchObject({ code: 'payments/off' });
  const info = await off.app.inject('/api/shop/payments');
  expect(info.json()).toMatchObject({ mode: 'off', provider: 'STRIPE' });
  const { config, db } = off.deps;
  expect(createPaymentProvider({ config, db })).toMatchObject({ mode: 'off', isSelling: false });
  await expect(reconcile(off.deps)).resolves.toBeUndefined();
  await off.close();
});

test('a refund of a sandbox payment says how, when payments are off', async () => {
  const sandbox = await openTestApp();
  const orderId = await buyCoins(sandbox, await sandbox.addPlayer('Payer'));
  Object.assign(sandbox.deps.payments, { mode: 'off', isSelling: false });
  const answer = await refund(sandbox, await sandbox.addPlayer('Warden', 3), orderId);
  expect(answer.statusCode).toBe(409);
  expect(answer.json<{ error: string }>().error).toContain('start the site with PAYMENTS=sandbox');
  await sandbox.close();
});

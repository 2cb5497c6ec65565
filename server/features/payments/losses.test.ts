import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { syncLosses } from './losses.service.ts';
import { buyCoins, getRow } from './testing/payments.ts';

// The coins that each state of a refund or dispute takes, of an order of 1,000 coins for $10.

let site: TestApp;
let orderId: string;
let paymentId: string;
beforeAll(async () => {
  site = await openTestApp();
  orderId = await buyCoins(site, await site.addPlayer('Loser'), { amount: 1000 });
  paymentId = (await getRow(site, orderId)).paymentId ?? '';
});
afterAll(() => site.close());

type Loss = { status: string; amount?: number; currency?: string };

/** Applies what the provider would report, and returns what the order then says. */
async function settle(reported: { refunds?: Loss[]; disputes?: Loss[] }) {
  const listOf = (losses: Loss[] = []) => ({
    list: async function* () {
      yield* losses.map((loss) => ({ amount: 400, currency: 'usd', ...loss }));
    },
  });
  const stripe = { refunds: listOf(reported.refunds), disputes: listOf(reported.disputes) };
  const payments = {
    ...site.deps.payments,
    stripe: async () => stripe as unknown as Stripe,
  };
  await syncLosses({ ...site.deps, payments }, { orderId, paymentId });
  const { dispute, refunded, disputed, clawed } = await getRow(site, orderId);
  return { dispute, refunded, disputed, clawed };
}

test.each([
  ['needs_response', 'open', 400],
  ['under_review', 'open', 400],
  ['something_new', 'open', 400],
  ['lost', 'lost', 400],
  ['prevented', 'lost', 400],
  ['won', 'won', 0],
  ['warning_needs_response', 'open', 0],
  ['warning_under_review', 'open', 0],
  ['warning_closed', 'won', 0],
])('a dispute with the status %s is %s and takes %i coins', async (status, dispute, coins) => {
  expect(await settle({ disputes: [{ status }] })).toEqual({
    dispute,
    refunded: 0,
    disputed: coins,
    clawed: coins,
  });
});

test.each([
  ['succeeded', 400],
  ['pending', 400],
  ['requires_action', 400],
  ['failed', 0],
  ['canceled', 0],
])('a refund with the status %s takes %i coins', async (status, coins) => {
  expect(await settle({ refunds: [{ status }] })).toEqual({
    dispute: null,
    refunded: coins,
    disputed: 0,
    clawed: coins,
  });
});

test('a dispute in another currency counts as the whole payment', async () => {
  const disputes = [{ status: 'lost', amount: 300, currency: 'eur' }];
  expect(await settle({ disputes })).toMatchObject({ disputed: 1000, clawed: 1000 });
});

test('of several disputes an open one counts first, and the coins of all are taken, at most all coins', async () => {
  const disputes = [
    { status: 'won' },
    { status: 'lost', amount: 100 },
    { status: 'needs_response', amount: 200 },
  ];
  expect(await settle({ disputes })).toMatchObject({ dispute: 'open', clawed: 300 });
  const refunds = [{ status: 'succeeded', amount: 900 }];
  expect(await settle({ disputes, refunds })).toMatchObject({ clawed: 1000 });
  expect(await settle({ disputes: disputes.slice(0, 2) })).toMatchObject({ dispute: 'lost' });
  expect(await settle({})).toEqual({ dispute: null, refunded: 0, disputed: 0, clawed: 0 });
});

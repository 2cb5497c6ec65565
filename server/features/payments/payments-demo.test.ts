import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadDemo } from '#server/demo/load-demo.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { reconcile } from './reconcile.service.ts';
import { refund } from './testing/payments.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
  await loadDemo(site.deps);
});
afterAll(() => site.close());

test('the ledger of the demo content has no errors', async () => {
  const { rules } = await runLedgerCheck(site.deps);
  expect(rules.filter(({ breaches }) => breaches > 0)).toEqual([]);
});

test('ledger entries of the demo content are in order of time', async () => {
  const { db } = site.deps;
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['account_id as accountId', 'at'])
    .orderBy('id')
    .execute();
  const latest = new Map<number, Date>();
  const backwards = rows.filter(({ accountId, at }) => {
    const before = latest.get(accountId);
    latest.set(accountId, at);
    return before && before > at;
  });
  expect(backwards).toEqual([]);
});

test('a top-up of the demo content can be refunded', async () => {
  await reconcile(site.deps);
  const admin = await site.addPlayer('Keeper', 3);
  const { id } = await site.deps.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'paid')
    .where('clawed', '=', 0)
    .limit(1)
    .executeTakeFirstOrThrow();
  const answer = await refund(site, admin, id, { amount: 100 });
  expect(answer.json()).toMatchObject({ refunded: 100, clawed: 100 });
});

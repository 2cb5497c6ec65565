import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { adjustCoins } from './wallet.service.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

const actor = { id: null, name: 'test', ip: null };

async function addOwner(name: string, coins: number): Promise<number> {
  const { id } = await site.addPlayer(name);
  const gift = { accountId: id, amount: coins, reason: 'Start', key: `start of ${name}` };
  await adjustCoins(site.deps, actor, gift);
  return id;
}

type Adjustment = Parameters<typeof adjustCoins>[2];

/**
 * Runs two adjustments of an existing wallet, both started before either changes it: a third transaction
 * locks the wallet until both are waiting for it.
 */
async function adjustAtOnce(first: Adjustment, second: Adjustment) {
  // Kysely's own transaction, because inside transaction() the site could not use its connections.
  const started = await site.deps.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('wallets')
      .select('account_id')
      .where('account_id', '=', first.accountId)
      .forNoKeyUpdate()
      .execute();
    const both = [first, second].map((one) => adjustCoins(site.deps, actor, one));
    const results = Promise.allSettled(both);
    await expect.poll(countWaiting, { timeout: 30_000 }).toBe(2);
    return { results };
  });
  return started.results;
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.deps.db);
  return rows[0]?.n ?? 0;
}

test('a key used twice at the same time moves the coins once and answers both calls', async () => {
  const accountId = await addOwner('Repeater', 100);
  const gift = { accountId, amount: 50, reason: 'Prize', key: 'twice' };
  const results = await adjustAtOnce(gift, gift);
  expect(results).toHaveLength(2);
  for (const isNew of [true, false]) {
    expect(results).toContainEqual({ status: 'fulfilled', value: { balance: 150, isNew } });
  }
});

test('of two simultaneous fines, one is refused when the balance covers only one', async () => {
  const accountId = await addOwner('Spender', 100);
  const fine = { accountId, amount: -80, reason: 'Fine', key: 'first fine' };
  const results = await adjustAtOnce(fine, { ...fine, key: 'second fine' });
  expect(results).toContainEqual({ status: 'fulfilled', value: { balance: 20, isNew: true } });
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'wallet/insufficient' },
  });
});

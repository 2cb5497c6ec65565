import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { listJobs } from '#server/features.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { AdminCharts } from '#shared/endpoints/dashboard.ts';
import { rights } from '#shared/rules/permissions.ts';

// Lists of very many rows are not read as a whole: see migration 0046.

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', rights.admin);
});
afterAll(() => site.close());

async function get(url: string): Promise<Record<string, unknown>> {
  const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

/** Rows of the past, which the triggers do not allow. */
async function insertPast(statement: ReturnType<typeof sql>): Promise<void> {
  await transaction(site.deps.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

test('sums of earlier days are kept, and every answer is as before', async () => {
  await insertPast(sql`
    insert into shop_items (id, name, description, price, item_id, position)
    overriding system value values (1, 'Cap', '', 10, 7, 1), (2, 'Boots', '', 25, 8, 2)`);
  // One a day, and four today. The cap was a hat until 10 days ago.
  await insertPast(sql`
    insert into purchases (id, account_id, shop_item_id, item_name, item_id, quantity, price,
      balance_after, took_stock, created_at, delivery_id, state, delivered_at, canceled_at)
    select n, ${admin.id}, 1 + n % 2, case when n % 2 = 1 then 'Boots' when n < 20 then 'Hat' else 'Cap' end,
      7 + n % 2, 1, 10 + 15 * (n % 2), 0, false, at, gen_random_uuid(), state::delivery_state,
      case when state = 'delivered' then at end, case when state = 'canceled' then at end
    from (
      select n, case when n % 5 = 0 then 'canceled' else 'delivered' end as state,
        least(date_trunc('day', now(), 'UTC') - make_interval(days => 30 - n, secs => -60), now()) as at
      from generate_series(1, 33) as n
    ) as bought`);
  await insertPast(sql`
    insert into ledger (id, account_id, book, kind, ref, memo, amount, balance_after, at)
    select 100 + n, ${admin.id}, 'topups', 'topup', n::text, '', n + 1, 0,
      date_trunc('day', now(), 'UTC') - make_interval(days => n)
    from generate_series(0, 20) as n`);
  const urls = [
    '/api/admin/charts?days=30',
    '/api/admin/shop/items',
    '/api/admin/purchases',
    `/api/admin/purchases?from=${day(12)}&until=${day(8)}`,
    `/api/admin/purchases?from=${day(1)}`,
    `/api/admin/purchases?until=${day(0)}`,
    `/api/admin/purchases?until=${day(400)}`,
    '/api/admin/purchases?item=hat',
    '/api/admin/purchases?item=7',
    '/api/admin/purchases?item=nothing',
    '/api/admin/purchases?state=refunded',
  ];
  const read = () => Promise.all(urls.map(get));
  const before = await read();
  const job = listJobs(site.deps).find(({ name }) => name === 'wallet/sum-days')!;
  await job.run();
  const summed = await sql`select from purchase_days`.execute(site.deps.db);
  expect(summed.rows.length).toBeGreaterThan(25);
  expect(await read()).toEqual(before);
  await job.run();
  expect(await read()).toEqual(before);

  const [charts, , all, , , , , hats, sevens] = before;
  const { coinsSpent = [], coinsSold = [] } = charts as Partial<AdminCharts>;
  expect(coinsSpent.slice(-3)).toEqual([10, 25, 70]);
  expect(coinsSold.slice(-3)).toEqual([3, 2, 1]);
  expect(before[1]).toMatchObject([
    { name: 'Cap', sold: 13, earned: 130 },
    { name: 'Boots', sold: 14, earned: 350 },
  ]);
  expect(all).toMatchObject({ total: 33, totals: { refunded: 105, spent: 480 } });
  expect(hats).toMatchObject({ total: 9 });
  expect(sevens).toMatchObject({ total: 16 });
});

test('more than 20,000 rows are counted and summed only on request', async () => {
  await insertPast(sql`
    insert into purchases (id, account_id, shop_item_id, item_name, item_id, quantity, price,
      balance_after, took_stock, delivery_id, state, delivered_at)
    select 1000 + n, ${admin.id}, 3, 'Many', 9, 1, 2, 0, false, gen_random_uuid(), 'delivered', now()
    from generate_series(1, 20030) as n`);
  await insertPast(sql`
    insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin)
    select ${admin.id}, 'expired', 500, 500, 'usd', 'sandbox', now(), ''
    from generate_series(1, 20030)`);
  for (const list of ['purchases?item=Many', 'orders?state=expired']) {
    const url = `/api/admin/${list}`;
    expect(await get(url)).toMatchObject({ total: 20_000, pages: 800, totals: null });
    const last = await get(`${url}&page=802`);
    expect(last).toMatchObject({ page: 802, pages: 802, totals: null });
    expect(last[list.split('?')[0]!]).toHaveLength(5);
    expect(await get(`${url}&totals=all`)).toMatchObject({
      total: 20_030,
      pages: 802,
      totals: list.startsWith('p') ? { spent: 40_060, players: 1 } : { paid: 0 },
    });
  }
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/** Without what is below a limit, which stops reading. */
function listNodes(plan: Plan): Plan[] {
  const below = plan['Node Type'] === 'Limit' ? [] : (plan.Plans ?? []);
  return [plan, ...below.flatMap(listNodes)];
}

/** The tables that a request reads from the first to the last row. */
async function findWholeReads(url: string): Promise<string[]> {
  const { db } = site.deps;
  const execute = vi.spyOn(db.getExecutor(), 'executeQuery');
  await get(url);
  const queries = execute.mock.calls.map(([query]) => query);
  execute.mockRestore();
  const reads: string[] = [];
  for (const { sql: text, parameters } of queries) {
    const explain = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain);
    const nodes = listNodes(rows[0]!['QUERY PLAN'][0].Plan);
    reads.push(
      ...nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? ''),
    );
  }
  expect(queries.length).toBeGreaterThan(0);
  return reads;
}

test('a page of a long list is read by an index', async () => {
  await sql`analyze purchases, orders`.execute(site.deps.db);
  // The sums over all rows, which need the whole table, are made on request only.
  expect(await findWholeReads('/api/admin/purchases?item=Many&totals=all')).toContain('purchases');
  const lists = ['purchases', 'purchases?page=800', 'orders', 'orders?state=review', 'shop/items'];
  for (const list of [...lists, 'charts?days=30', 'overview']) {
    const reads = await findWholeReads(`/api/admin/${list}`);
    expect(reads, list).not.toContain('purchases');
    expect(reads, list).not.toContain('orders');
  }
});

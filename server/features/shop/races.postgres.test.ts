import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { sized } from '#server/testing/sized.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { PurchaseReceipt } from '#shared/endpoints/shop.ts';

import { buyItem } from './buying.service.ts';
import { refundPurchase } from './purchases.service.ts';
import { deleteShopSale } from './sales.service.ts';
import {
  addItem,
  balanceOf,
  findBrokenLedgerRules,
  getCoinsAndPurchases,
  giveCoins,
} from './testing/shop.ts';

type Buyer = { id: number; username: string; usernameKey: string };

const attempts = sized(50, 200);

let site: TestApp;
let admin: TestPlayer;
let buyers: Buyer[];
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Shopkeeper', 3);
  buyers = await addBuyers(attempts);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- the ledger must be consistent after every test
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});
afterAll(() => site.close());

const actor = { id: null, name: 'test', ip: null };
/** Inserts rows directly: hashing this many passwords would take longer than the test. */
async function addBuyers(count: number): Promise<Buyer[]> {
  const rows = await site.deps.db
    .insertInto('accounts')
    .values(
      Array.from({ length: count }, (_, at) => ({
        username: `Racer ${at}`,
        username_key: `racer ${at}`,
        email: `racer${at}@example.test`,
        email_key: `racer${at}@example.test`,
        identity_provider: 'test',
        identity_id: `racer ${at}`,
      })),
    )
    .returning(['id', 'username', 'username_key as usernameKey'])
    .execute();
  for (const row of rows) await giveCoins(site, row, 100_000);
  return rows;
}

/** Runs all attempts at once; returns the successful results and the error codes of the rest. */
async function race(count: number, attempt: (at: number) => Promise<PurchaseReceipt>) {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, at) => attempt(at)));
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const lost = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  );
  return { won, lost };
}

const buyFor = (buyer: Buyer, itemId: string, key: string | null = null) =>
  buyItem(site.deps, buyer, { request: { itemId }, key });

test('many players race for the last item: one gets it', async () => {
  const item = await addItem(site, admin, { stock: 1 });
  const { won, lost } = await race(attempts, (at) => buyFor(buyers[at]!, item.id));
  expect(won).toHaveLength(1);
  expect(new Set(lost)).toEqual(new Set(['shop/sold-out']));
});

test('many players race for an item with a total limit: exactly so many get it', async () => {
  const item = await addItem(site, admin, { totalLimit: 3 });
  const { won, lost } = await race(attempts, (at) => buyFor(buyers[at]!, item.id));
  expect(won).toHaveLength(3);
  expect(new Set(lost)).toEqual(new Set(['shop/sold-out']));
});

test('bundles that share a stock are bought as a whole or not at all, without a deadlock', async () => {
  const part = await addItem(site, admin, { stock: 9 });
  const other = await addItem(site, admin, { stock: 500 });
  const [one, two] = [Number(part.id), Number(other.id)];
  const draft = { kind: 'bundle' as const, itemId: 0 };
  const bundles = [
    await addItem(site, admin, {
      ...draft,
      parts: [
        { itemId: two, count: 1 },
        { itemId: one, count: 1 },
      ],
    }),
    await addItem(site, admin, {
      ...draft,
      parts: [
        { itemId: one, count: 2 },
        { itemId: two, count: 3 },
      ],
    }),
  ];
  const { won, lost } = await race(attempts, (at) => buyFor(buyers[at]!, bundles[at % 2]!.id));
  expect(new Set(lost)).toEqual(new Set(['shop/sold-out']));
  const { rows } = await sql<{ groups: number; parts: number; units: number; coins: number }>`
    select count(distinct group_id) as groups, count(*) as parts, sum(price)::bigint as coins,
      sum(units) filter (where shop_item_id = ${one}) as units
    from purchases where bundle_id in (${bundles[0]!.id}::bigint, ${bundles[1]!.id}::bigint)`.execute(
    site.deps.db,
  );
  const n = won.length;
  expect(rows).toEqual([{ groups: n, parts: 2 * n, units: 9, coins: 300 * n }]);
});

test('when a sale ends while many buy, each pays the price that was shown or is asked again', async () => {
  const item = await addItem(site, admin, { price: 300 });
  const { id: saleId } = await site.deps.db
    .insertInto('shop_sales')
    .values({
      name: 'Short',
      percent: 50,
      scope: 'all',
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { won, lost } = await race(attempts, async (at) => {
    if (at === attempts / 2) await deleteShopSale(site.deps, actor, saleId);
    const request = { itemId: item.id, price: at % 2 === 0 ? 150 : 300 };
    const receipt = await buyItem(site.deps, buyers[at]!, { request, key: null });
    expect(receipt.price).toBe(request.price);
    return receipt;
  });
  expect(new Set(lost)).toEqual(new Set(['shop/price-changed']));
  expect(won.length + lost.length).toBe(attempts);
  const last = await buyItem(site.deps, buyers[0]!, {
    request: { itemId: item.id, price: 300 },
    key: null,
  });
  expect(last.price).toBe(300);
});

test('parallel purchases of one player use a discount once', async () => {
  const buyer = buyers[5]!;
  const item = await addItem(site, admin, { price: 100 });
  await site.deps.db
    .insertInto('shop_discounts')
    .values({ account_id: buyer.id, percent: 30, label: 'Code' })
    .execute();
  const { won } = await race(20, () => buyFor(buyer, item.id));
  expect(won.map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([
    70,
    ...Array.from({ length: 19 }, () => 100),
  ]);
});

test('one player spends the whole balance in many parallel requests: one succeeds', async () => {
  const buyer = buyers[0]!;
  const before = await getCoinsAndPurchases(site, buyer);
  const item = await addItem(site, admin, { price: before.coins });
  const { won, lost } = await race(attempts, () => buyFor(buyer, item.id));
  expect(won).toHaveLength(1);
  expect(new Set(lost)).toEqual(new Set(['shop/not-enough-coins']));
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({
    coins: 0,
    purchases: before.purchases + 1,
  });
});

test('many parallel requests with one key make one purchase', async () => {
  const buyer = buyers[1]!;
  const before = await getCoinsAndPurchases(site, buyer);
  const item = await addItem(site, admin, { stock: 500 });
  const { won } = await race(attempts, () => buyFor(buyer, item.id, 'double click'));
  expect(won).toHaveLength(attempts);
  expect(new Set(won.map(({ purchaseId }) => purchaseId)).size).toBe(1);
  expect(await getCoinsAndPurchases(site, buyer)).toMatchObject({
    coins: before.coins - 300,
    purchases: before.purchases + 1,
  });
});

test('parallel requests with one key make one purchase of an item without a stock, for several keys', async () => {
  const buyer = buyers[3]!;
  const item = await addItem(site, admin, { price: 1 });
  for (let round = 0; round < sized(4, 10); round++) {
    const before = await getCoinsAndPurchases(site, buyer);
    const { won } = await race(20, () => buyFor(buyer, item.id, `round ${round}`));
    expect(won).toHaveLength(20);
    expect(new Set(won.map(({ purchaseId }) => purchaseId)).size).toBe(1);
    expect(await getCoinsAndPurchases(site, buyer)).toEqual({
      coins: before.coins - 1,
      purchases: before.purchases + 1,
    });
  }
});

test('one player buys an item limited to one in many parallel requests: one succeeds', async () => {
  const item = await addItem(site, admin, { perPlayerLimit: 1 });
  const { won, lost } = await race(attempts, () => buyFor(buyers[2]!, item.id));
  expect(won).toHaveLength(1);
  expect(new Set(lost)).toEqual(new Set(['shop/limit-reached']));
});

test('20 players buying 3 items in parallel do not deadlock', async () => {
  // Less than the third of the requests that each item gets.
  const stock = attempts * 0.3;
  const items = [
    await addItem(site, admin, { stock }),
    await addItem(site, admin, { stock }),
    await addItem(site, admin),
  ];
  const { won, lost } = await race(attempts * 2, (at) =>
    buyFor(buyers[10 + (at % 20)]!, items[(at * 7) % items.length]!.id),
  );
  expect(new Set(lost)).toEqual(new Set(['shop/sold-out']));
  expect(won.length).toBe(2 * stock + Math.floor((attempts * 2) / 3));
});

test('when a refund and a claim race, only one of them succeeds', async () => {
  const buyer = buyers[40]!;
  const item = await addItem(site, admin, { stock: 1000 });
  for (let round = 0; round < sized(16, 40); round++) {
    const before = await balanceOf(site, buyer);
    const { purchaseId } = await buyFor(buyer, item.id);
    const [refunded, claimed] = await Promise.allSettled([
      refundPurchase(site.deps, actor, Number(purchaseId)),
      claim(Number(purchaseId), round % 8),
    ]);
    const isClaimed = claimed.status === 'fulfilled' && claimed.value;
    expect(refunded.status).toBe(isClaimed ? 'rejected' : 'fulfilled');
    expect(await balanceOf(site, buyer)).toBe(isClaimed ? before - 300 : before);
  }
  // A race may always have the same winner, so test both orders explicitly.
  const first = await buyFor(buyer, item.id);
  expect(await claim(Number(first.purchaseId), 0)).toBe(true);
  await expect(refundPurchase(site.deps, actor, Number(first.purchaseId))).rejects.toMatchObject({
    code: 'shop/not-refundable',
  });
  const second = await buyFor(buyer, item.id);
  await refundPurchase(site.deps, actor, Number(second.purchaseId));
  expect(await claim(Number(second.purchaseId), 0)).toBe(false);
});

test('parallel refunds of one purchase refund it once', async () => {
  const buyer = buyers[41]!;
  const item = await addItem(site, admin);
  const { purchaseId } = await buyFor(buyer, item.id);
  const before = await balanceOf(site, buyer);
  const results = await Promise.allSettled(
    Array.from({ length: sized(20, 50) }, () =>
      refundPurchase(site.deps, actor, Number(purchaseId)),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balanceOf(site, buyer)).toBe(before + 300);
});

/** Claims like a game server, under a lease. `after` delays the claim by that many queries. */
async function claim(purchaseId: number, after: number): Promise<boolean> {
  for (let turn = 0; turn < after; turn++) await balanceOf(site, buyers[0]!);
  const { numUpdatedRows } = await site.deps.db
    .updateTable('purchases')
    .set({
      state: 'claimed',
      claimed_at: new Date(),
      lease_id: '00000000-0000-4000-8000-000000000000',
      lease_until: new Date(Date.now() + 60_000),
    })
    .where('state', '=', 'queued')
    .where('id', '=', purchaseId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

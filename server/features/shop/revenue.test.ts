import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { PurchaseReceipt } from '#shared/endpoints/shop.ts';

import { addItem, buy, giveCoins } from './testing/shop.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Accountant', 3);
});
afterAll(() => site.close());

const read = (query: string, path = '') =>
  site.app.inject({
    url: `/api/admin/shop/revenue${path}?${query}`,
    headers: { cookie: admin.cookie },
  });

test('revenue is summed by item, sale and code, without refunds', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('Spender');
  await giveCoins(site, player, 10_000);
  const lantern = await addItem(site, admin, { price: 300 });
  const crown = await addItem(site, admin, { name: '=Crown', price: 1000 });
  await buy(site, player, lantern);
  const refunded = (await buy(site, player, lantern)).json<PurchaseReceipt>();
  const refund = json('POST', `/api/admin/purchases/${refunded.purchaseId}/refund`, {}, admin);
  expect((await site.app.inject(refund)).statusCode).toBe(200);
  await sql`
    insert into shop_sales (name, percent, scope, starts_at, ends_at)
    values ('Harvest', 10, 'all', now() - interval '1 hour', now() + interval '1 hour')`.execute(
    db,
  );
  const draft = {
    name: 'Thanks',
    kind: 'percent',
    value: 50,
    word: 'THANKS',
    count: 1,
    uses: null,
  };
  const body = { ...draft, perPlayer: 1, expiresAt: null };
  await site.app.inject(json('POST', '/api/admin/shop/codes', body, admin));
  await site.app.inject(json('POST', '/api/shop/codes/redeem', { code: 'thanks' }, player));
  expect((await buy(site, player, { ...crown, price: 450 })).statusCode).toBe(200);
  expect((await buy(site, player, { ...lantern, price: 270 })).statusCode).toBe(200);

  const today = Math.floor(Date.now() / 86_400_000) * 86_400;
  expect((await read('')).json()).toEqual({
    rows: [
      {
        id: Number(lantern.id),
        name: 'Lantern',
        purchases: 3,
        coins: 570,
        saved: 30,
        refunded: 300,
      },
      { id: Number(crown.id), name: '=Crown', purchases: 1, coins: 450, saved: 550, refunded: 0 },
    ],
    days: [{ day: today, coins: 1020 }],
  });
  expect((await read('by=sale')).json()).toMatchObject({
    rows: [{ name: 'Harvest', purchases: 2, coins: 720, saved: 580, refunded: 0 }],
  });
  expect((await read('by=code')).json()).toMatchObject({
    rows: [{ name: 'Thanks', purchases: 1, coins: 450, saved: 550 }],
  });
  expect((await read('until=2020-01-31')).json()).toEqual({ rows: [], days: [] });
  const csv = await read('by=item', '.csv');
  expect(csv.body.split('\r\n').slice(1)).toEqual([
    'Lantern,3,570,30,300',
    "'=Crown,1,450,550,0",
    '',
  ]);
});

test('revenue counts whole days of the last 30 unless others are asked for, and days without a sale', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('Old Buyer');
  await giveCoins(site, player, 1000);
  const [lamp, cape] = [await addItem(site, admin), await addItem(site, admin, { name: 'Cape' })];
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const at = (days: number, ms = 0) => new Date(midnight - days * 86_400_000 + ms);
  const add = (item: { id: string; name: string }, price: number, createdAt: Date) =>
    db
      .insertInto('purchases')
      .values({
        account_id: player.id,
        shop_item_id: Number(item.id),
        item_name: item.name,
        item_id: 1,
        quantity: 1,
        price,
        took_stock: false,
        created_at: createdAt,
      })
      .execute();
  await add(lamp, 7, at(29, -1));
  await add(cape, 20, at(29));
  await add(lamp, 20, at(27, 86_399_999));
  await add(lamp, 0, at(26));
  type Revenue = {
    rows: { id: number; purchases: number; coins: number }[];
    days: { day: number; coins: number }[];
  };
  const of = async (query: string) => {
    const { rows, days } = (await read(query)).json<Revenue>();
    return {
      rows: rows.map(({ id, purchases, coins }) => [id, purchases, coins]),
      days: days.map(({ day, coins }) => [day, coins]),
    };
  };
  const [lampId, capeId] = [Number(lamp.id), Number(cape.id)];
  const day = (ago: number) => at(ago).getTime() / 1000;
  const text = (ago: number) => at(ago).toISOString().slice(0, 10);
  const month = await of('');
  // If sums are equal, the older item comes first.
  expect(month.rows.slice(-2)).toEqual([
    [lampId, 1, 20],
    [capeId, 1, 20],
  ]);
  expect(month.days).toHaveLength(30);
  expect(month.days.slice(0, 4)).toEqual([
    [day(29), 20],
    [day(28), 0],
    [day(27), 20],
    [day(26), 0],
  ]);
  expect(await of(`from=${text(30)}&until=${text(29)}`)).toEqual({
    rows: [
      [capeId, 1, 20],
      [lampId, 1, 7],
    ],
    days: [
      [day(30), 7],
      [day(29), 20],
    ],
  });
  expect(await of(`until=${text(28)}&from=${text(28)}`)).toEqual({ rows: [], days: [] });
});

test('what a player saved does not count any more after a refund', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('Refunded');
  await giveCoins(site, player, 1000);
  const cape = await addItem(site, admin, { name: 'Saving cape', price: 500 });
  await db
    .insertInto('shop_discounts')
    .values({ account_id: player.id, percent: 30, label: 'Thanks' })
    .execute();
  const bought = await buy(site, player, cape, { changes: { price: undefined } });
  const { purchaseId, price } = bought.json<PurchaseReceipt>();
  const readRow = async () =>
    (await read(''))
      .json<{ rows: { id: number }[] }>()
      .rows.find(({ id }) => id === Number(cape.id));
  expect(await readRow()).toMatchObject({ coins: price, saved: 500 - price, refunded: 0 });
  expect(price).toBeLessThan(500);
  await site.app.inject(json('POST', `/api/admin/purchases/${purchaseId}/refund`, {}, admin));
  expect(await readRow()).toMatchObject({ coins: 0, saved: 0, refunded: price });
});

test('a bundle is one purchase of the bundle, and the days and the file follow the filter', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('Bundler');
  await giveCoins(site, player, 1000);
  await sql`update shop_sales set deleted_at = now()`.execute(db);
  const parts = [await addItem(site, admin), await addItem(site, admin, { name: 'Rope' })];
  const kit = await addItem(site, admin, {
    name: 'Kit',
    kind: 'bundle',
    itemId: 0,
    price: 90,
    parts: parts.map(({ id }) => ({ itemId: Number(id), count: 1 })),
  });
  for (let n = 0; n < 2; n += 1) expect((await buy(site, player, kit)).statusCode).toBe(200);
  type Revenue = { rows: { id: number }[]; days: { day: number; coins: number }[] };
  const bought = new Set([kit, ...parts].map(({ id }) => Number(id)));
  const ofThese = ({ rows }: Revenue) => rows.filter(({ id }) => bought.has(id));
  const kits = { id: Number(kit.id), name: 'Kit', purchases: 2, coins: 180, saved: 0, refunded: 0 };
  expect(ofThese((await read('')).json())).toEqual([kits]);

  const day = 86_400_000;
  const start = Date.UTC(2026, 0, 31);
  for (const [days, price] of [
    [0, 5],
    [29, 6],
    [30, 7],
  ] as const) {
    await db
      .insertInto('purchases')
      .values({
        account_id: player.id,
        shop_item_id: Number(parts[1]!.id),
        item_name: 'Rope',
        item_id: 1,
        quantity: 1,
        price,
        took_stock: false,
        created_at: new Date(start - days * day),
      })
      .execute();
  }
  // Without a first day: thirty of them until the last.
  const until = 'until=2026-01-31';
  const early = (await read(until)).json<Revenue>();
  expect(ofThese(early)).toMatchObject([{ name: 'Rope', purchases: 2, coins: 11 }]);
  expect(early.days[0]).toEqual({ day: start / 1000 - 29 * 86_400, coins: 6 });
  expect(early.days).toHaveLength(30);
  const csv = await read(until, '.csv');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="revenue.csv"');
  expect(csv.body).toBe('\u{FEFF}Name,Purchases,Coins,Saved,Refunded\r\nRope,2,11,0,0\r\n');
});

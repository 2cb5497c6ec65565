import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { returnExpiredLeases } from '#server/features/deliveries/deliveries.service.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { LoggedPurchase, ManagedItem, PurchaseReceipt } from '#shared/endpoints/shop.ts';

import {
  addItem,
  balanceOf,
  buy,
  findBrokenLedgerRules,
  giveCoins,
  lantern,
} from './testing/shop.ts';

let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Shopkeeper', 3);
  player = await site.addPlayer('Oak Buyer');
  await giveCoins(site, player, 100_000);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- the ledger must be consistent after every test
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});
afterAll(() => site.close());

const asAdmin = { headers: {} as Record<string, string> };
beforeAll(() => {
  asAdmin.headers = { cookie: admin.cookie };
});

async function listManaged(): Promise<ManagedItem[]> {
  return (await site.app.inject({ url: '/api/admin/shop/items', ...asAdmin })).json();
}

async function purchase(item: ManagedItem): Promise<string> {
  const answer = await buy(site, player, item);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PurchaseReceipt>().purchaseId;
}

const refund = (id: string) =>
  site.app.inject(json('POST', `/api/admin/purchases/${id}/refund`, {}, admin));

async function findLog(query: string) {
  const answer = await site.app.inject({ url: `/api/admin/purchases?${query}`, ...asAdmin });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{
    purchases: LoggedPurchase[];
    total: number;
    totals: Record<string, number>;
  }>();
}

/** Sets the state directly instead of going through the bridge. */
async function setDelivery(purchaseId: string, state: 'claimed' | 'delivered' | 'attention') {
  const lease = {
    lease_id: state === 'claimed' ? randomUUID() : null,
    lease_until: state === 'claimed' ? new Date(Date.now() + 60_000) : null,
  };
  await site.deps.db
    .updateTable('purchases')
    .set({ state, ...lease, delivered_at: state === 'delivered' ? new Date() : null })
    .where('id', '=', Number(purchaseId))
    .execute();
}

async function lastAudit() {
  return site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

test('an item is created at the end of the store and audited', async () => {
  const first = await addItem(site, admin, { name: 'First' });
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const draft = { ...lantern, name: 'Second', endsAt, stock: 7, perPlayerLimit: 2, quantity: 3 };
  const second = await addItem(site, admin, draft);
  expect(second).toMatchObject({ ...draft, version: 1, sold: 0, earned: 0 });
  const ids = (await listManaged()).map(({ id }) => id);
  expect(ids.indexOf(second.id)).toBe(ids.indexOf(first.id) + 1);
  expect(await lastAudit()).toMatchObject({
    actor_name: 'Shopkeeper',
    action: 'shop/item-created',
    subject: second.id,
    after: { name: 'Second', price: 300 },
  });
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a price of zero', { price: 0 }, 'price'],
  ['a fraction of a coin', { price: 9.5 }, 'price'],
  ['a negative stock', { stock: -1 }, 'stock'],
  ['a limit of zero', { perPlayerLimit: 0 }, 'perPlayerLimit'],
  ['a picture from another site', { image: 'https://evil.example/x.png' }, 'image'],
  ['a script as picture', { image: 'javascript:alert(1)' }, 'image'],
])('%s is rejected with an error for its field', async (_what, changes, field) => {
  const answer = await site.app.inject(
    json('POST', '/api/admin/shop/items', { ...lantern, ...changes }, admin),
  );
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ fields: object }>().fields).toHaveProperty(field);
});

test('a save based on an older version is rejected', async () => {
  const item = await addItem(site, admin);
  const save = (changes: object) =>
    site.app.inject(
      json('PUT', `/api/admin/shop/items/${item.id}`, { ...item, ...changes }, admin),
    );
  const saved = await save({ price: 400 });
  expect(saved.json()).toMatchObject({ price: 400, version: 2 });
  const late = await save({ price: 500 });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({
    code: 'shop/outdated',
    error: 'Shopkeeper has saved this item since you opened it.',
  });
  expect(await lastAudit()).toMatchObject({
    action: 'shop/item-updated',
    before: { name: 'Lantern', price: 300 },
    after: { name: 'Lantern', price: 400 },
  });
});

test('the kind of an item stays, and a category, server or rank must exist unless the item has it', async () => {
  const headers = { cookie: admin.cookie };
  const created = await site.app.inject(
    json('POST', '/api/admin/shop/categories', { name: 'Lamps' }, admin),
  );
  const categoryId = Number(created.json<{ id: string }[]>().at(-1)?.id);
  const item = await addItem(site, admin, { categoryId });
  const save = (changes: object) =>
    site.app.inject(
      json('PUT', `/api/admin/shop/items/${item.id}`, { ...item, ...changes }, admin),
    );
  const refusals: [object, string][] = [
    [{ kind: 'rank', value: 'knight' }, 'kind'],
    [{ serverIds: [999_999] }, 'serverIds'],
    [{ categoryId: categoryId + 1 }, 'categoryId'],
    [{ needsStep: 999 }, 'needsStep'],
  ];
  for (const [changes, field] of refusals) {
    const answer = await save(changes);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  }
  const managed = await site.app.inject({ url: '/api/admin/shop/items', headers });
  expect(managed.json<ManagedItem[]>().find(({ id }) => id === item.id)).toMatchObject({
    version: 1,
    categoryId,
  });
  expect((await save({ categoryId: null })).json()).toMatchObject({ categoryId: null });
});

test('sales made while an admin edits the item stay deducted from the stock', async () => {
  const item = await addItem(site, admin, { stock: 10 });
  await purchase(item);
  await purchase(item);
  const save = async (stock: number, stockSeen: number, version: number) => {
    const body = { ...item, stock, stockSeen, version };
    const answer = await site.app.inject(
      json('PUT', `/api/admin/shop/items/${item.id}`, body, admin),
    );
    return answer.json<ManagedItem>().stock;
  };
  expect(await save(10, 10, 1)).toBe(8);
  expect(await save(15, 10, 2)).toBe(13);
});

test('an item can be hidden and shown', async () => {
  const item = await addItem(site, admin);
  const enable = (enabled: boolean) =>
    site.app.inject(json('PATCH', `/api/admin/shop/items/${item.id}/enabled`, { enabled }, admin));
  const listed = async () => {
    const answer = await site.app.inject({
      url: '/api/shop/items',
      headers: { cookie: player.cookie },
    });
    return answer.json<{ id: string }[]>().some(({ id }) => id === item.id);
  };
  expect(await listed()).toBe(true);
  await enable(false);
  expect(await listed()).toBe(false);
  expect(await lastAudit()).toMatchObject({ action: 'shop/item-disabled' });
  await enable(true);
  expect(await listed()).toBe(true);
  // The same again changes nothing, so that an open editor can still save.
  const again = (await enable(true)).json<ManagedItem>();
  expect(again).toMatchObject({ version: 3, enabled: true, updatedBy: 'Shopkeeper' });
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', item.id)
    .where('action', 'in', ['shop/item-disabled', 'shop/item-enabled'])
    .orderBy('id')
    .execute();
  const [shown, hidden] = [true, false].map((enabled) => ({ name: 'Lantern', enabled }));
  expect(entries).toEqual([
    { action: 'shop/item-disabled', before: shown, after: hidden },
    { action: 'shop/item-enabled', before: hidden, after: shown },
  ]);
});

test('a deleted item cannot be saved, shown or deleted again, and the others stay', async () => {
  const [item, other] = [await addItem(site, admin), await addItem(site, admin)];
  const before = await listManaged();
  const send = (method: 'PUT' | 'PATCH' | 'DELETE', path = '', body?: object) =>
    site.app.inject(json(method, `/api/admin/shop/items/${item.id}${path}`, body, admin));
  expect((await send('DELETE')).statusCode).toBe(204);
  expect(await lastAudit()).toMatchObject({
    action: 'shop/item-deleted',
    subject: item.id,
    before: { name: 'Lantern', price: 300, enabled: true },
    after: null,
  });
  expect(await listManaged()).toEqual(before.filter(({ id }) => id !== item.id));
  expect((await send('PUT', '', { ...item, price: 1 })).statusCode).toBe(404);
  expect((await send('PATCH', '/enabled', { enabled: true })).statusCode).toBe(404);
  expect((await send('DELETE')).statusCode).toBe(404);
  expect((await listManaged()).some(({ id }) => id === other.id)).toBe(true);
});

test('a stock can be set, counted down below zero and removed, on that item only', async () => {
  const [item, other] = [await addItem(site, admin, { stock: 9 }), await addItem(site, admin)];
  const save = async (changes: object) => {
    const { version } = (await listManaged()).find(({ id }) => id === item.id)!;
    const body = { ...item, ...changes, version };
    const answer = await site.app.inject(
      json('PUT', `/api/admin/shop/items/${item.id}`, body, admin),
    );
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<ManagedItem>().stock;
  };
  for (let n = 0; n < 3; n += 1) await purchase(item);
  // Three of the nine were sold meanwhile, and the admin takes away eight.
  expect(await save({ stock: 1, stockSeen: 9 })).toBe(0);
  expect(await save({ stock: 4 })).toBe(4);
  expect(await save({ stock: null, stockSeen: 4 })).toBeNull();
  expect(await save({ stock: 5, stockSeen: null })).toBe(5);
  const changed = (await listManaged()).find(({ id }) => id === item.id);
  expect(changed).toMatchObject({ version: 5, sold: 3, earned: 900 });
  expect((await listManaged()).find(({ id }) => id === other.id)).toEqual(other);
});

test('the sales of an item are its own purchases, without refunded ones', async () => {
  const [item, other] = [
    await addItem(site, admin, { price: 40 }),
    await addItem(site, admin, { price: 7 }),
  ];
  const first = await purchase(item);
  await purchase(item);
  await purchase(other);
  await refund(first);
  const sales = (await listManaged())
    .filter(({ id }) => [item.id, other.id].includes(id))
    .map(({ sold, earned }) => [sold, earned]);
  expect(sales).toEqual([
    [1, 40],
    [1, 7],
  ]);
});

test('categories are renamed, reordered and deleted alone, and there are at most 30', async () => {
  type Category = { id: string; name: string };
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    site.app.inject(json(method, `/api/admin/shop/${path}`, body, admin));
  const before = (await site.app.inject({ url: '/api/admin/shop/categories', ...asAdmin })).json<
    Category[]
  >();
  for (const { id } of before) await send('DELETE', `categories/${id}`);
  for (const name of ['Hats', 'Lamps', 'Capes']) await send('POST', 'categories', { name });
  const list = async () =>
    (await site.app.inject({ url: '/api/admin/shop/categories', ...asAdmin })).json<Category[]>();
  const [hats, lamps, capes] = (await list()) as [Category, Category, Category];
  expect([hats, lamps, capes].map(({ name }) => name)).toEqual(['Hats', 'Lamps', 'Capes']);
  const renamed = { ...lamps, name: 'Lights' };
  expect((await send('PUT', `categories/${lamps.id}`, { name: 'Lights' })).json()).toEqual([
    hats,
    renamed,
    capes,
  ]);
  const entry = {
    actor_name: 'Shopkeeper',
    action: 'shop/category-renamed',
    subject: lamps.id,
    before: { name: 'Lamps' },
    after: { name: 'Lights' },
  };
  expect(await lastAudit()).toEqual(entry);
  await send('PUT', `categories/${lamps.id}`, { name: 'Lights' });
  expect(await lastAudit()).toEqual(entry);
  // Items that are not listed follow in their order, and unknown ones are left out.
  const ids = [capes.id, '999999', capes.id];
  expect((await send('PUT', 'category-order', { ids })).json()).toEqual([capes, hats, renamed]);
  const reordered = await lastAudit();
  expect(reordered).toMatchObject({ action: 'shop/categories-reordered' });
  await send('PUT', 'category-order', { ids: [capes.id] });
  expect(await lastAudit()).toEqual(reordered);
  const item = await addItem(site, admin, { categoryId: Number(capes.id) });
  const hat = await addItem(site, admin, { categoryId: Number(hats.id) });
  expect((await send('DELETE', `categories/${capes.id}`)).json()).toEqual([hats, renamed]);
  const categoryOf = async ({ id: of }: ManagedItem) =>
    (await listManaged()).find(({ id }) => id === of)?.categoryId;
  expect([await categoryOf(item), await categoryOf(hat)]).toEqual([null, Number(hats.id)]);
  expect((await send('PUT', `categories/${capes.id}`, { name: 'Gone' })).statusCode).toBe(404);
  expect((await send('DELETE', `categories/${capes.id}`)).statusCode).toBe(404);
  await site.deps.db
    .insertInto('shop_categories')
    .values(Array.from({ length: 27 }, (_, at) => ({ name: `Shelf ${at}`, position: 10 + at })))
    .execute();
  expect((await send('POST', 'categories', { name: 'Thirtieth' })).json()).toHaveLength(30);
  expect((await send('POST', 'categories', { name: 'Too many' })).json()).toMatchObject({
    error: 'There can be at most 30 categories.',
  });
});

test('items are reordered, and those not listed follow', async () => {
  const added = [
    await addItem(site, admin),
    await addItem(site, admin),
    await addItem(site, admin),
  ];
  const [first, second, third] = added.map(({ id }) => id) as [string, string, string];
  const answer = await site.app.inject(
    json('PUT', '/api/admin/shop/order', { ids: [third, first] }, admin),
  );
  const ids = answer.json<ManagedItem[]>().map(({ id }) => id);
  expect(ids.slice(0, 2)).toEqual([third, first]);
  expect(ids.at(-1)).toBe(second);
  const entry = await lastAudit();
  expect(entry).toMatchObject({ action: 'shop/reordered', subject: 'store' });
  expect(entry.after).toEqual(ids.map(Number));
  expect(entry.before).not.toEqual(entry.after);
  await site.app.inject(json('PUT', '/api/admin/shop/order', { ids: [third, first] }, admin));
  await addItem(site, admin, { name: 'Last' });
  expect((await listManaged()).map(({ name }) => name).at(-1)).toBe('Last');
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'shop/reordered')
    .execute();
  expect(entries).toHaveLength(1);
});

test('an undelivered purchase is canceled once, and coins and stock are restored', async () => {
  const item = await addItem(site, admin, { name: 'Unwanted', stock: 1, perPlayerLimit: 1 });
  const before = await balanceOf(site, player);
  const id = await purchase(item);
  expect(await balanceOf(site, player)).toBe(before - 300);
  const refunded = await refund(id);
  expect(refunded.statusCode, refunded.body).toBe(200);
  expect(refunded.json()).toMatchObject({ state: 'refunded', deliveryState: 'canceled' });
  expect(await balanceOf(site, player)).toBe(before);
  expect(await lastAudit()).toMatchObject({
    action: 'shop/purchase-refunded',
    subject: id,
    after: { player: 'Oak Buyer', item: 'Unwanted', coins: 300 },
  });
  const again = await refund(id);
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ error: 'This purchase has already been refunded.' });
  expect(await balanceOf(site, player)).toBe(before);
  // The refund also restored stock and limit.
  await purchase(item);
});

test('a refund adds nothing to a stock that the purchase was not taken from', async () => {
  const item = await addItem(site, admin, { name: 'Once unlimited' });
  const id = await purchase(item);
  const { version } = (await listManaged()).find((one) => one.id === item.id)!;
  const limited = { ...lantern, name: 'Once unlimited', stock: 3, version };
  const saved = await site.app.inject(
    json('PUT', `/api/admin/shop/items/${item.id}`, limited, admin),
  );
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await refund(id)).statusCode).toBe(200);
  expect((await listManaged()).find((one) => one.id === item.id)?.stock).toBe(3);
});

test('a delivery that failed for good can be refunded', async () => {
  const id = await purchase(await addItem(site, admin));
  await setDelivery(id, 'attention');
  expect((await refund(id)).statusCode).toBe(200);
});

test.each([
  [
    'claimed',
    'The game is delivering this item right now. Wait until the delivery succeeds or fails.',
  ],
  ['delivered', 'This item has already been delivered, so it cannot be refunded.'],
] as const)('a %s purchase is not refunded', async (state, error) => {
  const id = await purchase(await addItem(site, admin));
  const before = await balanceOf(site, player);
  await setDelivery(id, state);
  const answer = await refund(id);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'shop/not-refundable', error });
  expect(await balanceOf(site, player)).toBe(before);
});

test('a delivery with an expired lease is refunded only after the game reports that it was not applied', async () => {
  const server = await addTestServer(site);
  const buyer = await site.addPlayer('Leased Buyer');
  await giveCoins(site, buyer, 300);
  const bought = await buy(site, buyer, await addItem(site, admin));
  const id = bought.json<PurchaseReceipt>().purchaseId;
  const claim = { player: buyer.username, session: 'stay-1', limit: 20 };
  const claimed = await server.post('/deliveries/claim', claim);
  const deliveryId = claimed.json<{ items: { id: string }[] }>().items[0]!.id;
  await site.deps.db
    .updateTable('purchases')
    .set({ lease_until: new Date(0) })
    .where('id', '=', Number(id))
    .execute();
  await returnExpiredLeases(site.deps);
  expect((await findLog('player=leased')).purchases).toMatchObject([{ deliveryState: 'queued' }]);

  const early = await refund(id);
  expect(early.statusCode).toBe(409);
  expect(early.json()).toMatchObject({ code: 'shop/not-refundable' });
  expect(await balanceOf(site, buyer)).toBe(0);

  const failure = { status: 'failed', reason: 'The bank is full.', retryable: true };
  await server.post(`/deliveries/${deliveryId}/ack`, failure);
  expect((await refund(id)).statusCode).toBe(200);
  expect(await balanceOf(site, buyer)).toBe(300);
});

test('the log can be filtered by player, item, id, delivery and day, with totals', async () => {
  const item = await addItem(site, admin, { name: 'Ledger Stone', itemId: 77_123, price: 50 });
  const [first] = [await purchase(item), await purchase(item), await purchase(item)];
  await refund(first);
  const found = await findLog('item=ledger');
  expect(found).toMatchObject({
    total: 3,
    totals: { spent: 100, refunded: 50, players: 1, waiting: 2 },
  });
  expect(found.purchases[0]).toMatchObject({
    username: 'Oak Buyer',
    itemName: 'Ledger Stone',
    itemId: 77_123,
    price: 50,
    deliveryState: 'queued',
  });
  expect((await findLog('item=77123&delivery=canceled')).total).toBe(1);
  expect((await findLog('item=ledger&player=oak')).total).toBe(3);
  expect((await findLog('item=ledger&player=nobody')).total).toBe(0);
  const today = new Date().toISOString().slice(0, 10);
  expect((await findLog(`item=ledger&from=${today}&until=${today}`)).total).toBe(3);
  expect((await findLog('item=ledger&until=2006-01-01')).total).toBe(0);
});

test('the log finds one purchase by its number or delivery, and filters are combined', async () => {
  const friend = await site.addPlayer('Oak Friend');
  await giveCoins(site, friend, 1000);
  const stone = await addItem(site, admin, { name: 'Rune Stone', itemId: 88, price: 11 });
  const other = await addItem(site, admin, { name: 'Rune Pebble', itemId: 89, price: 5 });
  const ids = [await purchase(stone), await purchase(stone), await purchase(other)] as const;
  const theirs = (await buy(site, friend, stone)).json<PurchaseReceipt>().purchaseId;
  await setDelivery(ids[0], 'attention');
  await refund(ids[1]);
  const found = async (query: string) => {
    const { purchases, total, totals } = await findLog(query);
    return { ids: purchases.map(({ id }) => id), total, totals };
  };
  expect(await found('item=rune')).toEqual({
    ids: [theirs, ids[2], ids[1], ids[0]],
    total: 4,
    totals: { spent: 27, refunded: 11, players: 2, waiting: 3 },
  });
  expect((await found('item=RUNE%20STONE&player=oak')).ids).toEqual([theirs, ids[1], ids[0]]);
  expect((await found('item=rune&username=oak%20buyer')).ids).toEqual([ids[2], ids[1], ids[0]]);
  expect((await found('item=rune&username=oak')).ids).toEqual([]);
  expect((await found('item=rune&state=refunded')).ids).toEqual([ids[1]]);
  expect((await found('item=88&state=bought')).ids).toEqual([theirs, ids[0]]);
  expect((await found('item=88&state=bought&delivery=attention')).ids).toEqual([ids[0]]);
  expect((await found(`id=${ids[2]}`)).ids).toEqual([ids[2]]);
  const [one] = (await findLog(`id=${ids[2]}`)).purchases;
  expect((await found(`id=${one?.deliveryId}`)).ids).toEqual([ids[2]]);
  expect((await found(`id=${one?.deliveryId}&item=stone`)).ids).toEqual([]);
  expect((await found(`id=${randomUUID()}`)).ids).toEqual([]);
  const url = `/api/admin/purchases.csv?ids=${ids[2]},${ids[0]}`;
  const csv = await site.app.inject({ url, ...asAdmin });
  const lines = csv.body.trimEnd().split('\r\n').slice(1);
  expect(lines.map((text) => text.split(',')[0])).toEqual([ids[2], ids[0]]);
  expect(lines[0]).toBe(
    [
      ids[2],
      one?.createdAt,
      'Oak Buyer,Rune Pebble,89,1,5,bought,queued',
      one?.deliveryId,
      '5,,',
    ].join(','),
  );
});

test('the log has 25 purchases per page, newest first', async () => {
  const item = await addItem(site, admin, { name: 'Paged', itemId: 4321, price: 3 });
  const first = await purchase(item);
  const { id } = player;
  await sql`
    insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
    select ${id}, ${item.id}::bigint, 'Paged ' || n, 4321, 1, 0, false
    from generate_series(1, 25) as n`.execute(site.deps.db);
  const page = await findLog('item=paged');
  expect(page).toMatchObject({ total: 26, pages: 2 });
  expect(page.purchases.map(({ itemName }) => itemName)).toEqual(
    Array.from({ length: 25 }, (_, at) => `Paged ${25 - at}`),
  );
  const last = await findLog('item=paged&page=2');
  expect(last.purchases).toMatchObject([{ id: first, itemName: 'Paged', price: 3 }]);
});

test('the CSV export escapes formulas', async () => {
  const item = await addItem(site, admin, { name: '=HYPERLINK("x")', itemId: 5 });
  const id = await purchase(item);
  const answer = await site.app.inject({
    url: '/api/admin/purchases.csv?item=hyperlink',
    ...asAdmin,
  });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = answer.body.slice(1).split('\r\n');
  expect(lines[0]).toContain('Player,Item,Item id');
  expect(lines[1]).toContain(`${id},`);
  expect(lines[1]).toContain(`Oak Buyer,"'=HYPERLINK(""x"")",5,1,300,bought,queued`);
  expect(lines).toHaveLength(3);
});

test('what a save leaves out stays, what it has is written, and the audit log has each of both', async () => {
  const { db } = site.deps;
  const { id: categoryId } = await db
    .insertInto('shop_categories')
    .values({ name: 'Magic', position: 99 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const optional = { categoryId, totalLimit: 9, needsLevel: 40, value: 'fly', endValue: 'land' };
  const draft = {
    ...lantern,
    name: 'Wings',
    kind: 'command' as const,
    itemId: 0,
    ...optional,
    days: 30,
  };
  const created = await addItem(site, admin, draft);
  expect(created).toMatchObject({ ...optional, days: 30, needsStep: null, isOneDelivery: false });
  const save = async (version: number, changes: object) => {
    const url = `/api/admin/shop/items/${created.id}`;
    const body = { ...lantern, name: 'Wings', itemId: 0, version, ...changes };
    const answer = await site.app.inject(json('PUT', url, body, admin));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<ManagedItem>();
  };
  expect(await save(1, {})).toMatchObject({ kind: 'command', ...optional, days: 30, version: 2 });
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const changes = {
    description: 'They carry.',
    price: 450,
    enabled: false,
    endsAt,
    stock: 8,
    perPlayerLimit: 3,
    categoryId: null,
    totalLimit: 20,
    needsLevel: 41,
    value: 'fly high',
    endValue: 'land softly',
    days: 60,
  };
  expect(await save(2, changes)).toMatchObject(changes);
  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', created.id)
    .where('action', 'like', 'shop/item-%')
    .orderBy('id')
    .execute();
  const { description, price, enabled, stock, perPlayerLimit } = lantern;
  const before = {
    description,
    price,
    enabled,
    endsAt: null,
    stock,
    perPlayerLimit,
    ...optional,
    days: 30,
  };
  expect(entries.map(({ action }) => action)).toEqual([
    'shop/item-created',
    'shop/item-updated',
    'shop/item-updated',
  ]);
  expect(entries[0]).toEqual({
    action: 'shop/item-created',
    before: null,
    after: {
      name: 'Wings',
      image: null,
      itemId: 0,
      quantity: 1,
      kind: 'command',
      serverIds: null,
      needsStep: null,
      isOneDelivery: false,
      parts: null,
      ...before,
    },
  });
  expect(entries[2]).toEqual({
    action: 'shop/item-updated',
    before: { name: 'Wings', ...before },
    after: { name: 'Wings', ...changes },
  });
});

test('a purchase is found by the name it was sold under, and one that a game holds is waiting', async () => {
  const item = await addItem(site, admin, { name: 'Brass Bell', itemId: 61_234, price: 4 });
  const first = await purchase(item);
  const saved = await site.app.inject(
    json('PUT', `/api/admin/shop/items/${item.id}`, { ...item, name: 'Iron Bell' }, admin),
  );
  const second = await purchase(saved.json());
  const idsOf = async (query: string) => (await findLog(query)).purchases.map(({ id }) => id);
  expect(await idsOf('item=brass')).toEqual([first]);
  expect(await idsOf('item=iron%20bell')).toEqual([second]);
  expect(await idsOf('item=61234')).toEqual([second, first]);
  expect(await idsOf('item=6123')).toEqual([]);
  await setDelivery(first, 'claimed');
  await setDelivery(second, 'delivered');
  expect((await findLog('item=61234')).totals).toMatchObject({ spent: 8, waiting: 1 });
});

test('the log and its file have the bundle, the full price and the receiver of a gift', async () => {
  const buyer = await site.addPlayer('Generous');
  await giveCoins(site, buyer, 1000);
  const [rope, hook] = [
    await addItem(site, admin, { name: 'Rope', itemId: 954, price: 30, quantity: 2 }),
    await addItem(site, admin, { name: 'Hook', itemId: 955, price: 10 }),
  ];
  const kit = await addItem(site, admin, {
    name: 'Climbing Kit',
    kind: 'bundle',
    itemId: 0,
    price: 20,
    parts: [
      { itemId: Number(hook.id), count: 1 },
      { itemId: Number(rope.id), count: 3 },
    ],
  });
  await site.deps.db
    .insertInto('shop_discounts')
    .values({ account_id: buyer.id, percent: 50, label: 'Half' })
    .execute();
  const changes = { giftTo: player.username, note: 'Climb on' };
  const bought = await buy(site, buyer, { ...kit, price: 10 }, { changes });
  expect(bought.statusCode, bought.body).toBe(200);
  const { purchases } = await findLog('username=Generous');
  const common = {
    username: 'Generous',
    state: 'bought',
    refundedAt: null,
    deliveryState: 'queued',
    failures: 0,
    lastFailure: null,
    bundle: 'Climbing Kit',
    receiver: 'Oak Buyer',
  };
  const any = { deliveryId: expect.any(String), createdAt: expect.any(String) };
  const [ropes, hooks] = purchases as [LoggedPurchase, LoggedPurchase];
  const { purchaseId } = bought.json<PurchaseReceipt>();
  expect(purchases).toEqual([
    {
      ...common,
      ...any,
      id: ropes.id,
      itemName: 'Rope',
      itemId: 954,
      quantity: 6,
      price: 8,
      fullPrice: 17,
    },
    {
      ...common,
      ...any,
      id: purchaseId,
      itemName: 'Hook',
      itemId: 955,
      quantity: 1,
      price: 2,
      fullPrice: 3,
      note: 'Climb on',
    },
  ]);
  const url = '/api/admin/purchases.csv?username=generous';
  const lines = (await site.app.inject({ url, ...asAdmin })).body.slice(1).split('\r\n');
  expect(lines).toEqual([
    'Purchase,Date,Player,Item,Item id,Quantity,Price,State,Delivery,Delivery id,Full price,Bundle,Gift for',
    `${ropes.id},${ropes.createdAt},Generous,Rope,954,6,8,bought,queued,${ropes.deliveryId},17,Climbing Kit,Oak Buyer`,
    `${hooks.id},${hooks.createdAt},Generous,Hook,955,1,2,bought,queued,${hooks.deliveryId},3,Climbing Kit,Oak Buyer`,
    '',
  ]);
  const refunded = await refund(ropes.id);
  expect(refunded.json()).toEqual({
    ...ropes,
    state: 'refunded',
    refundedAt: expect.any(String),
    deliveryState: 'canceled',
  });
  expect(await lastAudit()).toEqual({
    actor_name: 'Shopkeeper',
    action: 'shop/purchase-refunded',
    subject: ropes.id,
    before: { delivery: 'queued' },
    after: { player: 'Generous', item: 'Rope', coins: 8, delivery: 'canceled' },
  });
});

test('a bundle keeps its parts unless they are sent, and only whole bundles can be sold', async () => {
  const [one, two, three] = [
    await addItem(site, admin, { name: 'One', price: 10, stock: 9 }),
    await addItem(site, admin, { name: 'Two', price: 10, stock: 4 }),
    await addItem(site, admin, { name: 'Three', price: 10 }),
  ];
  const part = ({ id }: ManagedItem, count = 1) => ({ itemId: Number(id), count });
  const parts = [part(three), part(two), part(one, 2)];
  const kit = await addItem(site, admin, {
    name: 'Counted Kit',
    kind: 'bundle',
    itemId: 77,
    quantity: 5,
    stock: 50,
    price: 40,
    parts,
  });
  // A bundle has no item, number or stock of its own, and no saving at the price of its parts.
  expect(kit).toMatchObject({ itemId: 0, quantity: 1, stock: 4, leastPrice: 3, parts });
  expect(kit).not.toHaveProperty('saving');
  expect(kit.contents?.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Three', 1],
    ['Two', 1],
    ['One', 2],
  ]);
  const save = (version: number, changes: object) => {
    const body = { ...lantern, name: 'Counted Kit', price: 39, version, ...changes };
    return site.app.inject(json('PUT', `/api/admin/shop/items/${kit.id}`, body, admin));
  };
  expect((await save(1, {})).json()).toMatchObject({ parts, saving: 1, leastPrice: 3 });
  const fewer = [part(one, 4), part(two)];
  const changed = { parts: fewer, isOneDelivery: true };
  expect((await save(2, changed)).json()).toMatchObject({ ...changed, stock: 2, saving: 11 });
  expect(await lastAudit()).toMatchObject({
    action: 'shop/item-updated',
    before: { parts, isOneDelivery: false },
    after: changed,
  });
  expect((await save(3, {})).json()).toMatchObject(changed);
  const remove = ({ id }: ManagedItem) =>
    site.app.inject(json('DELETE', `/api/admin/shop/items/${id}`, undefined, admin));
  expect((await remove(one)).json()).toMatchObject({
    code: 'shop/in-bundle',
    error: 'Take it out of the bundle Counted Kit first.',
  });
  expect((await remove(three)).statusCode).toBe(204);
  const withDeleted = await save(4, { parts: [part(one), part(three)] });
  expect(withDeleted.json()).toMatchObject({
    fields: { parts: 'One of these items was deleted. Choose the items again.' },
  });
  expect((await remove(kit)).statusCode).toBe(204);
  expect((await remove(one)).statusCode).toBe(204);
});

test('a save is refused with no name if the account that saved the item is gone', async () => {
  const item = await addItem(site, admin);
  await site.deps.db
    .updateTable('shop_items')
    .set({ updated_by: null, version: 2 })
    .where('id', '=', Number(item.id))
    .execute();
  const late = await site.app.inject(json('PUT', `/api/admin/shop/items/${item.id}`, item, admin));
  expect(late.json()).toMatchObject({
    error: 'Someone else has saved this item since you opened it.',
  });
});

test.each(['2026-13-01', 'yesterday'])('the day “%s” is rejected', async (from) => {
  for (const path of ['/api/admin/purchases', '/api/admin/purchases.csv']) {
    const answer = await site.app.inject({ url: `${path}?from=${from}`, ...asAdmin });
    expect(answer.statusCode).toBe(400);
  }
});

test.each([
  ['GET', '/api/admin/shop/items'],
  ['POST', '/api/admin/shop/items'],
  ['PUT', '/api/admin/shop/items/1'],
  ['PATCH', '/api/admin/shop/items/1/enabled'],
  ['DELETE', '/api/admin/shop/items/1'],
  ['PUT', '/api/admin/shop/order'],
  ['GET', '/api/admin/purchases'],
  ['GET', '/api/admin/purchases.csv'],
  ['POST', '/api/admin/purchases/1/refund'],
  ['GET', '/api/admin/pages/terms'],
  ['PUT', '/api/admin/pages/terms'],
] as const)('%s %s is only for admins', async (method, url) => {
  const visitor = await site.app.inject({ method, url });
  expect(visitor.statusCode).toBe(401);
  const asPlayer = await site.app.inject({ method, url, headers: { cookie: player.cookie } });
  expect(asPlayer.statusCode).toBe(403);
});

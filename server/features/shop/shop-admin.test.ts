import { randomUUID } from 'node:crypto';

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

test('the kind of an item stays, and a category or server must exist unless the item has it', async () => {
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
  expect(await lastAudit()).toMatchObject({ action: 'shop/reordered' });
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

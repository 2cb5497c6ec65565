import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { addDelivery, addTestServer, heartbeat } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';
import type { Deliverer, GameItem, GameServer } from '#shared/endpoints/game-servers.ts';
import type { ItemDraft, ManagedItem, OwnPurchase, ShopItem } from '#shared/endpoints/shop.ts';

import { buy, getCoinsAndPurchases, giveCoins, lantern } from './testing/shop.ts';

// Which game servers may deliver an item, which items their games have, and what the shop then sells.

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Shopkeeper', 3);
});
beforeEach(async () => {
  const servers = await get<GameServer[]>('/api/admin/servers');
  for (const { id } of servers) await asAdmin('DELETE', `/api/admin/servers/${id}`);
});
afterAll(() => site.close());

async function get<T>(url: string, player = admin): Promise<T> {
  const answer = await site.app.inject({ url, headers: { cookie: player.cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

function asAdmin(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  return site.app.inject(json(method, path, body, admin));
}

/** Unlike the other shop tests' addItem, it does not add a game server. */
async function createItem(changes: Partial<ItemDraft> = {}): Promise<ManagedItem> {
  const answer = await asAdmin('POST', '/api/admin/shop/items', { ...lantern, ...changes });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ManagedItem>();
}

async function setServers(item: ManagedItem, serverIds: number[] | null) {
  const { version } = await getManaged(item);
  const body = { ...lantern, name: item.name, itemId: item.itemId, serverIds, version };
  return asAdmin('PUT', `/api/admin/shop/items/${item.id}`, body);
}

async function getManaged({ id }: Pick<ShopItem, 'id'>): Promise<ManagedItem> {
  const items = await get<ManagedItem[]>('/api/admin/shop/items');
  return items.find((item) => item.id === id)!;
}

async function addBuyer(coins = 1000): Promise<TestPlayer> {
  count += 1;
  const buyer = await site.addPlayer(`Buyer ${count}`);
  if (coins > 0) await giveCoins(site, buyer, coins);
  return buyer;
}

async function isForSale(item: ShopItem): Promise<boolean | undefined> {
  const items = await get<ShopItem[]>('/api/shop/items');
  return items.find(({ id }) => id === item.id)?.deliverable;
}

async function buyOrThrow(player: TestPlayer, item: ShopItem): Promise<void> {
  const answer = await buy(site, player, item);
  expect(answer.statusCode, answer.body).toBe(200);
}

type Claimed = { id: string; itemName: string };

async function claim(server: TestServer, player: TestPlayer, session = 's'): Promise<Claimed[]> {
  const body = { player: player.username, session };
  const answer = await server.post('/deliveries/claim', body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ items: Claimed[] }>().items;
}

async function claimNames(server: TestServer, player: TestPlayer): Promise<string[]> {
  return (await claim(server, player)).map(({ itemName }) => itemName);
}

async function deliveryStates(player: TestPlayer): Promise<string[]> {
  const { purchases } = await get<{ purchases: OwnPurchase[] }>('/api/shop/purchases', player);
  return purchases.map(({ delivery }) => delivery.state);
}

test('a site without a game server shows its items but does not sell them', async () => {
  const item = await createItem();
  const buyer = await addBuyer();
  expect(await isForSale(item)).toBe(false);
  const answer = await buy(site, buyer, item);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'shop/undeliverable',
    message:
      'Lantern cannot be bought at the moment, because no game server can deliver it. Nothing was bought and your balance is unchanged.',
  });
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 1000, purchases: 0 });
  expect(await getManaged(item)).toMatchObject({
    deliverable: false,
    deliveredBy: [],
    lackedBy: [],
    neverConnected: [],
  });
});

test('a player without coins is not told to top up for an item that cannot be delivered', async () => {
  const answer = await buy(site, await addBuyer(0), await createItem({ stock: 5 }));
  expect(answer.json()).toMatchObject({ code: 'shop/undeliverable' });
});

test('a token with the scope deliveries opens the shop, revoking it closes the shop', async () => {
  const item = await createItem();
  await addTestServer(site, { scopes: ['heartbeat', 'hiscores'] });
  expect(await isForSale(item)).toBe(false);
  const server = await addTestServer(site, { scopes: ['deliveries'] });
  // Connected before, and now offline: a game that restarts does not close the shop.
  expect(await isForSale(item)).toBe(true);
  const buyer = await addBuyer();
  await buyOrThrow(buyer, item);
  await asAdmin('DELETE', `/api/admin/servers/${server.id}/tokens/${server.tokenId}`);
  expect(await isForSale(item)).toBe(false);
  expect((await buy(site, buyer, item)).json()).toMatchObject({ code: 'shop/undeliverable' });
});

test('an item that only a server without any contact might have is not sold', async () => {
  const lists = [3150, 12_000, 2886];
  const worlds = [];
  for (const length of lists) {
    const world = await addTestServer(site, { hasConnected: false });
    await world.put('/items', { count: length });
    worlds.push(world);
  }
  const lostCity = await addTestServer(site, { hasConnected: false });
  const names = (await get<GameServer[]>('/api/admin/servers')).map(({ name }) => name);
  const item = await createItem({ itemId: 60_000 });
  expect(await getManaged(item)).toMatchObject({
    deliverable: false,
    deliveredBy: [],
    lackedBy: names.slice(0, 3),
    neverConnected: names.slice(3),
  });
  expect(await isForSale(item)).toBe(false);
  const buyer = await addBuyer();
  const refused = await buy(site, buyer, item);
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'shop/undeliverable',
    message:
      'Lantern cannot be bought at the moment, because no game server can deliver it. Nothing was bought and your balance is unchanged.',
  });
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 1000, purchases: 0 });
  // Its first heartbeat makes it count.
  await lostCity.post('/heartbeat', heartbeat());
  expect(await isForSale(item)).toBe(true);
  expect(await getManaged(item)).toMatchObject({
    deliverable: true,
    deliveredBy: names.slice(3),
    lackedBy: names.slice(0, 3),
    neverConnected: [],
  });
  await buyOrThrow(buyer, item);
});

test('a server counts from its first heartbeat, item list or claim', async () => {
  const item = await createItem();
  const buyer = await addBuyer();
  const contacts = [
    (server: TestServer) => server.post('/heartbeat', heartbeat()),
    (server: TestServer) => server.put('/items', { count: lantern.itemId + 1 }),
    (server: TestServer) =>
      server.post('/deliveries/claim', { player: buyer.username, session: 's' }),
  ];
  for (const contact of contacts) {
    const server = await addTestServer(site, { hasConnected: false });
    expect(await isForSale(item)).toBe(false);
    // Another call proves only that the token is in use, not that items arrive.
    expect((await server.get('/contracts')).statusCode).toBe(200);
    expect(await isForSale(item)).toBe(false);
    const [silent] = await get<Deliverer[]>('/api/admin/servers/deliverers?itemId=4548');
    expect(silent).toMatchObject({ delivers: true, hasConnected: false });
    expect((await contact(server)).statusCode).toBe(200);
    expect(await isForSale(item)).toBe(true);
    await asAdmin('DELETE', `/api/admin/servers/${server.id}`);
  }
});

test('purchases that no game can deliver need attention and can be refunded', async () => {
  const server = await addTestServer(site);
  const [cape, lamp] = [
    await createItem({ name: 'Lost cape', itemId: 60_000 }),
    await createItem({ name: 'Known lamp', itemId: 7 }),
  ];
  const buyer = await addBuyer();
  for (const item of [cape, lamp, cape]) await buyOrThrow(buyer, item);
  // Claimed, so the game may have given it: not among those that can be refunded.
  const held = await addDelivery(site, buyer.id, {
    itemId: 60_001,
    columns: { shop_item_id: Number(cape.id) },
  });
  await site.deps.db
    .updateTable('purchases')
    .set({ server_id: server.id })
    .where('delivery_id', '=', held)
    .execute();
  await server.put('/items', { count: 2886 });
  const concern = async () =>
    (await get<AdminOverview>('/api/admin/overview')).concerns.find(
      ({ kind }) => kind === 'deliveries-impossible',
    );
  // Earlier tests of this file left such purchases of other items.
  const others = (await concern())!.count - 2;
  expect((await concern())!.detail.split(', ')).toContain('Lost cape');
  type Log = { purchases: { id: string; itemName: string }[]; total: number };
  const log = `/api/admin/purchases?undeliverable=true&username=${encodeURIComponent(buyer.username)}`;
  const { purchases, total } = await get<Log>(log);
  expect(purchases.map(({ itemName }) => itemName)).toEqual(['Lost cape', 'Lost cape']);
  expect(total).toBe(2);
  const refund = await asAdmin('POST', `/api/admin/purchases/${purchases[0]!.id}/refund`);
  expect(refund.statusCode, refund.body).toBe(200);
  expect((await concern())?.count).toBe(others + 1);
  // A game that has the item takes the rest.
  const second = await addTestServer(site);
  expect(await claimNames(second, buyer)).toContain('Lost cape');
  expect((await get<Log>(log)).total).toBe(0);
});

test('a repeated request still gets its purchase after the last server was removed', async () => {
  const server = await addTestServer(site);
  const [item, buyer] = [await createItem(), await addBuyer()];
  const first = await buy(site, buyer, item, { key: 'before' });
  await asAdmin('DELETE', `/api/admin/servers/${server.id}`);
  const again = await buy(site, buyer, item, { key: 'before' });
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(first.json());
});

test('an item is offered only to the servers that may deliver it', async () => {
  const [first, second] = [await addTestServer(site), await addTestServer(site)];
  const own = await createItem({ name: 'Own cape', serverIds: [second.id] });
  const common = await createItem({ name: 'Common cape' });
  expect(await getManaged(own)).toMatchObject({ serverIds: [second.id], deliverable: true });
  const buyer = await addBuyer();
  await buyOrThrow(buyer, own);
  await buyOrThrow(buyer, common);
  expect(await claimNames(first, buyer)).toEqual(['Common cape']);
  expect(await claimNames(second, buyer)).toEqual(['Own cape']);
});

test('an item of one server is not sold while that server has no token', async () => {
  const [first] = [await addTestServer(site), await addTestServer(site)];
  const item = await createItem({ serverIds: [first.id] });
  expect(await isForSale(item)).toBe(true);
  await asAdmin('DELETE', `/api/admin/servers/${first.id}/tokens/${first.tokenId}`);
  expect(await isForSale(item)).toBe(false);
  await asAdmin('DELETE', `/api/admin/servers/${first.id}`);
  expect(await getManaged(item)).toMatchObject({ deliverable: false, serverIds: [first.id] });
});

test('purchases that no server has claimed follow a changed list, claimed ones do not', async () => {
  const [first, second] = [await addTestServer(site), await addTestServer(site)];
  const item = await createItem({ serverIds: [first.id] });
  const [holder, waiting] = [await addBuyer(), await addBuyer()];
  await buyOrThrow(holder, item);
  await buyOrThrow(waiting, item);
  const [held] = await claim(first, holder);
  expect((await setServers(item, [second.id])).statusCode).toBe(200);
  expect(await claim(second, holder)).toEqual([]);
  expect(await claim(first, waiting)).toEqual([]);
  expect(await claim(second, waiting)).toHaveLength(1);
  // Until the first server reports that it did not apply it.
  expect(await claim(first, holder)).toEqual([held]);
  const failed = { status: 'failed', reason: 'The bank is full.', retryable: false };
  await first.post(`/deliveries/${held!.id}/ack`, failed);
  await asAdmin('POST', `/api/admin/deliveries/${held!.id}/resend`);
  expect(await claim(first, holder)).toEqual([]);
  expect((await claim(second, holder)).map(({ id }) => id)).toEqual([held!.id]);
});

test('a purchase waits, and can be refunded, when its server was removed', async () => {
  const [first, second] = [await addTestServer(site), await addTestServer(site)];
  const item = await createItem({ serverIds: [first.id] });
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  await buyOrThrow(buyer, item);
  await buyOrThrow(other, item);
  await asAdmin('DELETE', `/api/admin/servers/${first.id}`);
  expect(await claim(second, buyer)).toEqual([]);
  expect(await deliveryStates(buyer)).toEqual(['queued']);
  const { purchases } = await get<{ purchases: { id: string }[] }>(
    `/api/admin/purchases?username=${buyer.username}`,
  );
  const refund = await asAdmin('POST', `/api/admin/purchases/${purchases[0]!.id}/refund`);
  expect(refund.statusCode, refund.body).toBe(200);
  expect(await getCoinsAndPurchases(site, buyer)).toMatchObject({ coins: 1000 });
  // Another server takes over the rest.
  expect((await setServers(item, [first.id, second.id])).statusCode).toBe(200);
  expect(await claim(second, other)).toHaveLength(1);
});

test.each([[[]], [[999_999]], [['1']], ['all'], [Array.from({ length: 101 }, () => 1)]])(
  'the servers %j of an item are refused',
  async (serverIds) => {
    const body = { ...lantern, serverIds };
    const answer = await asAdmin('POST', '/api/admin/shop/items', body);
    expect(answer.statusCode).toBe(400);
  },
);

test('a save without servers keeps them, and null means every server', async () => {
  const server = await addTestServer(site);
  const item = await createItem({ serverIds: [server.id] });
  const saved = await asAdmin('PUT', `/api/admin/shop/items/${item.id}`, {
    ...lantern,
    version: 1,
  });
  expect(saved.json()).toMatchObject({ serverIds: [server.id], version: 2 });
  expect((await setServers(item, null)).json()).toMatchObject({ serverIds: null });
  const audit = await site.deps.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'shop/item-updated')
    .where('subject', '=', item.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(audit).toMatchObject({ before: { serverIds: [server.id] }, after: { serverIds: null } });
});

test('a server reports its items; one that its game does not have is not sold', async () => {
  const server = await addTestServer(site, { scopes: ['deliveries'] });
  const [known, unknown] = [await createItem({ itemId: 4151 }), await createItem({ itemId: 9470 })];
  expect(await isForSale(unknown)).toBe(true);
  const items = [{ id: 4151, name: 'Abyssal whip' }, { id: 4151 }, { id: 995 }];
  expect((await server.put('/items', { items })).json()).toEqual({ items: 2 });
  expect([await isForSale(known), await isForSale(unknown)]).toEqual([true, false]);
  const [named] = await get<GameServer[]>('/api/admin/servers');
  expect(named?.itemCount).toBe(2);
  expect(await getManaged(unknown)).toMatchObject({ deliverable: false, lackedBy: [named?.name] });
  expect((await buy(site, await addBuyer(), unknown)).json()).toMatchObject({
    code: 'shop/undeliverable',
  });
  const [found] = await get<Deliverer[]>('/api/admin/servers/deliverers?itemId=4151');
  expect(found).toMatchObject({ delivers: true, hasItem: true, itemName: 'Abyssal whip' });
  const [missing] = await get<Deliverer[]>('/api/admin/servers/deliverers?itemId=9470');
  expect(missing).toMatchObject({ hasItem: false, itemName: null });
  // A later list replaces it. With a count, every id below it exists.
  expect((await server.put('/items', { count: 9471 })).json()).toEqual({ items: 9471 });
  expect(await isForSale(unknown)).toBe(true);
  const counted = { count: 3, items: [{ id: 1, name: 'Rope' }, { id: 7 }] };
  expect((await server.put('/items', counted)).json()).toEqual({ items: 4 });
  expect(await isForSale(known)).toBe(false);
});

test('items are found by the names that the games have reported, or by id', async () => {
  const [first, second] = [await addTestServer(site), await addTestServer(site)];
  await first.put('/items', {
    items: [
      { id: 4151, name: 'abyssal_whip' },
      { id: 41, name: 'bronze_arrowheads' },
      { id: 995, name: '100%_coins' },
      { id: 7 },
    ],
  });
  await second.put('/items', { count: 100, items: [{ id: 41, name: 'bronze_arrowheads' }] });
  const [one, two] = (await get<GameServer[]>('/api/admin/servers')).map(({ name }) => name);
  const find = (search: string) =>
    get<GameItem[]>(`/api/admin/servers/items?search=${encodeURIComponent(search)}`);
  const whip = { id: 4151, name: 'abyssal_whip', servers: [one] };
  const arrows = { id: 41, name: 'bronze_arrowheads', servers: [one, two] };
  expect(await find('Abyssal Whip')).toEqual([whip]);
  expect(await find('bronze_')).toEqual([arrows]);
  expect(await find('41')).toEqual([arrows, whip]);
  expect(await find('100%')).toMatchObject([{ id: 995 }]);
  expect(await find('%')).toMatchObject([{ id: 995 }]);
  expect(await find('nothing like it')).toEqual([]);
  const deliverers = await get<Deliverer[]>('/api/admin/servers/deliverers');
  expect(deliverers).toMatchObject([{ hasNames: true }, { hasNames: true }]);
  const empty = await site.app.inject({
    url: '/api/admin/servers/items?search=%20',
    headers: { cookie: admin.cookie },
  });
  expect(empty.statusCode).toBe(400);
});

test('an item that one of two games has is offered only to that game', async () => {
  const [first, second] = [await addTestServer(site), await addTestServer(site)];
  await first.put('/items', { count: 2886 });
  const item = await createItem({ itemId: 9470 });
  expect(await isForSale(item)).toBe(true);
  const buyer = await addBuyer();
  await buyOrThrow(buyer, item);
  expect(await claim(first, buyer)).toEqual([]);
  expect(await claim(second, buyer)).toHaveLength(1);
});

test('a purchase of an item that no game has fails in the game and waits for an admin', async () => {
  const server = await addTestServer(site);
  const [item, buyer] = [await createItem({ itemId: 9470 }), await addBuyer()];
  await buyOrThrow(buyer, item);
  await server.put('/items', { count: 2886 });
  const [offered] = await claim(server, buyer);
  const failed = { status: 'failed', reason: 'The game has no item 9470.', retryable: false };
  const answer = await server.post(`/deliveries/${offered!.id}/ack`, failed);
  expect(answer.json()).toMatchObject({ state: 'attention' });
  expect(await deliveryStates(buyer)).toEqual(['attention']);
});

test('nothing is sold for a game that reports that it has no items', async () => {
  const server = await addTestServer(site);
  const item = await createItem();
  expect((await server.put('/items', { items: [] })).json()).toEqual({ items: 0 });
  expect(await isForSale(item)).toBe(false);
  const [listed] = await get<GameServer[]>('/api/admin/servers');
  expect(listed?.itemCount).toBe(0);
});

test.each([
  [{}],
  [{ count: 0 }],
  [{ count: 1_000_002 }],
  [{ items: [{ id: -1 }] }],
  [{ items: [{ id: 1.5 }] }],
  [{ items: [{ id: 1_000_001 }] }],
  [{ items: [{ id: 1, name: 'a\u0000b' }] }],
  [{ items: [{ id: 1, name: 'x'.repeat(101) }] }],
  [{ items: Array.from({ length: 65_537 }, (_, id) => ({ id })) }],
])('the item list %# is refused and changes nothing', async (list) => {
  const server = await addTestServer(site);
  await server.put('/items', { count: 10 });
  expect((await server.put('/items', list)).statusCode).toBe(400);
  const [stored] = await get<GameServer[]>('/api/admin/servers');
  expect(stored?.itemCount).toBe(10);
});

test('the largest item list is accepted, and needs the scope deliveries', async () => {
  const name = 'An item with a name of usual length';
  const items = Array.from({ length: 65_536 }, (_, id) => ({ id: id * 2, name }));
  const server = await addTestServer(site);
  expect((await server.put('/items', { items })).json()).toEqual({ items: 65_536 });
  const other = await addTestServer(site, { scopes: ['hiscores'] });
  const answer = await other.put('/items', { count: 1 });
  expect(answer.json()).toMatchObject({ code: 'bridge/scope-missing' });
});

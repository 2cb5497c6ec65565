import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { createLive } from '#server/lib/data/live.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type {
  ManagedItem,
  OwnPurchase,
  OwnShop,
  PurchaseReceipt,
  ShopItem,
} from '#shared/endpoints/shop.ts';

import { buyItem } from './buying.service.ts';
import {
  addDisputedOrder,
  addItem,
  balanceOf,
  buy,
  findBrokenLedgerRules,
  getCoinsAndPurchases,
  giveCoins,
} from './testing/shop.ts';

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Shopkeeper', 3);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- the ledger must be consistent after every test
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});
afterAll(() => site.close());

async function addBuyer(coins = 1000): Promise<TestPlayer> {
  count += 1;
  const buyer = await site.addPlayer(`Buyer ${count}`);
  if (coins > 0) await giveCoins(site, buyer, coins);
  return buyer;
}

async function listItems(player: TestPlayer): Promise<ShopItem[]> {
  const answer = await site.app.inject({
    url: '/api/shop/items',
    headers: { cookie: player.cookie },
  });
  return answer.json();
}

async function listPurchases(player: TestPlayer): Promise<OwnPurchase[]> {
  const answer = await site.app.inject({
    url: '/api/shop/purchases',
    headers: { cookie: player.cookie },
  });
  return answer.json<{ purchases: OwnPurchase[] }>().purchases;
}

async function boughtBy({ cookie }: TestPlayer): Promise<OwnShop['bought']> {
  const mine = await site.app.inject({ url: '/api/shop/mine', headers: { cookie } });
  return mine.json<OwnShop>().bought;
}

test('an item is bought: coins, purchase, delivery and statement change together', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { quantity: 5, name: 'Five Lanterns' });
  const answer = await buy(site, buyer, item);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<PurchaseReceipt>()).toEqual({
    message: 'You successfully purchased Five Lanterns!',
    purchaseId: expect.stringMatching(/^\d+$/) as string,
    itemName: 'Five Lanterns',
    price: 300,
    balance: 700,
  });
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 700, purchases: 1 });
  const [purchase] = await listPurchases(buyer);
  expect(purchase).toMatchObject({
    itemName: 'Five Lanterns',
    quantity: 5,
    price: 300,
    state: 'bought',
    delivery: { state: 'queued', events: [{ state: 'queued' }] },
  });
  const delivery = await site.deps.db
    .selectFrom('purchases')
    .select(['item_id', 'item_name', 'quantity', 'state'])
    .where('account_id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  expect(delivery).toEqual({
    item_id: 4548,
    item_name: 'Five Lanterns',
    quantity: 5,
    state: 'queued',
  });
});

test('a purchase keeps the name and price it was made at', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { name: 'Old Name' });
  await buy(site, buyer, item);
  const draft = { ...item, name: 'New Name', price: 900, image: null };
  const saved = await site.app.inject(
    json('PUT', `/api/admin/shop/items/${item.id}`, draft, admin),
  );
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await listPurchases(buyer)).toMatchObject([{ itemName: 'Old Name', price: 300 }]);
});

test('only the item id is required, as a string or a number', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin);
  const bare = { username: undefined, igId: undefined, itemName: undefined, price: undefined };
  expect((await buy(site, buyer, item, { changes: bare })).statusCode).toBe(200);
  const changes = { itemId: Number(item.id), igId: String(item.itemId) };
  expect((await buy(site, buyer, item, { changes })).statusCode).toBe(200);
  expect(await balanceOf(site, buyer)).toBe(400);
});

test.each([
  ['price', { price: 1 }, 'Lantern costs 300 Wyncoins. Please check the store again.'],
  ['price of zero', { price: 0 }, 'Lantern costs 300 Wyncoins. Please check the store again.'],
  ['negative price', { price: -300 }, 'Lantern costs 300 Wyncoins. Please check the store again.'],
  ['fraction', { price: 299.5 }, 'Lantern costs 300 Wyncoins. Please check the store again.'],
  ['huge price', { price: 1e300 }, 'Lantern costs 300 Wyncoins. Please check the store again.'],
  ['in-game id', { igId: 995 }, 'This item has changed. Please check the store again.'],
  ['name', { itemName: 'Crown' }, 'This item has changed. Please check the store again.'],
])('a forged %s is rejected and changes nothing', async (_what, changes, message) => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin);
  const answer = await buy(site, buyer, item, { changes });
  expect(answer.statusCode).toBe(409);
  const code = 'price' in changes ? 'shop/price-changed' : 'shop/item-differs';
  expect(answer.json()).toMatchObject({ error: message, message, code });
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 1000, purchases: 0 });
});

test.each([
  ['a price as text', { price: '300' }],
  ['no item', { itemId: undefined }],
  ['an item id with SQL', { itemId: '1; drop table purchases' }],
  ['a list of ids', { itemId: ['1'] }],
])('%s is a bad request', async (_what, changes) => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin);
  const answer = await buy(site, buyer, item, { changes });
  expect(answer.statusCode).toBe(400);
  expect(await balanceOf(site, buyer)).toBe(1000);
});

test('a player cannot buy for another account, but may spell their own name differently', async () => {
  const [buyer, victim] = [await addBuyer(), await addBuyer()];
  const item = await addItem(site, admin);
  const forged = await buy(site, buyer, item, { changes: { username: victim.username } });
  expect(forged.statusCode).toBe(403);
  expect(forged.json()).toMatchObject({ code: 'access/not-yours' });
  expect(await balanceOf(site, victim)).toBe(1000);
  const spelled = buyer.username.toUpperCase().replace(' ', '_');
  const own = await buy(site, buyer, item, { changes: { username: spelled } });
  expect(own.statusCode).toBe(200);
});

test('buying requires a login', async () => {
  const item = await addItem(site, admin);
  const answer = await site.app.inject(json('POST', '/api/shop/buy', { itemId: item.id }));
  expect(answer.statusCode).toBe(401);
});

test('a balance that is too low asks the player to top up', async () => {
  const buyer = await addBuyer(299);
  const answer = await buy(site, buyer, await addItem(site, admin));
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    code: 'shop/not-enough-coins',
    message: "You don't have enough Wyncoins to purchase this.\nTry topping off!",
  });
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 299, purchases: 0 });
});

test('the last coin can be spent', async () => {
  const buyer = await addBuyer(300);
  expect((await buy(site, buyer, await addItem(site, admin))).statusCode).toBe(200);
  expect(await balanceOf(site, buyer)).toBe(0);
});

test('a frozen wallet buys nothing until the dispute is over', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin);
  const order = await addDisputedOrder(site, buyer);
  const second = await addDisputedOrder(site, buyer);
  const settle = (id: string, dispute: 'won' | 'lost') =>
    site.deps.db.updateTable('orders').set({ dispute }).where('id', '=', id).execute();
  await settle(second, 'lost');
  const refused = await buy(site, buyer, item);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: 'shop/wallet-frozen' });
  const seen = await site.app.inject({
    url: '/api/shop/mine',
    headers: { cookie: buyer.cookie },
  });
  expect(seen.json<OwnShop>().frozen).toBe(true);
  await settle(order, 'won');
  // A dispute that has ended is not counted again.
  await settle(second, 'won');
  expect((await buy(site, buyer, item)).statusCode).toBe(200);
});

test('hidden, deleted and unknown items are neither sold nor listed', async () => {
  const buyer = await addBuyer();
  const hidden = await addItem(site, admin, { enabled: false });
  const deleted = await addItem(site, admin);
  await site.app.inject(json('DELETE', `/api/admin/shop/items/${deleted.id}`, undefined, admin));
  for (const item of [hidden, deleted, { ...hidden, id: '999999999' }]) {
    const answer = await buy(site, buyer, item);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ message: 'This item is not for sale.' });
  }
  const listed = (await listItems(buyer)).map(({ id }) => id);
  expect(listed).not.toContain(hidden.id);
  expect(listed).not.toContain(deleted.id);
});

test('an item past its end date is neither sold nor listed', async () => {
  const buyer = await addBuyer();
  const endsAt = new Date(Date.now() + 60_000).toISOString();
  const item = await addItem(site, admin, { name: 'Brief', endsAt });
  expect((await listItems(buyer)).map(({ id }) => id)).toContain(item.id);
  await site.deps.db
    .updateTable('shop_items')
    .set({ ends_at: new Date(Date.now() - 1) })
    .where('id', '=', Number(item.id))
    .execute();
  await site.deps.live.publish(site.deps.db, { topic: 'shop' });
  const answer = await buy(site, buyer, item);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ message: 'The offer for Brief has ended.' });
  expect((await listItems(buyer)).map(({ id }) => id)).not.toContain(item.id);
});

test('the listed stock counts down until the item is sold out', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { name: 'Rare', stock: 2 });
  const stockSeen = async () => (await listItems(buyer)).find(({ id }) => id === item.id)?.stock;
  expect(await stockSeen()).toBe(2);
  await buy(site, buyer, item);
  expect(await stockSeen()).toBe(1);
  await buy(site, buyer, item);
  expect(await stockSeen()).toBe(0);
  const answer = await buy(site, buyer, item);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'shop/sold-out', message: 'Rare is sold out.' });
  expect(await balanceOf(site, buyer)).toBe(400);
});

test('a per-player limit applies to each player and is shown in their store', async () => {
  const [first, second] = [await addBuyer(), await addBuyer()];
  const item = await addItem(site, admin, { name: 'Egg', perPlayerLimit: 1 });
  expect((await buy(site, first, item)).statusCode).toBe(200);
  const answer = await buy(site, first, item);
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ code: 'shop/limit-reached' });
  expect((await buy(site, second, item)).statusCode).toBe(200);
  expect(await boughtBy(first)).toEqual([{ itemId: item.id, count: 1 }]);
});

test('a refunded purchase no longer counts against the limit of its player', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { perPlayerLimit: 1 });
  const { purchaseId } = (await buy(site, buyer, item)).json<PurchaseReceipt>();
  await site.app.inject(json('POST', `/api/admin/purchases/${purchaseId}/refund`, {}, admin));
  expect(await boughtBy(buyer)).toEqual([]);
  expect((await buy(site, buyer, item)).statusCode).toBe(200);
  expect(await boughtBy(buyer)).toEqual([{ itemId: item.id, count: 1 }]);
});

test('the store shows which purchases have not arrived, each item once', async () => {
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  const [egg, hat] = [await addItem(site, admin), await addItem(site, admin)];
  const waitingFor = async ({ cookie }: TestPlayer) => {
    const mine = await site.app.inject({ url: '/api/shop/mine', headers: { cookie } });
    return mine.json<OwnShop>().waiting;
  };
  for (const item of [egg, egg]) await buy(site, buyer, item);
  const { purchaseId } = (await buy(site, buyer, hat)).json<PurchaseReceipt>();
  const eggs = { itemId: egg.id, state: 'queued' };
  expect(await waitingFor(buyer)).toEqual([eggs, { itemId: hat.id, state: 'queued' }]);
  expect(await waitingFor(other)).toEqual([]);
  await site.app.inject(json('POST', `/api/admin/purchases/${purchaseId}/refund`, {}, admin));
  expect(await waitingFor(buyer)).toEqual([eggs]);
});

test('repeating a key buys once', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { stock: 5 });
  const first = await buy(site, buyer, item, { key: 'one-click' });
  const again = await buy(site, buyer, item, { key: 'one-click' });
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(first.json());
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 700, purchases: 1 });
});

test('a repeated key gets the same answer even after the item was deleted', async () => {
  const buyer = await addBuyer(300);
  const item = await addItem(site, admin, { stock: 1 });
  const first = await buy(site, buyer, item, { key: 'lost-answer' });
  await site.app.inject(json('DELETE', `/api/admin/shop/items/${item.id}`, undefined, admin));
  const again = await buy(site, buyer, item, { key: 'lost-answer' });
  expect(again.json()).toEqual(first.json());
});

test('a key belongs to its player and its purchase', async () => {
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  const [item, another] = [await addItem(site, admin), await addItem(site, admin)];
  await buy(site, buyer, item, { key: 'mine' });
  const reused = await buy(site, buyer, another, { key: 'mine' });
  expect(reused.statusCode).toBe(409);
  expect(reused.json()).toMatchObject({ code: 'shop/key-reused' });
  expect((await buy(site, other, item, { key: 'mine' })).statusCode).toBe(200);
  expect(await balanceOf(site, other)).toBe(700);
  // Another price is another purchase, and without a price it is the same.
  const dearer = await buy(site, buyer, { ...item, price: 301 }, { key: 'mine' });
  expect(dearer.json()).toMatchObject({ code: 'shop/key-reused' });
  const same = await buy(site, buyer, item, { key: 'mine', changes: { price: undefined } });
  expect(same.json()).toMatchObject({ price: 300, balance: 700 });
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 700, purchases: 1 });
});

test.each(['', 'x'.repeat(201), 'käse'])('the key “%s” is rejected', async (key) => {
  const buyer = await addBuyer();
  const answer = await buy(site, buyer, await addItem(site, admin), { key });
  expect(answer.statusCode).toBe(400);
  expect(await balanceOf(site, buyer)).toBe(1000);
});

test('without a key every call buys', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin);
  await buy(site, buyer, item);
  await buy(site, buyer, item);
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 400, purchases: 2 });
});

test('a purchase notifies the buyer, and everyone only if a stock changed', async () => {
  const buyer = await addBuyer();
  const [plain, rare] = [await addItem(site, admin), await addItem(site, admin, { stock: 3 })];
  const received: string[] = [];
  const stop = site.deps.live.subscribe({
    onMessage({ topic, accountId }) {
      if (topic === 'me') received.push(`me ${accountId}`);
      if (topic === 'shop') received.push('shop');
    },
    onResync() {},
  });
  await buy(site, buyer, plain);
  await buy(site, buyer, rare);
  stop();
  expect(received).toEqual([`me ${buyer.id}`, 'shop', `me ${buyer.id}`]);
});

test('a replica killed right after the commit has already notified the others of the stock', async () => {
  const buyer = await addBuyer();
  const rare = await addItem(site, admin, { stock: 3 });
  const otherReplica = await createLive(site.deps.database);
  const received: string[] = [];
  otherReplica.subscribe({ onMessage: ({ topic }) => void received.push(topic), onResync() {} });
  const killed = { ...site.deps.live, publish: () => new Promise<never>(() => {}) };
  const request = { itemId: rare.id };
  void buyItem(
    { ...site.deps, live: killed },
    { ...buyer, usernameKey: '' },
    { request, key: null },
  );
  await expect.poll(() => received).toContain('shop');
  await otherReplica.close();
});

test('players see only their own purchases, newest first', async () => {
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  await buy(site, buyer, await addItem(site, admin, { name: 'First' }));
  await buy(site, buyer, await addItem(site, admin, { name: 'Second' }));
  await buy(site, other, await addItem(site, admin, { name: 'Other' }));
  const names = (await listPurchases(buyer)).map(({ itemName }) => itemName);
  expect(names).toEqual(['Second', 'First']);
});

test('a player’s purchases have ten per page', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { name: 'Oldest' });
  await buy(site, buyer, item);
  await sql`
    insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
    select ${buyer.id}, ${item.id}::bigint, 'Reward ' || n, 4548, 1, 0, false
    from generate_series(1, 10) as n`.execute(site.deps.db);
  const page = async (of: number) => {
    const { cookie } = buyer;
    const url = `/api/shop/purchases?page=${of}`;
    const answer = await site.app.inject({ url, headers: { cookie } });
    return answer.json<{ purchases: OwnPurchase[]; total: number; pages: number }>();
  };
  const first = await page(1);
  expect(first).toMatchObject({ total: 11, pages: 2 });
  expect(first.purchases.map(({ itemName }) => itemName)).toEqual(
    Array.from({ length: 10 }, (_, at) => `Reward ${10 - at}`),
  );
  expect((await page(2)).purchases).toMatchObject([{ itemName: 'Oldest', price: 300 }]);
});

test('gifts that were given for votes count neither for a limit nor as bought', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { perPlayerLimit: 1 });
  await sql`select give_item(${buyer.id}, ${item.id}::bigint)`.execute(site.deps.db);
  expect(await boughtBy(buyer)).toEqual([]);
  expect((await buy(site, buyer, item)).statusCode).toBe(200);
  expect((await buy(site, buyer, item)).json()).toMatchObject({ code: 'shop/limit-reached' });
});

test('each purchase has the history of its own delivery, and says that it was refunded', async () => {
  const buyer = await addBuyer();
  const hat = await addItem(site, admin, { name: 'Hat', price: 20 });
  const cape = await addItem(site, admin, { name: 'Cape', price: 30 });
  const { purchaseId } = (await buy(site, buyer, hat)).json<PurchaseReceipt>();
  await buy(site, buyer, cape);
  await site.app.inject(json('POST', `/api/admin/purchases/${purchaseId}/refund`, {}, admin));
  expect(await listPurchases(buyer)).toMatchObject([
    {
      itemName: 'Cape',
      state: 'bought',
      delivery: { state: 'queued', events: [{ state: 'queued' }] },
    },
    {
      id: purchaseId,
      itemName: 'Hat',
      state: 'refunded',
      delivery: { state: 'canceled', events: [{ state: 'queued' }, { state: 'canceled' }] },
    },
  ]);
  const statement = await site.app.inject({
    url: '/api/wallet/statement',
    headers: { cookie: buyer.cookie },
  });
  expect(statement.json<{ entries: object[] }>().entries[0]).toMatchObject({
    kind: 'refund',
    memo: 'Refund: Hat',
    amount: 20,
  });
});

test('an item that waits twice has the state of the newer purchase, and a gift waits for its receiver', async () => {
  const [buyer, friend] = [await addBuyer(), await addBuyer(0)];
  const [egg, hat] = [await addItem(site, admin), await addItem(site, admin)];
  const waitingFor = async ({ cookie }: TestPlayer) => {
    const mine = await site.app.inject({ url: '/api/shop/mine', headers: { cookie } });
    return mine.json<OwnShop>().waiting;
  };
  const ids: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    const { purchaseId } = (await buy(site, buyer, egg)).json<PurchaseReceipt>();
    ids.push(Number(purchaseId));
  }
  await buy(site, buyer, hat, { changes: { giftTo: friend.username } });
  const setStates = async (...states: ('queued' | 'attention' | 'delivered')[]) => {
    for (const [at, state] of states.entries()) {
      const delivered_at = state === 'delivered' ? new Date() : null;
      const change = { state, delivered_at };
      await site.deps.db.updateTable('purchases').set(change).where('id', '=', ids[at]!).execute();
    }
  };
  await setStates('attention', 'queued');
  expect(await waitingFor(buyer)).toEqual([{ itemId: egg.id, state: 'queued' }]);
  await setStates('queued', 'attention');
  expect(await waitingFor(buyer)).toEqual([{ itemId: egg.id, state: 'attention' }]);
  await setStates('queued', 'delivered');
  expect(await waitingFor(buyer)).toEqual([{ itemId: egg.id, state: 'queued' }]);
  expect(await waitingFor(friend)).toEqual([{ itemId: hat.id, state: 'queued' }]);
});

test('a purchase is answered although the message to the buyer’s open pages fails', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin);
  const problems: string[] = [];
  const deps = {
    ...site.deps,
    live: { ...site.deps.live, publish: () => Promise.reject(new Error('Gone.')) },
    onProblem: (text: string) => void problems.push(text),
  };
  const account = { ...buyer, usernameKey: '' };
  const receipt = await buyItem(deps, account, { request: { itemId: item.id }, key: null });
  expect(receipt).toMatchObject({ itemName: 'Lantern', price: 300, balance: 700 });
  expect(problems).toEqual(['Could not notify open pages of a purchase.']);
  expect(await getCoinsAndPurchases(site, buyer)).toEqual({ coins: 700, purchases: 1 });
});

test('a balance below zero freezes the wallet', async () => {
  const buyer = await addBuyer(100);
  const item = await addItem(site, admin, { price: 101 });
  const { db } = site.deps;
  const isFrozen = async () => {
    const { cookie } = buyer;
    const mine = await site.app.inject({ url: '/api/shop/mine', headers: { cookie } });
    return mine.json<OwnShop>().frozen;
  };
  await sql`
    select move_coins(${buyer.id}, 'clawback', 'a lost dispute', -101, 'topups', '')`.execute(db);
  expect((await buy(site, buyer, item)).json()).toMatchObject({ code: 'shop/wallet-frozen' });
  expect(await isFrozen()).toBe(true);
  await giveCoins(site, buyer, 1);
  expect((await buy(site, buyer, item)).json()).toMatchObject({ code: 'shop/not-enough-coins' });
  expect(await isFrozen()).toBe(false);
});

test('a refusal names the item, and a price with its thousands', async () => {
  const buyer = await addBuyer();
  const messageOf = async (item: ManagedItem, changes: object = {}) =>
    (await buy(site, buyer, item, { changes: { ...changes } })).json<{ message: string }>().message;
  const crown = await addItem(site, admin, { name: 'Crown', price: 12_345 });
  expect(await messageOf(crown, { price: 12_344 })).toBe(
    'Crown costs 12,345 Wyncoins. Please check the store again.',
  );
  const egg = await addItem(site, admin, { name: 'Egg', price: 1, perPlayerLimit: 1 });
  await buy(site, buyer, egg);
  expect(await messageOf(egg)).toBe('You have reached the purchase limit for Egg.');
  const orb = await addItem(site, admin, { name: 'Orb', price: 1, needsLevel: 50 });
  expect(await messageOf(orb)).toBe('You do not meet the requirements for Orb yet.');
});

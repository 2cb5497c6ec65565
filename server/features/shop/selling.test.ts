import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { addTestServer, heartbeat } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { BridgeDelivery } from '#shared/endpoints/bridge-deliveries.ts';
import type { SaleDraft, ShopCategory, ShopSale } from '#shared/endpoints/sales.ts';
import type { ItemDraft, ManagedItem, OwnShop, ShopItem } from '#shared/endpoints/shop.ts';
import { priceAfter } from '#shared/rules/prices.ts';

import { buyItem } from './buying.service.ts';
import { endDueGrants } from './grants.service.ts';
import { tellSaleChanges } from './sales.service.ts';
import { addItem, balanceOf, buy, findBrokenLedgerRules, giveCoins } from './testing/shop.ts';

let site: TestApp;
let admin: TestPlayer;
let game: TestServer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Shopkeeper', 3);
  game = await addTestServer(site);
  await declareKinds(['item', 'rank', 'membership', 'command', 'bundle']);
});
afterEach(async () => {
  await sql`update shop_sales set deleted_at = now()`.execute(site.deps.db);
  // oxlint-disable-next-line vitest/no-standalone-expect -- the ledger must be consistent after every test
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});
afterAll(() => site.close());

async function declareKinds(deliveryKinds: string[]): Promise<void> {
  await game.post('/heartbeat', heartbeat({ deliveryKinds }));
}

async function addBuyer(coins = 1000): Promise<TestPlayer> {
  count += 1;
  const buyer = await site.addPlayer(`Patron ${count}`);
  if (coins > 0) await giveCoins(site, buyer, coins);
  return buyer;
}

async function get<T>(url: string, player = admin): Promise<T> {
  const answer = await site.app.inject({ url, headers: { cookie: player.cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

async function send<T>(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<T> {
  const answer = await site.app.inject(json(method, url, body, admin));
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.body ? answer.json<T>() : (undefined as T);
}

async function seenBy(player: TestPlayer, { id }: { id: string }): Promise<ShopItem> {
  const items = await get<ShopItem[]>('/api/shop/items', player);
  return items.find((item) => item.id === id)!;
}

const hours = (from: number, until: number) => ({
  startsAt: new Date(Date.now() + from * 3_600_000).toISOString(),
  endsAt: new Date(Date.now() + until * 3_600_000).toISOString(),
});

function sale(changes: Partial<SaleDraft>): SaleDraft {
  return {
    name: 'Autumn Fair',
    percent: null,
    price: null,
    scope: 'all',
    categoryId: null,
    itemIds: [],
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    onHome: false,
    ...changes,
  };
}

async function addBundle(parts: [ManagedItem, number][], changes: Partial<ItemDraft> = {}) {
  return addItem(site, admin, {
    name: 'Kit',
    kind: 'bundle',
    itemId: 0,
    parts: parts.map(([item, n]) => ({ itemId: Number(item.id), count: n })),
    ...changes,
  });
}

async function claim(player: TestPlayer, from = game): Promise<BridgeDelivery[]> {
  const body = { player: player.username, session: 's1', limit: 50 };
  const answer = await from.post('/deliveries/claim', body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ items: BridgeDelivery[] }>().items;
}

async function apply(items: BridgeDelivery[], by = game): Promise<void> {
  for (const { id } of items) {
    const answer = await by.post(`/deliveries/${id}/ack`, { status: 'applied' });
    expect(answer.statusCode, answer.body).toBe(200);
  }
}

async function refund(id: string, path = 'refund') {
  return site.app.inject(json('POST', `/api/admin/purchases/${id}/${path}`, undefined, admin));
}

test('prices are rounded down in favour of the player, and are never below 1 coin or the least price', async () => {
  const cases = [1, 2, 3, 99, 100, 101, 199, 9_999_999, 10_000_000].flatMap((price) =>
    [1, 33, 50, 99].flatMap((percent) => [1, 3].map((least) => ({ price, percent, least }))),
  );
  const { rows } = await sql<{ due: number }>`
    select sale_price(price, percent, least) as due
    from json_to_recordset(${JSON.stringify(cases)}::json) as t (price bigint, percent integer, least bigint)`.execute(
    site.deps.db,
  );
  expect(rows.map(({ due }) => due)).toEqual(
    cases.map(({ price, percent, least }) => priceAfter(price, percent, least)),
  );
  expect([priceAfter(1, 99), priceAfter(100, 99), priceAfter(199, 99), priceAfter(99, 1)]).toEqual([
    1, 1, 1, 98,
  ]);
});

test('a price is split into whole coins that add up, at least 1 each', async () => {
  const split = async (price: number, weights: number[]) => {
    const { rows } = await sql<{ shares: number[] }>`
      select split_price(${price}, ${weights}::bigint[]) as shares`.execute(site.deps.db);
    return rows[0]!.shares.map(Number);
  };
  expect(await split(2, [10_000_000, 1])).toEqual([1, 1]);
  expect(await split(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(await split(1000, [300, 700])).toEqual([301, 699]);
  expect(await split(0, [5, 5])).toEqual([0, 0]);
  const huge = await split(
    9_999_999,
    Array.from({ length: 20 }, () => 10_000_000_000),
  );
  expect(huge.reduce((sum, share) => sum + share, 0)).toBe(9_999_999);
});

test('during a sale the reduced price is shown and paid, any other is refused, and a refund returns it', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { price: 999 });
  const { id } = await send<ShopSale>(
    'POST',
    '/api/admin/shop/sales',
    sale({ percent: 33, onHome: true }),
  );
  const seen = await seenBy(buyer, item);
  expect(seen).toMatchObject({ price: 669, fullPrice: 999, sale: { name: 'Autumn Fair' } });
  const managed = (await get<ManagedItem[]>('/api/admin/shop/items')).find(
    (one) => one.id === item.id,
  );
  expect(managed).toMatchObject({ price: 999, salePrice: 669 });
  expect(managed).not.toHaveProperty('fullPrice');
  const refused = await buy(site, buyer, { ...item, price: 999 });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'shop/price-changed' });
  expect((await site.app.inject({ url: '/api/shop/on-home' })).json()).toMatchObject({
    sale: { name: 'Autumn Fair', upTo: 33 },
  });

  const { purchaseId } = (await buy(site, buyer, seen)).json<{ purchaseId: string }>();
  expect(await balanceOf(site, buyer)).toBe(331);
  expect(await get<ShopSale[]>('/api/admin/shop/sales')).toMatchObject([
    { id, sold: 1, earned: 669 },
  ]);
  await send('DELETE', `/api/admin/shop/sales/${id}`);
  expect(await seenBy(buyer, item)).not.toHaveProperty('sale');
  expect((await buy(site, buyer, seen)).json()).toMatchObject({ code: 'shop/price-changed' });
  expect((await refund(purchaseId)).json()).toMatchObject({ price: 669, fullPrice: 999 });
  expect(await balanceOf(site, buyer)).toBe(1000);
});

test('of overlapping sales the lowest price counts, and the editor shows it before saving', async () => {
  const category = (
    await send<ShopCategory[]>('POST', '/api/admin/shop/categories', { name: 'Lamps' })
  ).at(-1)!;
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { price: 500, categoryId: Number(category.id) });
  const other = await addItem(site, admin, { price: 100 });
  await send('POST', '/api/admin/shop/sales', sale({ name: 'Ten', percent: 10 }));
  const fixed = sale({
    name: 'Fixed',
    price: 300,
    scope: 'category',
    categoryId: Number(category.id),
  });
  await send('POST', '/api/admin/shop/sales', fixed);
  expect(await seenBy(buyer, item)).toMatchObject({ price: 300, sale: { name: 'Fixed' } });
  expect(await seenBy(buyer, other)).toMatchObject({ price: 90, sale: { name: 'Ten' } });
  // A fixed price above the item's own does not raise it.
  const itemIds = [Number(item.id), Number(other.id)];
  const draft = sale({ name: 'Draft', price: 250, scope: 'items', itemIds });
  expect(await send('POST', '/api/admin/shop/sales/preview', { sale: draft })).toMatchObject([
    { itemId: item.id, fullPrice: 500, price: 250 },
    { itemId: other.id, fullPrice: 100, price: 100, better: { name: 'Ten', price: 90 } },
  ]);
  await send('POST', '/api/admin/shop/sales', draft);
  expect(await seenBy(buyer, other)).toMatchObject({ price: 90 });

  const shelves = await get<{ categories: ShopCategory[] }>('/api/shop/shelves', buyer);
  expect(shelves.categories).toContainEqual(category);
  await send('DELETE', `/api/admin/shop/categories/${category.id}`);
  expect(await seenBy(buyer, item)).not.toHaveProperty('category');
});

test('a planned sale begins and ends by itself, and the preview shows the store at a time', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { price: 400 });
  const brief = await addItem(site, admin, {
    price: 80,
    endsAt: new Date(Date.now() + 1.5 * 86_400_000).toISOString(),
  });
  const startsAt = new Date(Date.now() + 86_400_000).toISOString();
  const endsAt = new Date(Date.now() + 2 * 86_400_000).toISOString();
  await send('POST', '/api/admin/shop/sales', sale({ percent: 25, startsAt, endsAt }));
  expect(await seenBy(buyer, item)).not.toHaveProperty('sale');
  expect(await get('/api/shop/shelves', buyer)).toMatchObject({ changesAt: startsAt });
  const at = async (time: string) => {
    const { items } = await get<{ items: ShopItem[] }>(`/api/admin/shop/preview?at=${time}`);
    return [item, brief].map(({ id }) => items.find((one) => one.id === id)?.price);
  };
  expect([await at(startsAt), await at(endsAt)]).toEqual([
    [300, 60],
    [400, undefined],
  ]);
});

test('the best discount is used by the next purchase that it makes cheaper, once', async () => {
  const buyer = await addBuyer();
  const cheap = await addItem(site, admin, { price: 1 });
  const item = await addItem(site, admin, { price: 199 });
  await site.deps.db
    .insertInto('shop_discounts')
    .values(
      [10, 20].map((percent) => ({ account_id: buyer.id, percent, label: `Code ${percent}` })),
    )
    .execute();
  expect((await get<OwnShop>('/api/shop/mine', buyer)).discount).toEqual({
    percent: 20,
    label: 'Code 20',
  });
  expect((await buy(site, buyer, cheap)).json()).toMatchObject({ price: 1 });
  expect((await buy(site, buyer, item)).json()).toMatchObject({ code: 'shop/price-changed' });
  const reduced = { ...item, price: 159 };
  const { purchaseId } = (await buy(site, buyer, reduced)).json<{ purchaseId: string }>();
  expect(await balanceOf(site, buyer)).toBe(840);
  await refund(purchaseId);
  expect(await balanceOf(site, buyer)).toBe(999);
  expect((await get<OwnShop>('/api/shop/mine', buyer)).discount).toMatchObject({ percent: 10 });
  const ended = { expires_at: new Date(Date.now() - 1000) };
  await site.deps.db
    .updateTable('shop_discounts')
    .set(ended)
    .where('account_id', '=', buyer.id)
    .execute();
  expect(await get('/api/shop/mine', buyer)).not.toHaveProperty('discount');
  expect((await buy(site, buyer, item)).json()).toMatchObject({ price: 199 });
});

test('of equal discounts the one that ends first is used, by its own player', async () => {
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  const item = await addItem(site, admin, { price: 200 });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const discount = (label: string, expires_at: Date | null, account_id = buyer.id) => ({
    account_id,
    percent: 50,
    label,
    expires_at,
  });
  await site.deps.db
    .insertInto('shop_discounts')
    .values([
      discount('Forever', null),
      discount('Late', inDays(9)),
      discount('Soon', inDays(2)),
      discount('Other', inDays(1), other.id),
    ])
    .execute();
  const labelOf = async (player: TestPlayer) =>
    (await get<OwnShop>('/api/shop/mine', player)).discount?.label;
  const labels: (string | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) {
    labels.push(await labelOf(buyer));
    const price = n < 3 ? 100 : 200;
    expect((await buy(site, buyer, { ...item, price })).json()).toMatchObject({ price });
  }
  expect(labels).toEqual(['Soon', 'Late', 'Forever', undefined]);
  expect(await labelOf(other)).toBe('Other');
  const used = await site.deps.db
    .selectFrom('shop_discounts')
    .innerJoin('purchases', 'purchases.id', 'shop_discounts.purchase_id')
    .select(['label', 'price', 'full_price', 'purchases.account_id'])
    .where('shop_discounts.account_id', 'in', [buyer.id, other.id])
    .orderBy('purchases.id')
    .execute();
  const paid = { price: 100, full_price: 200, account_id: buyer.id };
  expect(used).toEqual(['Soon', 'Late', 'Forever'].map((label) => ({ label, ...paid })));
});

test('a sale is changed alone, for the items that it then has, and not saved over another change', async () => {
  const buyer = await addBuyer();
  const [first, second] = [
    await addItem(site, admin, { price: 400 }),
    await addItem(site, admin, { price: 200 }),
  ];
  const base = sale({ scope: 'items', itemIds: [Number(first.id)] });
  const url = '/api/admin/shop/sales';
  const created = await send<ShopSale>('POST', url, { ...base, percent: 10 });
  const other = await send<ShopSale>('POST', url, {
    ...base,
    name: 'Other',
    price: 170,
    itemIds: [Number(second.id)],
  });
  const put = (version: number, changes: Partial<SaleDraft>) =>
    site.app.inject(
      json('PUT', `${url}/${created.id}`, { version, sale: { ...base, ...changes } }, admin),
    );
  const change = { name: 'Changed', percent: 25, itemIds: [Number(second.id)], onHome: true };
  const saved = await put(created.version, change);
  expect(saved.json()).toEqual({ ...created, ...change, version: created.version + 1 });
  expect((await put(created.version, { percent: 90 })).json()).toMatchObject({
    code: 'shop/outdated',
    error: 'Shopkeeper has saved this sale since you opened it.',
  });
  expect(await get(url)).toEqual([other, saved.json()]);
  expect((await seenBy(buyer, first)).price).toBe(400);
  expect(await seenBy(buyer, second)).toMatchObject({ price: 150, sale: { name: 'Changed' } });
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name as actor', 'before', 'after'])
    .where('action', '=', 'shop/sale-updated')
    .where('subject', '=', created.id)
    .execute();
  expect(entry).toEqual([
    {
      actor: 'Shopkeeper',
      before: { name: 'Autumn Fair', percent: 10, itemIds: [Number(first.id)], onHome: false },
      after: change,
    },
  ]);
  // A sale of everything has no items of its own.
  const all = await put(created.version + 1, { percent: 1, scope: 'all' });
  expect(all.json()).toMatchObject({ scope: 'all', itemIds: [], categoryId: null });
  await send('DELETE', `${url}/${created.id}`);
  expect((await put(created.version + 2, { percent: 5 })).statusCode).toBe(404);
  expect(await get(url)).toEqual([other]);
});

test('sales are listed running and planned first, then those that are over, each newest first', async () => {
  const times = {
    Old: [-9, -8],
    Planned: [5, 6],
    Recent: [-4, -1],
    Running: [-6, 1],
    Next: [2, 3],
  };
  for (const [name, [from, until]] of Object.entries(times)) {
    const draft = sale({ name, percent: 5, ...hours(from!, until!) });
    await send('POST', '/api/admin/shop/sales', draft);
  }
  const gone = sale({ name: 'Gone', percent: 5, ...hours(0.5, 9) });
  const { id } = await send<ShopSale>('POST', '/api/admin/shop/sales', gone);
  await send('DELETE', `/api/admin/shop/sales/${id}`);
  const listed = await get<ShopSale[]>('/api/admin/shop/sales');
  expect(listed.map(({ name }) => name)).toEqual(['Planned', 'Next', 'Running', 'Recent', 'Old']);
  const running = listed.find(({ name }) => name === 'Running');
  const shelves = () => get<{ changesAt: string | null }>('/api/shop/shelves');
  expect((await shelves()).changesAt).toBe(running?.endsAt);
  await send('DELETE', `/api/admin/shop/sales/${running?.id}`);
  expect((await shelves()).changesAt).toBe(listed.find(({ name }) => name === 'Next')?.startsAt);
});

test('the home page has the running sale with the greatest saving that its owner put there', async () => {
  const [item, hidden] = [
    await addItem(site, admin, { price: 300 }),
    await addItem(site, admin, { price: 300, enabled: false }),
  ];
  const of = ({ id }: ManagedItem) => ({ scope: 'items' as const, itemIds: [Number(id)] });
  const drafts = [
    sale({ name: 'Small', percent: 10, onHome: true, ...of(item) }),
    sale({ name: 'Best', price: 200, onHome: true, ...of(item) }),
    sale({ name: 'Not there', percent: 80, ...of(item) }),
    sale({ name: 'Hidden', percent: 90, onHome: true, ...of(hidden) }),
    sale({
      name: 'Planned',
      percent: 95,
      onHome: true,
      ...hours(2, 3),
      ...of(item),
    }),
  ];
  const saved: ShopSale[] = [];
  for (const draft of drafts) saved.push(await send('POST', '/api/admin/shop/sales', draft));
  const onHome = async () => (await get<{ sale?: object }>('/api/shop/on-home')).sale;
  expect(await onHome()).toEqual({ name: 'Best', endsAt: saved[1]!.endsAt, upTo: 33 });
  await send('DELETE', `/api/admin/shop/sales/${saved[1]!.id}`);
  expect(await onHome()).toEqual({ name: 'Small', endsAt: saved[0]!.endsAt, upTo: 10 });
  // Its end is not a change, so the kept answer has to be looked at again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(saved[0]!.endsAt) });
  try {
    expect((await site.app.inject({ url: '/api/shop/on-home' })).json()).not.toHaveProperty('sale');
  } finally {
    vi.useRealTimers();
  }
  await send('DELETE', `/api/admin/shop/sales/${saved[0]!.id}`);
  expect(await onHome()).toBeUndefined();
});

test('open pages are told once when a sale begins and when it ends', async () => {
  const { db } = site.deps;
  const { id } = await send<ShopSale>('POST', '/api/admin/shop/sales', sale({ percent: 5 }));
  const topics = recordTopics(site.deps.live);
  const tell = async (startsAt: string, endsAt: string, toldAt: string) => {
    await sql`
      update shop_sales set starts_at = now() + ${startsAt}::interval,
        ends_at = now() + ${endsAt}::interval, told_at = now() + ${toldAt}::interval
      where id = ${id}::bigint`.execute(db);
    await tellSaleChanges(site.deps);
    const first = topics.take();
    await tellSaleChanges(site.deps);
    return [first, topics.take()];
  };
  expect(await tell('-1 minute', '1 hour', '-2 minutes')).toEqual(['shop', '']);
  expect(await tell('-2 hours', '-1 minute', '-2 minutes')).toEqual(['shop', '']);
  expect(await tell('1 minute', '1 hour', '-2 minutes')).toEqual(['', '']);
  expect(await tell('-2 hours', '1 hour', '-2 minutes')).toEqual(['', '']);
  await send('DELETE', `/api/admin/shop/sales/${id}`);
  topics.take();
  expect(await tell('-1 minute', '1 hour', '-2 minutes')).toEqual(['', '']);
});

test('the preview of a sale compares it with those that overlap, but not with its saved self', async () => {
  const [item, gone] = [
    await addItem(site, admin, { price: 1000 }),
    await addItem(site, admin, { price: 1000 }),
  ];
  await send('DELETE', `/api/admin/shop/items/${gone.id}`);
  const itemIds = [Number(item.id), Number(gone.id)];
  const later = {
    startsAt: new Date(Date.now() + 7_200_000).toISOString(),
    endsAt: new Date(Date.now() + 9_000_000).toISOString(),
  };
  const own = sale({ name: 'Own', percent: 30, scope: 'items', itemIds });
  const saved = await send<ShopSale>('POST', '/api/admin/shop/sales', own);
  const equal = sale({ name: 'Equal', price: 700, scope: 'items', itemIds });
  await send('POST', '/api/admin/shop/sales', { ...equal, ...later });
  await send('POST', '/api/admin/shop/sales', { ...equal, name: 'Dear', price: 800 });
  const preview = (draft: object, id?: number) =>
    send<object[]>('POST', '/api/admin/shop/sales/preview', { id, sale: { ...own, ...draft } });
  const row = { itemId: item.id, name: 'Lantern', fullPrice: 1000, price: 700 };
  expect(await preview({}, Number(saved.id))).toEqual([row]);
  const { startsAt, endsAt } = own;
  expect(await preview({})).toEqual([
    { ...row, better: { name: 'Own', price: 700, startsAt, endsAt } },
  ]);
  expect(await preview(later)).toEqual([
    { ...row, better: { name: 'Equal', price: 700, ...later } },
  ]);
  const { version: _version, ...unsaved } = saved;
  expect((await get<ShopSale[]>('/api/admin/shop/sales')).at(-1)).toMatchObject(unsaved);
});

test.each<[string, Partial<SaleDraft>]>([
  ['percent', { percent: 100 }],
  ['percent', { percent: 0 }],
  ['percent', { percent: 5, price: 5 }],
  ['percent', {}],
  ['price', { price: 0 }],
  ['price', { price: 10_000_001 }],
  [
    'endsAt',
    { percent: 5, endsAt: new Date(0).toISOString(), startsAt: new Date(0).toISOString() },
  ],
  ['categoryId', { percent: 5, scope: 'category' }],
  ['categoryId', { percent: 5, scope: 'category', categoryId: 987_654 }],
  ['itemIds', { percent: 5, scope: 'items' }],
])('a sale with a wrong %s is refused: %j', async (field, changes) => {
  const answer = await site.app.inject(json('POST', '/api/admin/shop/sales', sale(changes), admin));
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
});

test('the limit of a bundle counts the bundle, and not its parts on their own', async () => {
  const buyer = await addBuyer();
  const parts = [
    await addItem(site, admin, { price: 10, perPlayerLimit: 1 }),
    await addItem(site, admin, { price: 10 }),
  ] as const;
  const bundle = await addBundle(
    parts.map((part) => [part, 1]),
    { price: 15, perPlayerLimit: 2 },
  );
  for (let n = 0; n < 2; n += 1) expect((await buy(site, buyer, bundle)).statusCode).toBe(200);
  expect((await buy(site, buyer, bundle)).json()).toMatchObject({ code: 'shop/limit-reached' });
  expect((await buy(site, buyer, parts[0])).statusCode).toBe(200);
  expect((await buy(site, buyer, parts[0])).json()).toMatchObject({ code: 'shop/limit-reached' });
  const { bought, waiting } = await get<OwnShop>('/api/shop/mine', buyer);
  expect(bought).toEqual([
    { itemId: parts[0].id, count: 1 },
    { itemId: bundle.id, count: 2 },
  ]);
  expect(waiting).toEqual([
    { itemId: parts[0].id, state: 'queued' },
    { itemId: bundle.id, state: 'queued' },
  ]);
  expect(await balanceOf(site, buyer)).toBe(1000 - 2 * 15 - 10);
  const managed = await get<ManagedItem[]>('/api/admin/shop/items');
  const soldOf = ({ id }: ManagedItem) => {
    const { sold, earned } = managed.find((one) => one.id === id)!;
    return [sold, earned];
  };
  expect(soldOf(bundle)).toEqual([2, 30]);
  expect(soldOf(parts[0])).toEqual([3, 26]);
});

test('a purchase that is not a part of a bundle is not refunded as one', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { price: 100 });
  const { purchaseId } = (await buy(site, buyer, item)).json<{ purchaseId: string }>();
  const single = await refund(purchaseId, 'refund-bundle');
  expect(single.statusCode).toBe(404);
  expect(single.json()).toMatchObject({ code: 'shop/purchase-not-found' });
  expect(await balanceOf(site, buyer)).toBe(900);
});

test('what was given for ever never ends, and what has days ends only when they are over', async () => {
  const buyer = await addBuyer();
  const rank = { kind: 'rank' as const, itemId: 0, price: 10 };
  const forever = await addItem(site, admin, { name: 'Forever', value: 'one', ...rank });
  const short = await addItem(site, admin, { name: 'Short', value: 'two', days: 3, ...rank });
  for (const item of [forever, short]) await buy(site, buyer, item);
  await apply(await claim(buyer));
  const topics = recordTopics(site.deps.live);
  const pass = async (hours: number) => {
    await sql`
      update shop_grants set starts_at = starts_at - make_interval(hours => ${hours}),
        ends_at = ends_at - make_interval(hours => ${hours})
      where account_id = ${buyer.id}`.execute(site.deps.db);
    topics.take();
    await endDueGrants(site.deps);
    const told = topics.take(buyer);
    return [told, ...(await claim(buyer)).map(({ itemName }) => itemName)];
  };
  expect(await pass(71)).toEqual(['']);
  expect(await pass(1)).toEqual(['me', 'End of Short']);
  expect(await pass(9999)).toEqual(['', 'End of Short']);
});

test('a bundle is bought as a whole, each part is delivered, and a refund returns exactly what was paid', async () => {
  const buyer = await addBuyer();
  const first = await addItem(site, admin, { name: 'Sword', price: 300, stock: 5, itemId: 1 });
  const second = await addItem(site, admin, {
    name: 'Shield',
    price: 701,
    itemId: 2,
    perPlayerLimit: 1,
  });
  const bundle = await addBundle(
    [
      [first, 2],
      [second, 1],
    ],
    { price: 1000, totalLimit: 1 },
  );
  await send('POST', '/api/admin/shop/sales', sale({ percent: 1 }));
  const seen = await seenBy(buyer, bundle);
  expect(seen).toMatchObject({
    kind: 'bundle',
    price: 990,
    saving: 311,
    stock: 2,
    totalLeft: 1,
    leastPrice: 2,
    contents: [
      { name: 'Sword', quantity: 2 },
      { name: 'Shield', quantity: 1 },
    ],
  });
  const bought = await buy(site, buyer, seen, { key: 'kit' });
  expect(bought.json()).toMatchObject({ itemName: 'Kit', price: 990, balance: 10 });
  const { purchaseId } = bought.json<{ purchaseId: string }>();
  expect((await buy(site, buyer, seen, { key: 'kit' })).json()).toMatchObject({
    purchaseId,
    price: 990,
  });
  expect(await balanceOf(site, buyer)).toBe(10);
  const rows = await site.deps.db
    .selectFrom('purchases')
    .select(['item_name', 'quantity', 'price', 'full_price', 'group_id', 'took_stock'])
    .where('account_id', '=', buyer.id)
    .orderBy('id')
    .execute();
  const group_id = Number(purchaseId);
  // 600 and 701 of 1301: 988 coins in proportion, after 1 coin each, and the last one to the first.
  expect(rows).toEqual([
    { item_name: 'Sword', quantity: 2, price: 457, full_price: 462, group_id, took_stock: true },
    { item_name: 'Shield', quantity: 1, price: 533, full_price: 538, group_id, took_stock: false },
  ]);
  expect(await seenBy(buyer, bundle)).toMatchObject({ totalLeft: 0, stock: 1 });
  const rich = await addBuyer();
  expect((await buy(site, rich, seen)).json()).toMatchObject({ code: 'shop/sold-out' });

  expect((await refund(purchaseId)).statusCode).toBe(200);
  expect(await seenBy(buyer, bundle)).toMatchObject({ totalLeft: 0, stock: 2 });
  expect((await refund(purchaseId, 'refund-bundle')).json()).toMatchObject({
    results: [{ error: expect.stringContaining('already') as string }, { error: null }],
  });
  expect(await balanceOf(site, buyer)).toBe(1000);
  expect(await seenBy(buyer, bundle)).toMatchObject({ totalLeft: 1 });

  // A part that is sold out: nothing is bought.
  await sql`update shop_items set stock = 1 where id = ${first.id}::bigint`.execute(site.deps.db);
  expect((await buy(site, rich, seen)).json()).toMatchObject({ code: 'shop/sold-out' });
  expect(await balanceOf(site, rich)).toBe(1000);
  const deleted = await site.app.inject(
    json('DELETE', `/api/admin/shop/items/${first.id}`, undefined, admin),
  );
  expect(deleted.json()).toMatchObject({ code: 'shop/in-bundle' });
});

test('a bundle that is delivered as one goes only to a game that knows bundles', async () => {
  const buyer = await addBuyer();
  const part = await addItem(site, admin, { name: 'Coal', stock: 10, itemId: 453, quantity: 5 });
  const other = await addItem(site, admin, { name: 'Ore', itemId: 440 });
  const bundle = await addBundle(
    [
      [part, 3],
      [other, 1],
    ],
    { price: 50, isOneDelivery: true },
  );
  await declareKinds(['item']);
  expect((await buy(site, buyer, bundle)).json()).toMatchObject({ code: 'shop/undeliverable' });
  await declareKinds(['item', 'rank', 'membership', 'command', 'bundle']);
  const { purchaseId } = (await buy(site, buyer, bundle)).json<{ purchaseId: string }>();
  await declareKinds(['item']);
  expect(await claim(buyer)).toEqual([]);
  await declareKinds(['item', 'rank', 'membership', 'command', 'bundle']);
  expect(await seenBy(buyer, part)).toMatchObject({ stock: 7 });
  await refund(purchaseId);
  expect(await seenBy(buyer, part)).toMatchObject({ stock: 10 });
  await buy(site, buyer, bundle);
  expect(await claim(buyer)).toEqual([
    {
      id: expect.any(String) as string,
      itemId: 0,
      itemName: 'Kit',
      quantity: 1,
      isReward: false,
      kind: 'bundle',
      contents: [
        { itemId: 453, itemName: 'Coal', quantity: 15 },
        { itemId: 440, itemName: 'Ore', quantity: 1 },
      ],
    },
  ]);
});

test('a membership that is bought again extends, and only the last one sends an end, once', async () => {
  const buyer = await addBuyer();
  const draft = { kind: 'membership' as const, itemId: 0, value: 'gold', days: 30, price: 100 };
  const item = await addItem(site, admin, { name: 'Gold', ...draft });
  for (let time = 0; time < 3; time += 1) await buy(site, buyer, item);
  const [first, second, third] = await claim(buyer);
  expect(first).toMatchObject({ kind: 'membership', value: 'gold', days: 30 });
  expect((Date.parse(first?.until ?? '') - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  await apply([first!, second!, third!]);
  const grants = await site.deps.db
    .selectFrom('shop_grants')
    .select(['purchase_id as id', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('account_id', '=', buyer.id)
    .orderBy('purchase_id')
    .execute();
  expect(grants.map(({ startsAt }) => startsAt).slice(1)).toEqual(
    grants.map(({ endsAt }) => endsAt).slice(0, 2),
  );

  // The refund of the second returns its coins, and the third starts earlier. Nothing ends in the game.
  expect((await refund(String(grants[1]!.id))).statusCode).toBe(200);
  expect(await balanceOf(site, buyer)).toBe(800);
  const days = (grant: { endsAt: Date | null } | undefined) =>
    Math.round((grant!.endsAt!.getTime() - Date.now()) / 86_400_000);
  const moved = await site.deps.db
    .selectFrom('shop_grants')
    .select('ends_at as endsAt')
    .where('purchase_id', '=', grants[2]!.id)
    .executeTakeFirst();
  expect(days(moved)).toBe(60);
  expect(await claim(buyer)).toEqual([]);

  await sql`
    update shop_grants set starts_at = starts_at - interval '61 days', ends_at = ends_at - interval '61 days'`.execute(
    site.deps.db,
  );
  await Promise.all([endDueGrants(site.deps), endDueGrants(site.deps), endDueGrants(site.deps)]);
  const ends = await claim(buyer);
  expect(ends).toEqual([
    {
      id: expect.any(String) as string,
      itemId: 0,
      itemName: 'End of Gold',
      quantity: 1,
      isReward: false,
      kind: 'membership',
      value: 'gold',
      isEnd: true,
    },
  ]);
  await apply(ends);
  await endDueGrants(site.deps);
  expect(await claim(buyer)).toEqual([]);
  const own = await get<{ total: number }>('/api/shop/purchases', buyer);
  expect(own.total).toBe(3);
});

test('an end never takes back a membership that was bought again meanwhile', async () => {
  const draft = { kind: 'membership' as const, itemId: 0, value: 'silver', days: 30, price: 100 };
  const item = await addItem(site, admin, { name: 'Silver', ...draft });
  const again = { itemName: 'Silver', value: 'silver' };
  const end = { itemName: 'End of Silver', isEnd: true };
  const buyOne = async (buyer: TestPlayer) =>
    (await buy(site, buyer, item)).json<{ purchaseId: string }>().purchaseId;

  // Both wait: the end comes first, and again after the game could not apply it.
  const buyer = await addBuyer();
  const first = await buyOne(buyer);
  await apply(await claim(buyer));
  await buyOne(buyer);
  await refund(first);
  const [ending, given] = await claim(buyer);
  expect([ending, given]).toMatchObject([end, again]);
  const failed = { status: 'failed', reason: 'Busy.', retryable: true };
  await game.post(`/deliveries/${ending!.id}/ack`, failed);
  await apply([given!]);
  await sql`update purchases set retry_at = null`.execute(site.deps.db);
  expect(await claim(buyer)).toEqual([]);

  // The game holds the new one and may have applied it: the end waits, and is not needed any more.
  const other = await addBuyer();
  const old = await buyOne(other);
  await apply(await claim(other));
  await buyOne(other);
  const held = await claim(other);
  await refund(old);
  expect(await claim(other)).toMatchObject([again]);
  await apply(held);
  expect(await claim(other)).toEqual([]);
});

test('a command has the name of the player, and its refund runs the command of the end', async () => {
  const buyer = await addBuyer();
  const value = 'perm add {player} fly';
  const item = await addItem(site, admin, {
    name: 'Wings',
    kind: 'command',
    itemId: 0,
    value,
    endValue: 'perm remove {player} fly',
  });
  const { purchaseId } = (await buy(site, buyer, item)).json<{ purchaseId: string }>();
  const given = await claim(buyer);
  expect(given).toMatchObject([{ kind: 'command', value: `perm add ${buyer.username} fly` }]);
  await apply(given);
  expect((await refund(purchaseId)).json()).toMatchObject({ state: 'refunded' });
  expect(await balanceOf(site, buyer)).toBe(1000);
  expect(await claim(buyer)).toMatchObject([
    { kind: 'command', value: `perm remove ${buyer.username} fly`, isEnd: true },
  ]);
  expect((await refund(purchaseId)).statusCode).toBe(409);
});

test('an end is canceled only when it needs attention, and moves no coins', async () => {
  const buyer = await addBuyer();
  const draft = { kind: 'membership' as const, itemId: 0, value: 'iron', days: 30, price: 100 };
  const item = await addItem(site, admin, { name: 'Iron', ...draft });
  const { purchaseId } = (await buy(site, buyer, item)).json<{ purchaseId: string }>();
  await apply(await claim(buyer));
  await refund(purchaseId);
  const end = await site.deps.db
    .selectFrom('purchases')
    .select('id')
    .where('ends_id', '=', Number(purchaseId))
    .executeTakeFirstOrThrow();
  // The store shows only what the player waits for.
  expect(await get('/api/shop/mine', buyer)).toMatchObject({ waiting: [] });
  const cancel = async () => (await refund(String(end.id))).json<object>();
  const refused = {
    code: 'shop/not-refundable',
    error: 'This delivery takes back what was given before, so it cannot be refunded.',
  };
  expect(await cancel()).toMatchObject(refused);
  const [held] = await claim(buyer);
  expect(await cancel()).toMatchObject(refused);
  const failed = { status: 'failed', reason: 'No such member.', retryable: false };
  await game.post(`/deliveries/${held!.id}/ack`, failed);
  expect(await cancel()).toMatchObject({ isEnd: true, deliveryState: 'canceled' });
  expect(await claim(buyer)).toEqual([]);
  expect(await balanceOf(site, buyer)).toBe(1000);
});

test('a gift is paid by the giver, delivered to the receiver and refunded to the giver', async () => {
  const [giver, receiver] = [await addBuyer(), await addBuyer(0)];
  const item = await addItem(site, admin);
  const request = { itemId: item.id, giftTo: receiver.username };
  const account = { ...giver, usernameKey: giver.username.toLowerCase() };
  const { purchaseId } = await buyItem(site.deps, account, { request, key: 'gift' });
  await expect(
    buyItem(site.deps, account, { request: { itemId: item.id }, key: 'gift' }),
  ).rejects.toMatchObject({ code: 'shop/key-reused' });
  expect(await claim(giver)).toEqual([]);
  const waiting = await get<OwnShop>('/api/shop/mine', receiver);
  expect(waiting.waiting).toEqual([{ itemId: item.id, state: 'queued' }]);
  await refund(purchaseId);
  expect([await balanceOf(site, giver), await balanceOf(site, receiver)]).toEqual([1000, 0]);
  await buyItem(site.deps, account, { request, key: null });
  expect(await claim(receiver)).toMatchObject([{ itemName: 'Lantern', from: giver.username }]);
});

test('a membership that was given as a gift starts and ends for the one who got it', async () => {
  const [giver, receiver] = [await addBuyer(), await addBuyer(0)];
  const draft = { kind: 'membership' as const, itemId: 0, value: 'amber', days: 30, price: 100 };
  const item = await addItem(site, admin, { name: 'Amber', ...draft });
  const given = await buy(site, giver, item, { changes: { giftTo: receiver.username } });
  await apply(await claim(receiver));
  const grants = await site.deps.db
    .selectFrom('shop_grants')
    .select(['account_id', 'server_id', 'kind', 'value'])
    .where('account_id', 'in', [giver.id, receiver.id])
    .execute();
  expect(grants).toEqual([
    { account_id: receiver.id, server_id: game.id, kind: 'membership', value: 'amber' },
  ]);
  await refund(given.json<{ purchaseId: string }>().purchaseId);
  expect([await balanceOf(site, giver), await balanceOf(site, receiver)]).toEqual([1000, 0]);
  expect(await claim(giver)).toEqual([]);
  expect(await claim(receiver)).toMatchObject([{ itemName: 'End of Amber', isEnd: true }]);
});

test('the end of what a removed server gave is not sent to any other', async () => {
  const buyer = await addBuyer();
  const draft = { kind: 'membership' as const, itemId: 0, value: 'pearl', days: 30, price: 100 };
  const item = await addItem(site, admin, { name: 'Pearl', ...draft });
  const { purchaseId } = (await buy(site, buyer, item)).json<{ purchaseId: string }>();
  const closing = await addTestServer(site);
  await closing.post('/heartbeat', heartbeat({ deliveryKinds: ['membership'] }));
  await apply(await claim(buyer, closing), closing);
  await send('DELETE', `/api/admin/servers/${closing.id}`);
  expect((await refund(purchaseId)).statusCode).toBe(200);
  expect(await balanceOf(site, buyer)).toBe(1000);
  expect(await claim(buyer)).toEqual([]);
});

test('a bundle is not sold while one of its parts cannot be delivered', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { price: 50 });
  const rank = await addItem(site, admin, { kind: 'rank', itemId: 0, value: 'baron', price: 50 });
  const bundle = await addBundle(
    [
      [item, 1],
      [rank, 1],
    ],
    { price: 80 },
  );
  await declareKinds(['item']);
  expect((await seenBy(buyer, bundle)).deliverable).toBe(false);
  expect((await buy(site, buyer, bundle)).json()).toMatchObject({ code: 'shop/undeliverable' });
  expect((await buy(site, buyer, rank)).json()).toMatchObject({ code: 'shop/undeliverable' });
  expect((await buy(site, buyer, item)).statusCode).toBe(200);
  await declareKinds(['item', 'rank', 'membership', 'command', 'bundle']);
  expect((await buy(site, buyer, bundle)).statusCode).toBe(200);
  expect(await balanceOf(site, buyer)).toBe(1000 - 50 - 80);
});

test('an item can need a total level, which the player who gets it must have', async () => {
  const [buyer, friend] = [await addBuyer(), await addBuyer()];
  const item = await addItem(site, admin, { needsLevel: 100 });
  const hidden = await addItem(site, admin, { needsLevel: 100, enabled: false });
  expect(await seenBy(buyer, item)).toMatchObject({ needs: { totalLevel: 100 } });
  expect((await buy(site, buyer, item)).json()).toMatchObject({ code: 'shop/locked' });
  const lockedFor = async (player: TestPlayer) =>
    (await get<OwnShop>('/api/shop/mine', player)).locked?.filter(({ itemId }) =>
      [item.id, hidden.id].includes(itemId),
    );
  expect(await lockedFor(buyer)).toEqual([
    { itemId: item.id, reason: 'Reach total level 100 first.' },
  ]);
  const setLevel = (level: number) =>
    sql`
      update players set total_level = ${level} where name = ${friend.username}`.execute(
      site.deps.db,
    );
  await ingestStats(site.deps, { reports: [reportOf(friend.username)] });
  await setLevel(99);
  expect((await buy(site, friend, item)).json()).toMatchObject({ code: 'shop/locked' });
  await setLevel(100);
  expect((await buy(site, friend, item)).statusCode).toBe(200);
  expect(await lockedFor(friend)).toBeUndefined();
  const give = (from: TestPlayer, to: TestPlayer) =>
    buy(site, from, item, { changes: { giftTo: to.username } });
  expect((await give(friend, buyer)).json()).toMatchObject({ code: 'shop/locked' });
  expect((await give(buyer, friend)).statusCode).toBe(200);
});

test('a total limit counts from when it is set, and a refund of an earlier purchase does not count', async () => {
  const buyer = await addBuyer(5000);
  const item = await addItem(site, admin, { totalLimit: 2 });
  const purchase = async () =>
    (await buy(site, buyer, item)).json<{ purchaseId: string }>().purchaseId;
  const earlier = [await purchase(), await purchase()] as const;
  const save = async (totalLimit: number | null) => {
    const all = await get<ManagedItem[]>('/api/admin/shop/items');
    const saved = all.find(({ id }) => id === item.id)!;
    await send('PUT', `/api/admin/shop/items/${item.id}`, { ...saved, totalLimit });
  };
  await save(null);
  await save(1);
  expect((await refund(earlier[0])).statusCode).toBe(200);
  expect(await seenBy(buyer, item)).toMatchObject({ totalLeft: 1 });
  expect((await buy(site, buyer, item)).statusCode).toBe(200);
  expect((await refund(earlier[1])).statusCode).toBe(200);
  expect((await buy(site, buyer, item)).json()).toMatchObject({ code: 'shop/sold-out' });
  // Another limit counts what was sold since the first.
  await save(2);
  expect(await seenBy(buyer, item)).toMatchObject({ totalLeft: 1 });
});

test('a product must be complete, and a bundle sensible', async () => {
  const item = await addItem(site, admin);
  const kit = await addBundle([
    [item, 1],
    [await addItem(site, admin), 1],
  ]);
  const part = (id: string, n = 1) => ({ itemId: Number(id), count: n });
  const rank = await addItem(site, admin, { kind: 'rank', itemId: 0, value: 'knight' });
  const refusals: [Partial<ItemDraft>, string][] = [
    [{ kind: 'rank' }, 'value'],
    [{ kind: 'command', value: 'x', days: 3 }, 'endValue'],
    [{ kind: 'bundle' }, 'parts'],
    [{ kind: 'bundle', parts: [part(item.id), part(item.id)] }, 'parts'],
    [{ kind: 'bundle', parts: [part(item.id), part(kit.id)] }, 'parts'],
    [{ kind: 'bundle', parts: [part(item.id), part(rank.id, 2)] }, 'parts'],
    [{ kind: 'bundle', parts: [part(item.id), part(rank.id)], isOneDelivery: true }, 'parts'],
    [{ kind: 'bundle', parts: [part(item.id), part(rank.id)], price: 1 }, 'price'],
    [{ categoryId: 999_999 }, 'categoryId'],
  ];
  for (const [changes, field] of refusals) {
    const draft = { ...item, image: null, ...changes };
    const answer = await site.app.inject(json('POST', '/api/admin/shop/items', draft, admin));
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  }
  // The lowest prices: a coin for each delivery.
  const parts = [part(item.id, 3), part(rank.id)];
  expect(await addItem(site, admin, { ...kit, image: null, parts, price: 2 })).toMatchObject({
    price: 2,
  });
});

test('a membership that is bought again in another world does not keep the one that has ended', async () => {
  const buyer = await addBuyer();
  const draft = { kind: 'membership' as const, itemId: 0, value: 'bronze', days: 30, price: 100 };
  const item = await addItem(site, admin, { name: 'Bronze', ...draft });
  await buy(site, buyer, item);
  await apply(await claim(buyer));
  await sql`
    update shop_grants set starts_at = starts_at - interval '31 days', ends_at = ends_at - interval '31 days'
    where account_id = ${buyer.id}`.execute(site.deps.db);
  await endDueGrants(site.deps);
  await buy(site, buyer, item);
  const other = await addTestServer(site);
  await other.post('/heartbeat', heartbeat({ deliveryKinds: ['membership'] }));
  const given = await claim(buyer, other);
  expect(given).toMatchObject([{ itemName: 'Bronze', value: 'bronze' }]);
  await apply(given, other);
  expect(await claim(buyer)).toMatchObject([{ itemName: 'End of Bronze', isEnd: true }]);
});

test('prices that are kept in memory change when a sale begins or ends, without a message', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { price: 500 });
  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const times = { startsAt: at(-1), endsAt: at(2) };
  await send('POST', '/api/admin/shop/sales', sale({ percent: 10, ...times }));
  expect((await seenBy(buyer, item)).price).toBe(450);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(times.endsAt) });
  try {
    expect((await seenBy(buyer, item)).price).toBe(500);
  } finally {
    vi.useRealTimers();
  }
  expect((await seenBy(buyer, item)).price).toBe(450);
});

test('of sales with the same price the one that ends last is shown', async () => {
  const buyer = await addBuyer();
  const item = await addItem(site, admin, { price: 500 });
  const endsAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const sales = { Short: 1, Long: 3, Middle: 2 };
  for (const [name, hours] of Object.entries(sales)) {
    await send('POST', '/api/admin/shop/sales', sale({ name, price: 400, endsAt: endsAt(hours) }));
  }
  const { sale: shown } = await seenBy(buyer, item);
  expect(shown?.name).toBe('Long');
  expect(Date.parse(shown!.endsAt) - Date.now()).toBeGreaterThan(2.5 * 3_600_000);
});

test('a sale counts its bundles once and no refunds, and has only what its scope needs', async () => {
  const buyer = await addBuyer();
  const [first, second, gone] = [
    await addItem(site, admin, { price: 100 }),
    await addItem(site, admin, { price: 100 }),
    await addItem(site, admin, { price: 100 }),
  ];
  const bundle = await addBundle(
    [
      [first, 1],
      [second, 1],
    ],
    { price: 100 },
  );
  await send('DELETE', `/api/admin/shop/items/${gone.id}`);
  const [category] = await send<ShopCategory[]>('POST', '/api/admin/shop/categories', {
    name: 'Odds',
  });
  const url = '/api/admin/shop/sales';
  const itemIds = [first, bundle, gone].map(({ id }) => Number(id));
  const draft = sale({ name: 'Counted', percent: 40, scope: 'items', itemIds, onHome: true });
  const categoryId = Number(category!.id);
  const saved = await send<ShopSale>('POST', url, { ...draft, categoryId });
  const kept = { ...draft, itemIds: itemIds.slice(0, 2) };
  expect(saved).toEqual({
    id: saved.id,
    ...kept,
    version: 1,
    updatedBy: 'Shopkeeper',
    sold: 0,
    earned: 0,
  });
  const all = await send<ShopSale>('POST', url, { ...draft, scope: 'all', categoryId, percent: 1 });
  expect(all).toMatchObject({ scope: 'all', categoryId: null, itemIds: [] });
  for (const item of [bundle, first]) {
    expect((await buy(site, buyer, { ...item, price: 60 })).statusCode).toBe(200);
  }
  const again = (await buy(site, buyer, { ...first, price: 60 })).json<{ purchaseId: string }>();
  const soldIn = async (id: string) => {
    const { sold, earned } = (await get<ShopSale[]>(url)).find((one) => one.id === id)!;
    return [sold, earned];
  };
  expect(await soldIn(saved.id)).toEqual([3, 180]);
  await refund(again.purchaseId);
  expect(await soldIn(saved.id)).toEqual([2, 120]);
  expect(await soldIn(all.id)).toEqual([0, 0]);
  await send('DELETE', `${url}/${saved.id}`);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', saved.id)
    .where('action', 'like', 'shop/sale-%')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'shop/sale-created', before: null, after: kept },
    { action: 'shop/sale-deleted', before: kept, after: null },
  ]);
});

test('a rank is listed with its days, and its games are those that know ranks', async () => {
  const buyer = await addBuyer();
  const old = await addTestServer(site);
  await old.post('/heartbeat', heartbeat({ deliveryKinds: ['item'] }));
  const [oldName, gameName] = await Promise.all(
    [old, game].map(async ({ id }) => {
      const { name } = await site.deps.db
        .selectFrom('game_servers')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return name;
    }),
  );
  const rank = { kind: 'rank' as const, itemId: 0, value: 'duke', days: 14, price: 100 };
  const items = [
    await addItem(site, admin, rank),
    await addBundle([
      [await addItem(site, admin, { ...rank, value: 'earl' }), 1],
      [await addItem(site, admin), 1],
    ]),
    await addItem(site, admin),
  ];
  expect(await seenBy(buyer, items[0]!)).toMatchObject({ kind: 'rank', days: 14 });
  expect(await seenBy(buyer, items[2]!)).not.toHaveProperty('kind');
  const managed = await get<ManagedItem[]>('/api/admin/shop/items');
  const serversOf = ({ id }: ManagedItem) => {
    const { deliveredBy, lackedBy } = managed.find((one) => one.id === id)!;
    const known = [gameName, oldName];
    return [deliveredBy, lackedBy].map((names) => known.filter((name) => names.includes(name!)));
  };
  expect(items.map(serversOf)).toEqual([
    [[gameName], [oldName]],
    [[gameName], [oldName]],
    [[gameName, oldName], []],
  ]);
  await send('DELETE', `/api/admin/servers/${old.id}`);
});

test('the days and the end of a rank depend on no other player and no other rank', async () => {
  const [buyer, other] = [await addBuyer(), await addBuyer()];
  const draft = { kind: 'rank' as const, itemId: 0, days: 30, price: 100 };
  const jade = await addItem(site, admin, { name: 'Jade', value: 'jade', ...draft });
  const onyx = await addItem(site, admin, { name: 'Onyx', value: 'onyx', ...draft });
  const buyOne = async (player: TestPlayer, item: ManagedItem) => {
    const { purchaseId } = (await buy(site, player, item)).json<{ purchaseId: string }>();
    await apply(await claim(player));
    return purchaseId;
  };
  const first = await buyOne(buyer, jade);
  await buyOne(other, jade);
  await buyOne(buyer, onyx);
  const { rows } = await sql<{ days: number }>`
    select round(extract(epoch from ends_at - now()) / 86400)::integer as days from shop_grants
    where account_id in (${buyer.id}, ${other.id})`.execute(site.deps.db);
  expect(rows).toEqual([{ days: 30 }, { days: 30 }, { days: 30 }]);
  await refund(first);
  // Neither what the other player gets nor another rank takes the place of the end.
  await buy(site, other, jade);
  await apply(await claim(other));
  await buy(site, buyer, onyx);
  const waiting = await claim(buyer);
  expect(waiting).toMatchObject([
    { itemName: 'End of Jade', value: 'jade', isEnd: true },
    { itemName: 'Onyx', value: 'onyx' },
  ]);
  const own = await get<{ purchases: { itemName: string }[] }>('/api/shop/purchases', buyer);
  expect(own.purchases.map(({ itemName }) => itemName)).toEqual(['Onyx', 'Onyx', 'Jade']);
  type Log = { purchases: { itemName: string; isEnd?: true; canEnd?: true; kind?: string }[] };
  const log = await get<Log>(`/api/admin/purchases?username=${encodeURIComponent(buyer.username)}`);
  expect(
    log.purchases.map(({ itemName, kind, isEnd, canEnd }) => [itemName, kind, isEnd, canEnd]),
  ).toEqual([
    ['Onyx', 'rank', undefined, true],
    ['End of Jade', 'rank', true, undefined],
    ['Onyx', 'rank', undefined, true],
    ['Jade', 'rank', undefined, true],
  ]);
});

test('a command that nothing takes back is refunded only before the game has run it', async () => {
  const buyer = await addBuyer();
  const draft = { kind: 'command' as const, itemId: 0, value: 'spawn {player}', price: 100 };
  const item = await addItem(site, admin, { name: 'Summons', ...draft });
  const early = (await buy(site, buyer, item)).json<{ purchaseId: string }>();
  expect((await refund(early.purchaseId)).statusCode).toBe(200);
  const { purchaseId } = (await buy(site, buyer, item)).json<{ purchaseId: string }>();
  await apply(await claim(buyer));
  const refused = await refund(purchaseId);
  expect(refused.json()).toMatchObject({
    code: 'shop/not-refundable',
    error: 'This item has already been delivered, so it cannot be refunded.',
  });
  expect(await balanceOf(site, buyer)).toBe(900);
});

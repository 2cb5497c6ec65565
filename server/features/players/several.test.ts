import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { buyCoins, getBalance, getRow } from '#server/features/payments/testing/payments.ts';
import { addItem, balanceOf, buy, giveCoins } from '#server/features/shop/testing/shop.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedItem, PurchaseReceipt } from '#shared/endpoints/shop.ts';
import type { BulkAnswer } from '#shared/schemas.ts';

// An admin acts on several rows of a list at once. The rules of each one are tested with the single endpoint.

let site: TestApp;
let admin: TestPlayer;
let item: ManagedItem;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Bookkeeper', 3);
  item = await addItem(site, admin, { price: 40 });
});
afterAll(() => site.close());

const post = (url: string, body: object, as?: TestPlayer) =>
  site.app.inject(json('POST', url, body, as ?? admin));

async function resultsOf(answer: ReturnType<typeof post>): Promise<BulkAnswer['results']> {
  const { statusCode, body } = await answer;
  expect(statusCode, body).toBe(200);
  return (JSON.parse(body) as BulkAnswer).results;
}

async function addBuyer(name: string): Promise<{ buyer: TestPlayer; purchaseIds: string[] }> {
  const buyer = await site.addPlayer(name);
  await giveCoins(site, buyer, 100);
  const bought = [await buy(site, buyer, item), await buy(site, buyer, item)];
  return { buyer, purchaseIds: bought.map((one) => one.json<PurchaseReceipt>().purchaseId) };
}

async function addModerator(name: string): Promise<TestPlayer> {
  const moderator = await site.addPlayer(name, 2);
  const permission = { account_id: moderator.id, permission: 'players' as const };
  await site.deps.db.insertInto('account_permissions').values(permission).execute();
  return moderator;
}

async function countAudited(action: string): Promise<number> {
  const rows = await site.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', action)
    .execute();
  return rows.length;
}

test('several purchases are refunded, and each refusal is told by itself', async () => {
  const { buyer, purchaseIds } = await addBuyer('Reed');
  const [first, second] = purchaseIds as [string, string];
  const { db } = site.deps;
  const delivered = { state: 'delivered' as const, delivered_at: new Date() };
  await db.updateTable('purchases').set(delivered).where('id', '=', Number(second)).execute();
  const before = await countAudited('shop/purchase-refunded');
  const ids = [first, second, '999999', first];
  expect(await resultsOf(post('/api/admin/purchases/refund', { ids }))).toEqual([
    { id: first, error: null },
    { id: second, error: 'This item has already been delivered, so it cannot be refunded.' },
    { id: '999999', error: 'There is no such purchase.' },
  ]);
  expect(await balanceOf(site, buyer)).toBe(60);
  expect(await countAudited('shop/purchase-refunded')).toBe(before + 1);
});

test('purchases are refunded once, however often and at the same time it is asked', async () => {
  const { buyer, purchaseIds: ids } = await addBuyer('Sedge');
  const ask = () => resultsOf(post('/api/admin/purchases/refund', { ids }));
  const all = (await Promise.all([ask(), ask(), ask()])).flat();
  expect(all.filter(({ error }) => error === null)).toHaveLength(2);
  expect(new Set(all.map(({ error }) => error))).toEqual(
    new Set([null, 'This purchase has already been refunded.']),
  );
  expect(await balanceOf(site, buyer)).toBe(100);
});

test('several top-ups are refunded once per key, and never more than was paid', async () => {
  const buyer = await site.addPlayer('Rush');
  const orders = [await buyCoins(site, buyer), await buyCoins(site, buyer)];
  const refunds = orders.map((id) => ({ id, amount: 1000 }));
  const key = randomUUID();
  const ask = (with_: string) =>
    resultsOf(post('/api/admin/orders/refund', { refunds, key: with_ }));
  const done = orders.map((id) => ({ id, error: null }));
  expect(await Promise.all([ask(key), ask(key)])).toEqual([done, done]);
  expect(await ask(key)).toEqual(done);
  expect(await ask(randomUUID())).toEqual(
    orders.map((id) => ({ id, error: 'Nothing is left to refund.' })),
  );
  for (const id of orders) expect(await getRow(site, id)).toMatchObject({ refunded: 1000 });
  expect(await getBalance(site, buyer)).toBe(0);
});

test('an unexpected failure is told for its item, and the others are done', async () => {
  const buyer = await site.addPlayer('Cattail');
  const [broken, fine] = [await buyCoins(site, buyer), await buyCoins(site, buyer)];
  const onProblem = vi.spyOn(site.deps, 'onProblem').mockImplementation(() => {});
  const mode = vi.spyOn(site.deps.payments, 'mode', 'get');
  mode.mockReturnValue('sandbox').mockImplementationOnce(() => {
    throw new Error('Lost.');
  });
  onTestFinished(() => {
    onProblem.mockRestore();
    mode.mockRestore();
  });
  const refunds = [broken, fine].map((id) => ({ id, amount: 10 }));
  expect(await resultsOf(post('/api/admin/orders/refund', { refunds, key: randomUUID() }))).toEqual(
    [
      { id: broken, error: 'Something went wrong. Check it before you try again.' },
      { id: fine, error: null },
    ],
  );
  expect(onProblem).toHaveBeenCalledOnce();
});

test('several players are muted by the rules of a single one', async () => {
  const moderator = await addModerator('Warden');
  for (const name of ['Heath', 'Gorse', 'Broom']) await site.addPlayer(name);
  const body = {
    players: [
      { username: 'Heath', version: 0 },
      { username: 'Gorse', version: 7 },
      { username: 'Bookkeeper', version: 0 },
      { username: 'Warden', version: 0 },
      { username: 'Nobody Here', version: 0 },
    ],
    reason: 'Spam in chat',
    expiresAt: null,
  };
  const results = await resultsOf(post('/api/admin/sanctions/mute', body, moderator));
  expect(results.map(({ error }) => error === null)).toEqual([true, false, false, false, false]);
  expect(results[4]).toEqual({ id: 'Nobody Here', error: 'There is no player by that name.' });
  const muted = await site.deps.db
    .selectFrom('sanctions')
    .innerJoin('accounts', 'accounts.id', 'sanctions.account_id')
    .select(['username', 'kind', 'reason', 'issued_by'])
    .execute();
  expect(muted).toEqual([
    { username: 'Heath', kind: 'mute', reason: 'Spam in chat', issued_by: 'Warden' },
  ]);
  const again = await resultsOf(post('/api/admin/sanctions/mute', body, moderator));
  expect(again.every(({ error }) => error !== null)).toBe(true);
});

test('several players are banned until the given time', async () => {
  const names = ['Larch', 'Alder'];
  for (const name of names) await site.addPlayer(name);
  const players = names.map((username) => ({ username, version: 0 }));
  const body = { players, reason: 'Bots', expiresAt: '2099-03-04T05:06:00.000Z' };
  const results = await resultsOf(post('/api/admin/sanctions/ban', body));
  expect(results).toEqual(names.map((id) => ({ id, error: null })));
  const banned = await site.deps.db
    .selectFrom('sanctions')
    .innerJoin('accounts', 'accounts.id', 'sanctions.account_id')
    .select(['username', 'kind', 'reason', 'issued_by', 'expires_at'])
    .where('reason', '=', 'Bots')
    .orderBy('username', 'desc')
    .execute();
  const expires_at = new Date(body.expiresAt);
  expect(banned).toEqual(
    names.map((username) => ({
      username,
      kind: 'ban',
      reason: 'Bots',
      issued_by: 'Bookkeeper',
      expires_at,
    })),
  );
});

const purchasesUrl = '/api/admin/purchases/refund';
const ordersUrl = '/api/admin/orders/refund';
const id = '00000000-0000-4000-8000-000000000000';

test.each([
  ['no purchase', purchasesUrl, { ids: [] }],
  ['too many purchases', purchasesUrl, { ids: Array.from({ length: 101 }, (_, at) => `${at}`) }],
  ['a purchase that is no id', purchasesUrl, { ids: ['x'] }],
  ['a refund of nothing', ordersUrl, { refunds: [{ id, amount: 0 }], key: 'a-valid-key' }],
  ['a refund without a key', ordersUrl, { refunds: [{ id, amount: 5 }] }],
])('%s is refused as a whole', async (_what, url, body) => {
  expect((await post(url, body)).statusCode).toBe(400);
});

test('chosen rows can be exported, and a moderator sees no addresses', async () => {
  const { purchaseIds } = await addBuyer('Bramble');
  const orderId = await buyCoins(site, await site.addPlayer('Bracken'));
  const moderator = await addModerator('Ranger');
  const read = async (url: string, { cookie } = admin) => {
    const answer = await site.app.inject({ url, headers: { cookie } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.body.trim().split('\r\n').slice(1);
  };
  const purchases = await read(`/api/admin/purchases.csv?ids=${purchaseIds.join(',')}`);
  expect(purchases.map((line) => line.split(',')[0])).toEqual(purchaseIds.toReversed());
  const orders = await read(`/api/admin/orders.csv?ids=${orderId}`);
  expect(orders.map((line) => line.split(',').slice(0, 2))).toEqual([[orderId, 'Bracken']]);
  const users = '/api/admin/users.csv?usernames=Bramble,bracken';
  const firstCells = (lines: string[]) => lines.map((line) => line.split(',').slice(0, 4));
  expect(firstCells(await read(users))).toEqual([
    ['Bracken', expect.stringContaining('@'), '0', '1000'],
    ['Bramble', expect.stringContaining('@'), '0', '20'],
  ]);
  expect(firstCells(await read(users, moderator))).toEqual([
    ['Bracken', '', '0', ''],
    ['Bramble', '', '0', ''],
  ]);
  for (const bad of ['purchases.csv?ids=1,x', 'orders.csv?ids=1', 'users.csv']) {
    const answer = await site.app.inject({
      url: `/api/admin/${bad}`,
      headers: { cookie: admin.cookie },
    });
    expect(answer.statusCode).toBe(400);
  }
});

test('the file of chosen players has a column for each value, in the order of the names', async () => {
  const { db } = site.deps;
  const [yarrow, aster] = [await site.addPlayer('Yarrow', 1), await site.addPlayer('Aster')];
  await giveCoins(site, yarrow, 25);
  const created = (day: number) => new Date(Date.UTC(2026, 0, day, 3, 4, 5));
  for (const [at, { id }] of [yarrow, aster].entries()) {
    const accounts = db.updateTable('accounts').set({ created_at: created(at + 1) });
    await accounts.where('id', '=', id).execute();
  }
  const seen = new Date('2026-02-03T04:05:06Z');
  const sessions = db.updateTable('sessions').set({ last_seen_at: seen });
  await sessions.where('account_id', '=', yarrow.id).execute();
  await db.deleteFrom('sessions').where('account_id', '=', aster.id).execute();
  const sanction = { source: 'site', reason: 'x', issued_by: 'x' } as const;
  await db
    .insertInto('sanctions')
    .values([
      { ...sanction, account_id: yarrow.id, kind: 'ban' },
      { ...sanction, account_id: aster.id, kind: 'mute' },
    ])
    .execute();
  const answer = await site.app.inject({
    url: '/api/admin/users.csv?usernames=YARROW,aster,Nobody',
    headers: { cookie: admin.cookie },
  });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="users.csv"');
  expect(answer.body.split('\r\n')).toEqual([
    '\u{FEFF}Player,Email,Rights,Coins,Banned,Muted,Registered,Last seen',
    `Aster,${aster.email},0,0,no,yes,2026-01-02T03:04:05.000Z,`,
    `Yarrow,${yarrow.email},1,25,yes,no,2026-01-01T03:04:05.000Z,${seen.toISOString()}`,
    '',
  ]);
});

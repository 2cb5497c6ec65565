import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { sized } from '#server/testing/sized.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { CodeBatch, CodeDraft, CodeUse } from '#shared/endpoints/codes.ts';
import type { LoggedPurchase, OwnShop, PurchaseReceipt } from '#shared/endpoints/shop.ts';
import type { Statement } from '#shared/endpoints/wallet.ts';

import { redeemCode } from './codes.service.ts';
import { addItem, balanceOf, buy, findBrokenLedgerRules, giveCoins } from './testing/shop.ts';

let site: TestApp;
let admin: TestPlayer;
let player: TestPlayer;
let number = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', 3);
});
beforeEach(async () => {
  number += 1;
  player = await site.addPlayer(`Finder ${number}`);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- the ledger must be consistent after every test
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});
afterAll(() => site.close());

const coins: CodeDraft = {
  name: 'Festival',
  kind: 'coins',
  value: 250,
  word: null,
  count: 1,
  uses: 1,
  perPlayer: 1,
  expiresAt: null,
};

const post = (changes: Partial<CodeDraft>) =>
  site.app.inject(json('POST', '/api/admin/shop/codes', { ...coins, ...changes }, admin));

async function make(changes: Partial<CodeDraft> = {}) {
  const answer = await post(changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ batch: CodeBatch; codes: [string, ...string[]] }>();
}

const redeem = (code: string, as: TestPlayer = player) =>
  site.app.inject(json('POST', '/api/shop/codes/redeem', { code }, as));

async function read<T>(url: string, as: TestPlayer = admin): Promise<T> {
  return (await site.app.inject({ url, headers: { cookie: as.cookie } })).json<T>();
}

test('a code gives its coins once, however it is typed, and the log says who used it', async () => {
  const { batch, codes } = await make({ count: 3 });
  const [code] = codes;
  expect(new Set(codes).size).toBe(3);
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
  const answer = await redeem(typed);
  expect(answer.json()).toEqual({ message: expect.stringMatching(/^250 \w+ were added/) });
  expect(await balanceOf(site, player)).toBe(250);
  const { entries } = await read<Statement>('/api/wallet/statement', player);
  expect(entries).toMatchObject([{ kind: 'code', memo: 'Code: Festival', amount: 250 }]);
  const { uses } = await read<{ uses: CodeUse[] }>('/api/admin/shop/codes/uses');
  expect(uses[0]).toMatchObject({
    player: player.username,
    batch: 'Festival',
    code: code.slice(-4),
    kind: 'coins',
    value: 250,
    itemName: null,
  });
  const { batches } = await read<{ batches: CodeBatch[] }>('/api/admin/shop/codes');
  expect(batches.find(({ id }) => id === batch.id)).toEqual({ ...batch, used: 1 });
  expect(batch).toMatchObject({ codes: 3, used: 0, uses: 3, isOn: true });

  expect((await redeem(code)).json()).toMatchObject({ code: 'shop/code-used' });
  const other = await site.addPlayer(`Latecomer ${number}`);
  expect((await redeem(code, other)).json()).toMatchObject({ code: 'shop/code-over' });
  // The limit per player is for the whole batch.
  expect((await redeem(codes[1]!)).json()).toMatchObject({ code: 'shop/code-used' });
  expect((await redeem(codes[1]!, other)).statusCode).toBe(200);
  const { rows } = await sql`select from codes where label = ${code}`.execute(site.deps.db);
  expect(rows).toEqual([]);
});

test('a code limited to one use is used once by many players at the same time', async () => {
  const { codes } = await make({ value: 7 });
  const { rows: accounts } = await sql<{ id: number; username: string }>`
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
    select 'Rival ' || n, 'rival ' || n, 'rival' || n || '@example.test', 'rival' || n || '@example.test', 'test', 'rival ' || n
    from generate_series(1, ${sized(60, 200)}::integer) as n
    returning id, username`.execute(site.deps.db);
  const results = await Promise.allSettled(
    accounts.map((account) => redeemCode(site.deps, account, codes[0])),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
  );
  expect(new Set(reasons)).toEqual(new Set(['shop/code-over']));
});

test('a player uses several codes of a batch at the same time: as many as allowed count', async () => {
  const { codes } = await make({ count: 8 });
  const answers = await Promise.all(codes.map((code) => redeem(code)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await balanceOf(site, player)).toBe(250);
});

test('a percent code is taken off the next purchase once, and refunds give back what was paid', async () => {
  await giveCoins(site, player, 1000);
  const item = await addItem(site, admin, { price: 301 });
  const { codes } = await make({ kind: 'percent', value: 20, word: 'lantern20', uses: null });
  expect(codes).toEqual(['LANTERN20']);
  expect((await post({ kind: 'percent', value: 5, word: 'LANTERN5' })).statusCode).toBe(200);
  expect((await post({ kind: 'percent', value: 5, word: 'lantern2o' })).json()).toMatchObject({
    fields: { word: 'This code exists already.' },
  });
  expect((await redeem('Lantern20')).statusCode).toBe(200);
  expect(await read<OwnShop>('/api/shop/mine', player)).toMatchObject({
    discount: { percent: 20, label: 'Festival' },
  });
  expect((await buy(site, player, item)).json()).toMatchObject({ code: 'shop/price-changed' });
  const bought = await buy(site, player, { ...item, price: 240 });
  expect(bought.json<PurchaseReceipt>()).toMatchObject({ price: 240, balance: 760 });
  expect(await read<OwnShop>('/api/shop/mine', player)).not.toHaveProperty('discount');
  expect((await buy(site, player, item)).json()).toMatchObject({ price: 301 });
  const { purchaseId } = bought.json<PurchaseReceipt>();
  await site.app.inject(json('POST', `/api/admin/purchases/${purchaseId}/refund`, {}, admin));
  expect(await balanceOf(site, player)).toBe(1000 - 301);
});

test('an item code is delivered like a reward', async () => {
  const item = await addItem(site, admin, { name: 'Coded Crown', stock: 0 });
  const { codes } = await make({ kind: 'item', value: Number(item.id) });
  expect((await redeem(codes[0])).json()).toMatchObject({
    message: 'Coded Crown is yours. You receive it at your next login to the game.',
  });
  const url = `/api/admin/purchases?username=${encodeURIComponent(player.username)}`;
  const { purchases } = await read<{ purchases: LoggedPurchase[] }>(url);
  expect(purchases).toMatchObject([{ itemName: 'Coded Crown', price: 0, deliveryState: 'queued' }]);
});

test('codes that are off or expired are refused', async () => {
  const { batch, codes } = await make();
  const past = await make({ expiresAt: new Date(Date.now() - 1000).toISOString() });
  expect((await redeem(past.codes[0])).json()).toMatchObject({ code: 'shop/code-over' });
  const url = `/api/admin/shop/codes/${batch.id}`;
  const off = await site.app.inject(json('PATCH', url, { isOn: false }, admin));
  expect(off.json()).toMatchObject({ isOn: false });
  expect((await redeem(codes[0])).json()).toMatchObject({ code: 'shop/code-over' });
  await site.app.inject(json('PATCH', url, { isOn: true }, admin));
  expect((await redeem(codes[0])).statusCode).toBe(200);
});

test('an account can try ten wrong codes per hour; right ones do not count', async () => {
  const { codes } = await make({ count: 3, perPlayer: 3 });
  expect((await redeem(codes[0])).statusCode).toBe(200);
  const wrong = await Promise.all(Array.from({ length: 12 }, () => redeem('WRONG-CODE')));
  const statuses = wrong.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 404)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await redeem(codes[1]!)).statusCode).toBe(429);
  const other = await site.addPlayer(`Calm ${number}`);
  expect((await redeem(codes[1]!, other)).statusCode).toBe(200);
});

test('codes that are worth money are random and limited', async () => {
  expect((await post({ word: 'FREE100' })).json()).toMatchObject({
    fields: { word: expect.any(String) },
  });
  expect((await post({ uses: null })).json()).toMatchObject({
    fields: { uses: expect.any(String) },
  });
  expect((await post({ kind: 'percent', value: 100 })).json()).toMatchObject({
    fields: { value: expect.any(String) },
  });
  expect((await post({ kind: 'item', value: 987_654 })).json()).toMatchObject({
    fields: { value: 'Choose an item of the store.' },
  });
});

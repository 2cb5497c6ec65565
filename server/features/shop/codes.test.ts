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

test('codes for several uses count each, for every player as often as the batch allows', async () => {
  const [other, third] = [
    await site.addPlayer(`Other ${number}`),
    await site.addPlayer(`Third ${number}`),
  ];
  const { batch, codes } = await make({ uses: 4, perPlayer: 2 });
  const untouched = await make({
    name: 'Untouched',
    kind: 'percent',
    value: 5,
    count: 2,
    uses: null,
  });
  const [code] = codes;
  for (const as of [player, player, other]) expect((await redeem(code, as)).statusCode).toBe(200);
  expect((await redeem(code)).json()).toMatchObject({ code: 'shop/code-used' });
  expect((await redeem(code, third)).statusCode).toBe(200);
  expect((await redeem(code, third)).json()).toMatchObject({ code: 'shop/code-used' });
  const late = await site.addPlayer(`Late ${number}`);
  expect((await redeem(code, late)).json()).toMatchObject({ code: 'shop/code-over' });
  expect(await balanceOf(site, player)).toBe(500);
  const { batches } = await read<{ batches: CodeBatch[] }>('/api/admin/shop/codes');
  expect(batches.slice(0, 2)).toEqual([untouched.batch, { ...batch, used: 4 }]);
  expect(batch).toEqual({
    id: expect.any(Number),
    name: 'Festival',
    kind: 'coins',
    value: 250,
    itemName: null,
    word: null,
    codes: 1,
    used: 0,
    uses: 4,
    perPlayer: 2,
    expiresAt: null,
    isOn: true,
  });
  expect(untouched.batch).toMatchObject({ codes: 2, uses: null });
  const { uses } = await read<{ uses: CodeUse[] }>('/api/admin/shop/codes/uses');
  expect(uses.slice(0, 4).map(({ player: by }) => by)).toEqual(
    [third, other, player, player].map(({ username }) => username),
  );
});

test('a percent code gives a discount for 30 days, and an item code gives no bundle and nothing deleted', async () => {
  const { codes } = await make({ name: 'Autumn', kind: 'percent', value: 20 });
  expect((await redeem(codes[0])).statusCode).toBe(200);
  const { rows } = await sql`
    select percent, label, purchase_id, code_use_id is not null as "hasUse",
      round(extract(epoch from expires_at - now()) / 86400)::integer as days
    from shop_discounts where account_id = ${player.id}`.execute(site.deps.db);
  expect(rows).toEqual([
    { percent: 20, label: 'Autumn', purchase_id: null, hasUse: true, days: 30 },
  ]);
  const [item, part, gone] = [
    await addItem(site, admin),
    await addItem(site, admin),
    await addItem(site, admin),
  ];
  const parts = [item, part].map(({ id }) => ({ itemId: Number(id), count: 1 }));
  const bundle = await addItem(site, admin, { kind: 'bundle', itemId: 0, parts });
  await site.app.inject(json('DELETE', `/api/admin/shop/items/${gone.id}`, undefined, admin));
  const { items } = await read<{ items: { id: number }[] }>('/api/admin/shop/codes');
  const offered = items.map(({ id }) => id);
  expect(offered).toEqual(expect.arrayContaining([Number(item.id), Number(part.id)]));
  for (const { id } of [bundle, gone]) {
    expect(offered).not.toContain(Number(id));
    expect((await post({ kind: 'item', value: Number(id) })).json()).toMatchObject({
      fields: { value: 'Choose an item of the store.' },
    });
  }
});

test('a batch is switched alone and audited once, and neither codes nor switches of others change', async () => {
  const [first, second] = [await make(), await make()];
  const switchTo = (id: number, isOn: boolean) =>
    site.app.inject(json('PATCH', `/api/admin/shop/codes/${id}`, { isOn }, admin));
  const off = await switchTo(first.batch.id, false);
  expect(off.json()).toEqual({ ...first.batch, isOn: false });
  expect((await switchTo(first.batch.id, false)).json()).toEqual(off.json());
  expect((await switchTo(999_999, false)).statusCode).toBe(404);
  expect((await redeem(second.codes[0])).statusCode).toBe(200);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', 'in', [String(first.batch.id), String(second.batch.id)])
    .where('action', 'like', 'shop/codes-%')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'shop/codes-created', before: null, after: first.batch },
    { action: 'shop/codes-created', before: null, after: second.batch },
    {
      action: 'shop/codes-switched',
      before: { name: 'Festival', isOn: true },
      after: { name: 'Festival', isOn: false },
    },
  ]);
});

test.each<[string, Partial<CodeDraft>]>([
  ['value', { value: 1_000_001 }],
  ['count', { count: 1001 }],
  ['count', { count: 0 }],
  ['word', { kind: 'percent', value: 5, word: 'ABC' }],
  ['word', { kind: 'percent', value: 5, word: 'A'.repeat(25) }],
  ['word', { kind: 'percent', value: 5, word: 'TWO WORDS' }],
  ['perPlayer', { perPlayer: 0 }],
  ['uses', { uses: 0 }],
  ['uses', { kind: 'item', value: 1, uses: null }],
])('codes with a wrong %s are refused: %j', async (field, changes) => {
  const answer = await post(changes);
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
});

test('a million coins and 99 percent are the most that a code can give', async () => {
  for (const most of [{ value: 1_000_000 }, { kind: 'percent' as const, value: 99 }]) {
    expect((await make(most)).batch).toMatchObject(most);
  }
});

test('batches and uses have 25 per page, newest first', async () => {
  const { batch, codes } = await make({ name: 'Before the others', uses: 1000, perPlayer: 1000 });
  await redeem(codes[0]);
  await sql`
    with added as (
      insert into code_batches (name, kind, value, player_limit)
      select 'Batch ' || n, 'percent', 5, 1000 from generate_series(1, 25) as n returning id
    )
    insert into codes (batch_id, hash, label, max_uses)
    select id, sha256(('batch' || id)::bytea), 'test', null from added`.execute(site.deps.db);
  await sql`
    with used as (
      insert into code_uses (code_id, batch_id, account_id, turn)
      select codes.id, batch_id, ${player.id}, n
      from codes, generate_series(1, 25) as n where batch_id = (select max(id) from code_batches)
      returning code_id
    )
    update codes set uses = 25 where id in (select code_id from used)`.execute(site.deps.db);
  type Page = { batches: CodeBatch[]; uses: CodeUse[]; pages: number; total: number };
  const firstPage = await read<Page>('/api/admin/shop/codes');
  expect(firstPage.batches.map(({ name }) => name)).toEqual(
    Array.from({ length: 25 }, (_, at) => `Batch ${25 - at}`),
  );
  expect(firstPage.pages).toBe(Math.ceil(firstPage.total / 25));
  const next = await read<Page>('/api/admin/shop/codes?page=2');
  expect(next.batches[0]).toEqual({ ...batch, used: 1 });
  const uses = await read<Page>('/api/admin/shop/codes/uses');
  expect(uses.uses).toHaveLength(25);
  expect(new Set(uses.uses.map((use) => use.batch))).toEqual(new Set(['Batch 25']));
  const earlier = await read<Page>('/api/admin/shop/codes/uses?page=2');
  expect(earlier.uses[0]).toMatchObject({ batch: 'Before the others', player: player.username });
});

test('codes for an item name it in their batch and in the log, and codes for coins name none', async () => {
  const item = await addItem(site, admin, { name: 'Named Crown' });
  const value = Number(item.id);
  const given = await make({ kind: 'item', value, name: 'Crowns' });
  expect(given.batch).toMatchObject({ kind: 'item', value, itemName: 'Named Crown' });
  const paid = await make({ value, name: 'As many coins' });
  expect(paid.batch).toMatchObject({ kind: 'coins', value, itemName: null });
  await redeem(given.codes[0]);
  const gone = await site.addPlayer(`Gone ${number}`);
  expect((await redeem(paid.codes[0], gone)).json()).toEqual({
    message: `${value} Wyncoins were added to your balance.`,
  });
  await site.deps.db
    .updateTable('code_uses')
    .set({ account_id: null })
    .where('account_id', '=', gone.id)
    .execute();
  const { uses } = await read<{ uses: CodeUse[] }>('/api/admin/shop/codes/uses');
  const codeOf = ([code]: [string, ...string[]]) => code.slice(-4);
  expect(uses.slice(0, 2)).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      player: null,
      batch: 'As many coins',
      code: codeOf(paid.codes),
      kind: 'coins',
      value,
      itemName: null,
    },
    {
      id: expect.any(Number),
      at: expect.any(String),
      player: player.username,
      batch: 'Crowns',
      code: codeOf(given.codes),
      kind: 'item',
      value,
      itemName: 'Named Crown',
    },
  ]);
});

test('a code works until it expires, and its batch says when', async () => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const { batch, codes } = await make({ kind: 'percent', value: 15, expiresAt });
  expect(batch.expiresAt).toBe(expiresAt);
  expect((await redeem(codes[0])).json()).toEqual({
    message: 'Your next purchase within 30 days costs 15% less.',
  });
  expect((await redeem('NO-SUCH-CODE')).json()).toMatchObject({ code: 'shop/code-unknown' });
});

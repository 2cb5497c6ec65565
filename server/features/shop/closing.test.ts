import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { requestCheckout } from '#server/features/payments/testing/payments.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

import { addItem, giveCoins } from './testing/shop.ts';

let site: TestApp;
let admin: TestPlayer;
let item: ManagedItem;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', 3);
  item = await addItem(site, admin);
});
afterAll(() => site.close());
afterEach(async () => {
  if (!(await isOpen())) await setOpen(true);
});

function setOpen(shopOpen: boolean) {
  return site.app.inject(json('PATCH', '/api/admin/settings', { shopOpen }, admin));
}

function buy(player: TestPlayer, key: string) {
  const request = json('POST', '/api/shop/buy', { itemId: item.id }, player);
  return site.app.inject({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
}

async function countPurchases(player: TestPlayer): Promise<number> {
  const { cookie } = player;
  const answer = await site.app.inject({ url: '/api/shop/purchases', headers: { cookie } });
  return answer.json<{ total: number }>().total;
}

async function isOpen(): Promise<boolean> {
  const info = await site.app.inject('/api/shop/payments');
  return info.json<{ shopOpen: boolean }>().shopOpen;
}

test('a closed store sells neither items nor coins until it opens again', async () => {
  const player = await site.addPlayer('Customer');
  await giveCoins(site, player, 1000);
  expect(await isOpen()).toBe(true);
  const bought = await buy(player, 'before');
  expect(bought.statusCode, bought.body).toBe(200);

  expect((await setOpen(false)).json()).toMatchObject({ shopOpen: false });
  expect(await isOpen()).toBe(false);
  const refused = await buy(player, 'while');
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({ code: 'shop/closed' });
  expect(refused.json<{ error: string }>().error).toContain('try again later');
  const topUp = await requestCheckout(site, player, { amount: 500 });
  expect(topUp.json()).toMatchObject({ code: 'shop/closed' });
  // A retry of an earlier purchase gets the same answer.
  expect((await buy(player, 'before')).json()).toMatchObject({ price: 300, balance: 700 });
  expect(await countPurchases(player)).toBe(1);

  await setOpen(true);
  expect((await buy(player, 'while')).statusCode).toBe(200);
  expect(await countPurchases(player)).toBe(2);
});

test('only admins can close the store, and the audit log records it', async () => {
  const player = await site.addPlayer('Curious');
  const body = { shopOpen: false };
  const refused = await site.app.inject(json('PATCH', '/api/admin/settings', body, player));
  expect(refused.statusCode).toBe(403);
  expect(await isOpen()).toBe(true);
  await setOpen(false);
  await setOpen(true);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name as actor', 'before', 'after'])
    .where('action', '=', 'site/setting-changed')
    .where('subject', '=', 'shop.is_open')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(entries).toMatchObject([
    { actor: 'Keeper', before: { value: false }, after: { value: true } },
    { actor: 'Keeper', before: { value: true }, after: { value: false } },
  ]);
});

test('the key of another player’s purchase buys nothing in a closed store', async () => {
  const [player, other] = [await site.addPlayer('Early Bird'), await site.addPlayer('Late Bird')];
  for (const buyer of [player, other]) await giveCoins(site, buyer, 1000);
  expect((await buy(player, 'shared')).statusCode).toBe(200);
  await setOpen(false);
  expect((await buy(other, 'shared')).json()).toMatchObject({ code: 'shop/closed' });
  expect(await countPurchases(other)).toBe(0);
});

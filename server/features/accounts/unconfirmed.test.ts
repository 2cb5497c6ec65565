import { afterAll, beforeAll, expect, test } from 'vitest';

import { requestCheckout } from '#server/features/payments/testing/payments.ts';
import {
  addItem,
  buy,
  getCoinsAndPurchases,
  giveCoins,
} from '#server/features/shop/testing/shop.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

let site: TestApp;
let admin: TestPlayer;
let item: ManagedItem;
let poll: ManagedPoll;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Keeper', 3);
  item = await addItem(site, admin);
  const draft = {
    title: 'Bridges',
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
    questions: [{ question: 'Stone or wood?', answers: ['Stone', 'Wood'] }],
  };
  poll = (await site.app.inject(json('POST', '/api/admin/polls', draft, admin))).json();
});
afterAll(() => site.close());

/** A changed address is unconfirmed until its link is opened. */
async function addUnconfirmed(username: string): Promise<TestPlayer> {
  const player = await site.addPlayer(username);
  await giveCoins(site, player, 1000);
  const email = `new.${player.email}`;
  const path = `/api/users/${encodeURIComponent(username)}`;
  expect((await site.app.inject(json('PATCH', path, { email }, player))).statusCode).toBe(200);
  return { ...player, email };
}

async function confirm({ email }: TestPlayer): Promise<void> {
  const link = site.mails.findLast(({ to }) => to === email)?.action?.url ?? '';
  const oobCode = new URL(link).searchParams.get('oobCode');
  const answer = await site.app.inject(json('POST', '/idp/v1/accounts:update?key=x', { oobCode }));
  expect(answer.statusCode).toBe(200);
}

async function set(change: object, on = site, by = admin): Promise<void> {
  const answer = await on.app.inject(json('PATCH', '/api/admin/settings', change, by));
  expect(answer.json()).toMatchObject(change);
}

function vote(player: TestPlayer) {
  const body = { answers: [0] };
  return site.app.inject(json('POST', `/api/polls/${poll.id}/vote`, body, player));
}

async function addCode(): Promise<string> {
  const draft = { name: 'Gift', kind: 'coins', value: 5, word: null, count: 1, uses: 1 };
  const body = { ...draft, perPlayer: 1, expiresAt: null };
  const answer = await site.app.inject(json('POST', '/api/admin/shop/codes', body, admin));
  return answer.json<{ codes: [string] }>().codes[0];
}

const refusal = { code: 'accounts/email-unconfirmed' };

test('unconfirmed players may buy and vote unless an admin turns it off', async () => {
  const player = await addUnconfirmed('Free Hand');
  expect((await buy(site, player, item)).statusCode).toBe(200);
  expect((await requestCheckout(site, player, { amount: 500 })).statusCode).toBe(200);
  const voted = await vote(player);
  expect(voted.statusCode, voted.body).toBe(200);
});

test('if unconfirmed players may not buy, they can after the link, and a retry gets its answer', async () => {
  const player = await addUnconfirmed('Half Known');
  expect((await buy(site, player, item, { key: 'earlier' })).statusCode).toBe(200);
  const before = await getCoinsAndPurchases(site, player);
  await set({ unconfirmedMayBuy: false });
  const refused = await buy(site, player, item, { key: 'later' });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject(refusal);
  expect((await requestCheckout(site, player, { amount: 500 })).json()).toMatchObject(refusal);
  const code = await addCode();
  const redeem = () => site.app.inject(json('POST', '/api/shop/codes/redeem', { code }, player));
  expect((await redeem()).json()).toMatchObject(refusal);
  expect((await buy(site, player, item, { key: 'earlier' })).statusCode).toBe(200);
  expect(await getCoinsAndPurchases(site, player)).toEqual(before);
  expect((await vote(player)).statusCode).toBe(200);

  await confirm(player);
  expect((await buy(site, player, item, { key: 'later' })).statusCode).toBe(200);
  expect((await requestCheckout(site, player, { amount: 500 })).statusCode).toBe(200);
  expect((await redeem()).statusCode).toBe(200);
  await set({ unconfirmedMayBuy: true });
});

test('if unconfirmed players may not vote, they can after the link', async () => {
  const player = await addUnconfirmed('Quiet Voice');
  await set({ unconfirmedMayVote: false });
  expect((await vote(player)).json()).toMatchObject(refusal);
  expect((await buy(site, player, item)).statusCode).toBe(200);
  await confirm(player);
  expect((await vote(player)).statusCode).toBe(200);
  await set({ unconfirmedMayVote: true });
});

test('without a mail server the settings lock nobody out', async () => {
  const other = await openTestApp({
    replace: ({ config }) => ({ config: { ...config, canSendMail: false } }),
  });
  const keeper = await other.addPlayer('Keeper', 3);
  const sold = await addItem(other, keeper);
  const player = await other.addPlayer('No Post');
  await giveCoins(other, player, 1000);
  await other.deps.db
    .updateTable('accounts')
    .set({ email_verified_at: null })
    .where('id', '=', player.id)
    .execute();
  await set({ unconfirmedMayBuy: false }, other, keeper);
  expect((await buy(other, player, sold)).statusCode).toBe(200);
  await other.close();
});

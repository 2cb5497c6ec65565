import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import type { TestServer } from '#server/features/bridge/testing/bridge.ts';
import type { LiveMessage } from '#server/lib/data/live.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';
import type {
  LoggedPurchase,
  ManagedItem,
  OwnPurchase,
  OwnShop,
  PurchaseReceipt,
} from '#shared/endpoints/shop.ts';

import { addItem, balanceOf, buy, findBrokenLedgerRules, giveCoins } from './testing/shop.ts';

let site: TestApp;
let admin: TestPlayer;
let giver: TestPlayer;
let receiver: TestPlayer;
let item: ManagedItem;
let game: TestServer;
let number = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Warden', 3);
  game = await addTestServer(site);
  item = await addItem(site, admin, { price: 300 });
});
beforeEach(async () => {
  number += 1;
  giver = await site.addPlayer(`Giver ${number}`);
  receiver = await site.addPlayer(`Friend ${number}`);
  await giveCoins(site, giver, 1000);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- the ledger must be consistent after every test
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});
afterAll(() => site.close());

const note = 'For <b>you</b> & yours';

const give = (changes: Record<string, unknown> = {}, key?: string) =>
  buy(site, giver, item, {
    changes: { giftTo: receiver.username, note, ...changes },
    ...(key !== undefined && { key }),
  });

async function giveOne(changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await give(changes);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<PurchaseReceipt>().purchaseId;
}

async function read<T>(url: string, as: TestPlayer): Promise<T> {
  return (await site.app.inject({ url, headers: { cookie: as.cookie } })).json<T>();
}

const listOwn = async (as: TestPlayer) =>
  (await read<{ purchases: OwnPurchase[] }>('/api/shop/purchases', as)).purchases;

const report = (id: string, as: TestPlayer) =>
  site.app.inject(json('POST', `/api/shop/purchases/${id}/report`, undefined, as));

test('the giver pays, the receiver is told and gets the item with the note in the game', async () => {
  const messages: LiveMessage[] = [];
  const unsubscribe = site.deps.live.subscribe({
    onMessage: (message) => void messages.push(message),
    onResync() {},
  });
  const id = await giveOne({ giftTo: receiver.username.toUpperCase() });
  unsubscribe();
  const gift = `${giver.username} gave you Lantern! You find it in your wallet.`;
  expect(messages).toContainEqual({ topic: 'me', accountId: receiver.id, data: { gift } });
  expect(site.mails).toEqual([]);
  expect(await balanceOf(site, giver)).toBe(700);
  expect(await listOwn(giver)).toMatchObject([
    { id, price: 300, gift: { isToMe: false, player: receiver.username, note, isReported: false } },
  ]);
  expect(await listOwn(receiver)).toMatchObject([
    { id, price: 0, gift: { isToMe: true, player: giver.username, note, isReported: false } },
  ]);
  const claim = (player: TestPlayer) =>
    game.post('/deliveries/claim', { player: player.username, session: `of ${player.id}` });
  expect((await claim(giver)).json()).toMatchObject({ items: [] });
  expect((await claim(receiver)).json()).toMatchObject({
    items: [{ itemName: 'Lantern', from: giver.username, note }],
  });
});

test('a receiver who wants emails gets one, without the note', async () => {
  const setMail = (isOn: boolean) =>
    site.app.inject(json('PUT', '/api/shop/gift-mails', { isOn }, receiver));
  expect((await setMail(true)).statusCode).toBe(204);
  expect(await read<OwnShop>('/api/shop/mine', receiver)).toMatchObject({ giftMails: true });
  await giveOne();
  const [mail, ...others] = site.mails.splice(0);
  expect(mail).toMatchObject({ to: receiver.email, subject: `${giver.username} gave you Lantern` });
  expect(JSON.stringify(mail)).not.toContain('yours');
  expect(others).toEqual([]);
  await setMail(false);
  await giveOne();
  expect(site.mails).toEqual([]);
});

test('a repeated request gives once; the same key for another player is refused', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => give({}, 'twice')));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers[0]!.statusCode).toBe(200);
  expect(await balanceOf(site, giver)).toBe(700);
  expect(await listOwn(receiver)).toHaveLength(1);
  const other = await give({ giftTo: admin.username }, 'twice');
  expect(other.json()).toMatchObject({ code: 'shop/key-reused' });
});

test('a refund goes to the giver', async () => {
  const id = await giveOne();
  const refund = json('POST', `/api/admin/purchases/${id}/refund`, {}, admin);
  expect((await site.app.inject(refund)).json()).toMatchObject({ receiver: receiver.username });
  expect(await balanceOf(site, giver)).toBe(1000);
  expect(await balanceOf(site, receiver)).toBe(0);
});

test('gifts to nobody, to oneself and with other than one line of text are refused', async () => {
  const refusals = await Promise.all([
    give({ giftTo: 'Nobody Here' }),
    give({ giftTo: giver.username }),
    give({ note: 'Two\nlines' }),
    give({ note: 'x'.repeat(201) }),
    give({ note: '\u202Ereversed' }),
  ]);
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400]);
  expect(refusals.map((answer) => Object.keys(answer.json<{ fields: object }>().fields))).toEqual([
    ['giftTo'],
    ['giftTo'],
    ['note'],
    ['note'],
    ['note'],
  ]);
  expect(await balanceOf(site, giver)).toBe(1000);
});

test('a player whose account is going to be deleted gets no gifts', async () => {
  await site.deps.db
    .updateTable('accounts')
    .set({ delete_after: new Date(Date.now() + 86_400_000) })
    .where('id', '=', receiver.id)
    .execute();
  expect((await give()).json()).toMatchObject({
    fields: { giftTo: 'There is no player by that name.' },
  });
  expect(await balanceOf(site, giver)).toBe(1000);
});

test('the receiver reports a note, and staff keeps or removes it', async () => {
  const id = await giveOne();
  expect((await report(id, giver)).statusCode).toBe(404);
  expect((await report(id, receiver)).statusCode).toBe(204);
  const concerns = async () => (await read<AdminOverview>('/api/admin/overview', admin)).concerns;
  expect(await concerns()).toContainEqual(
    expect.objectContaining({ kind: 'gifts-reported', count: 1 }),
  );
  const listReported = () =>
    read<{ purchases: LoggedPurchase[] }>('/api/admin/purchases?reported=true', admin);
  expect((await listReported()).purchases).toMatchObject([{ id, note, isReported: true }]);
  const review = (isKept: boolean) =>
    site.app.inject(json('POST', `/api/admin/purchases/${id}/note`, { isKept }, admin));
  expect((await review(true)).statusCode).toBe(204);
  expect(await listReported()).toMatchObject({ purchases: [] });
  expect(await listOwn(receiver)).toMatchObject([{ gift: { note } }]);
  expect((await review(false)).statusCode).toBe(204);
  expect((await review(false)).statusCode).toBe(404);
  expect(await listOwn(receiver)).toMatchObject([{ gift: { note: null } }]);
});

test('a note that staff kept is not reported again, and other notes stay as they are', async () => {
  const [id, other] = [await giveOne(), await giveOne({ note: 'Another one' })];
  const bare = await giveOne({ note: undefined });
  const stranger = await site.addPlayer(`Stranger ${number}`);
  for (const of of [id, other]) expect((await report(of, stranger)).statusCode).toBe(404);
  expect((await report(bare, receiver)).statusCode).toBe(404);
  expect((await report(id, receiver)).statusCode).toBe(204);
  const notes = async () =>
    (await listOwn(receiver)).map(({ id: of, gift }) => [of, gift?.note, gift?.isReported]);
  expect(await notes()).toEqual([
    [bare, null, false],
    [other, 'Another one', false],
    [id, note, true],
  ]);
  const review = (of: string, isKept: boolean) =>
    site.app.inject(json('POST', `/api/admin/purchases/${of}/note`, { isKept }, admin));
  expect((await review(id, true)).statusCode).toBe(204);
  expect((await report(id, receiver)).statusCode).toBe(204);
  const reported = await read<{ purchases: LoggedPurchase[] }>(
    `/api/admin/purchases?reported=true&username=${encodeURIComponent(giver.username)}`,
    admin,
  );
  expect(reported.purchases).toEqual([]);
  expect((await review(id, false)).statusCode).toBe(204);
  expect(await notes()).toEqual([
    [bare, null, false],
    [other, 'Another one', false],
    [id, null, false],
  ]);
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(audited).toEqual([
    { action: 'shop/gift-note-kept', before: null, after: null },
    { action: 'shop/gift-note-removed', before: null, after: null },
  ]);
});

test('a gift counts for the limit of its giver, and open stores learn of its stock', async () => {
  const rare = await addItem(site, admin, { price: 100, stock: 5, perPlayerLimit: 1 });
  const topics = recordTopics(site.deps.live);
  const giveRare = (from: TestPlayer, to: TestPlayer) =>
    buy(site, from, rare, { changes: { giftTo: to.username } });
  expect((await giveRare(giver, receiver)).statusCode).toBe(200);
  expect(topics.take(giver)).toBe(`me me of ${receiver.id} shop`);
  expect((await giveRare(giver, admin)).json()).toMatchObject({ code: 'shop/limit-reached' });
  expect(topics.take(giver)).toBe('');
  await giveCoins(site, receiver, 100);
  expect((await buy(site, receiver, rare)).statusCode).toBe(200);
  expect(await balanceOf(site, giver)).toBe(900);
});

test('each player decides about emails for gifts, which lead to the wallet', async () => {
  const other = await site.addPlayer(`Other ${number}`);
  const setMail = async (as: TestPlayer, isOn: boolean) => {
    const answer = await site.app.inject(json('PUT', '/api/shop/gift-mails', { isOn }, as));
    expect(answer.statusCode, answer.body).toBe(204);
  };
  const choices = async () => {
    const players = [receiver, other];
    const shops = await Promise.all(players.map((as) => read<OwnShop>('/api/shop/mine', as)));
    return shops.map(({ giftMails = false }) => giftMails);
  };
  for (const as of [other, other]) await setMail(as, true);
  expect(await choices()).toEqual([false, true]);
  await giveOne();
  expect(site.mails).toEqual([]);
  await setMail(receiver, true);
  await giveOne();
  const [mail] = site.mails.splice(0);
  expect(mail?.to).toBe(receiver.email);
  expect(JSON.stringify(mail)).toContain(`${site.deps.config.siteUrl}/profile/wallet`);
  await setMail(other, false);
  expect(await choices()).toEqual([true, false]);
});

test('a gift that is not bought leaves neither a note nor a message', async () => {
  const topics = recordTopics(site.deps.live);
  const dear = await addItem(site, admin, { price: 1001 });
  topics.take();
  const refused = await buy(site, giver, dear, { changes: { giftTo: receiver.username, note } });
  expect(refused.json()).toMatchObject({ code: 'shop/not-enough-coins' });
  expect(topics.take(giver)).toBe('');
  expect(await listOwn(receiver)).toEqual([]);
});

import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Schema } from '#server/db/schema.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { reportOf } from '#server/features/hiscores/testing/hiscores.ts';
import {
  beginCheckout,
  buyCoins,
  deliver,
  makeSessionEvent,
  refund,
  sendEvent,
} from '#server/features/payments/testing/payments.ts';
import { addItem, buy, findBrokenLedgerRules } from '#server/features/shop/testing/shop.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { HiscoresPage } from '#shared/endpoints/hiscores.ts';
import type { ManagedSupporters, OwnSupporter } from '#shared/endpoints/supporters.ts';

import { supporters } from './supporters.feature.ts';
import { findGoal } from './supporters.service.ts';

let site: TestApp;
let admin: TestPlayer;
let count = 0;
let steps: ManagedSupporters['steps'];
beforeAll(async () => {
  site = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
  admin = await site.addPlayer('Keeper', 3);
  ({ steps } = await save({
    steps: [
      step({ name: 'Squire', coins: 1000, gameRank: 'squire' }),
      step({ name: 'Friend', coins: 1500, icon: 'flame' }),
      step({ name: 'Knight', coins: 3000, gameRank: 'knight', thanks: 'Rise!' }),
    ],
  }));
});
afterAll(() => site.close());

const step = (change: object) => ({
  icon: 'star',
  colour: 'gold',
  thanks: '',
  gameRank: null,
  ...change,
});

async function save(change: object): Promise<ManagedSupporters> {
  const body = { isShown: true, goal: null, steps, ...change };
  const answer = await site.app.inject(json('PUT', '/api/admin/supporters', body, admin));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ManagedSupporters>();
}

const addBuyer = () => site.addPlayer(`Payer ${(count += 1)}`);

async function read<T>(url: string, player?: TestPlayer): Promise<T> {
  const headers = player ? { cookie: player.cookie } : {};
  return (await site.app.inject({ url, headers })).json<T>();
}

const own = (player: TestPlayer) => read<OwnSupporter>('/api/supporters/mine', player);

/** Deliveries to the game, oldest first. */
async function deliveriesOf({ id }: TestPlayer): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select case when ends_id is null then '+' else '-' end || (payload ->> 'value') || ' ' || state as text
    from purchases where account_id = ${id} and kind = 'rank' order by id`.execute(site.deps.db);
  return rows.map(({ text }) => text);
}

/** Does what the game does, with its own functions. */
async function applyAll({ id }: TestPlayer): Promise<void> {
  const { db } = site.deps;
  await sql`
    update purchases set state = 'claimed', lease_until = now(), lease_id = gen_random_uuid(),
      server_id = (select min(id) from game_servers)
    where account_id = ${id} and state = 'queued'`.execute(db);
  await sql`
    with applied as (
      update purchases set state = 'delivered', delivered_at = now(), lease_until = null
      where account_id = ${id} and state = 'claimed' returning purchases.*
    ) select start_grant(applied::purchases) from applied`.execute(db);
}

test('each rank is given once when it is reached, and taken back once when it is lost', async () => {
  await addItem(site, admin);
  const player = await addBuyer();
  const first = await buyCoins(site, player, { amount: 2000 });
  expect(await own(player)).toEqual({
    coins: 2000,
    step: { id: 2, name: 'Friend', icon: 'flame', colour: 'gold', thanks: '' },
    next: { name: 'Knight', coins: 3000 },
    isNamed: false,
  });
  expect(await deliveriesOf(player)).toEqual(['+squire queued']);
  await sendEvent(site, await makeSessionEvent(site, first, { payment_intent: null }));
  await applyAll(player);
  const second = await buyCoins(site, player, { amount: 1000 });
  await applyAll(player);
  const knight = await own(player);
  expect(knight).toMatchObject({ coins: 3000, step: { name: 'Knight' } });
  expect(knight.next).toBeUndefined();
  expect(await deliveriesOf(player)).toEqual(['+squire delivered', '+knight delivered']);

  await refund(site, admin, second, { amount: 1 });
  expect(await own(player)).toMatchObject({ coins: 2999, step: { name: 'Friend' } });
  await refund(site, admin, first);
  await deliver(site);
  expect(await own(player)).toMatchObject({ coins: 999 });
  expect((await own(player)).step).toBeUndefined();
  expect((await deliveriesOf(player)).slice(2).toSorted()).toEqual([
    '-knight queued',
    '-squire queued',
  ]);
  // The total rises again.
  await buyCoins(site, player, { amount: 500 });
  expect((await deliveriesOf(player)).slice(4)).toEqual(['+squire queued']);
  expect(await findBrokenLedgerRules(site)).toEqual([]);
});

test('a rank that the game has not seen is canceled, and one on its way is taken back later', async () => {
  const player = await addBuyer();
  const order = await buyCoins(site, player, { amount: 3000 });
  const { db } = site.deps;
  await sql`
    update purchases set state = 'claimed', lease_until = now(), lease_id = gen_random_uuid(),
      server_id = (select min(id) from game_servers)
    where account_id = ${player.id} and payload ->> 'value' = 'squire'`.execute(db);
  await refund(site, admin, order);
  expect(await deliveriesOf(player)).toEqual(['+squire claimed', '+knight canceled']);
  await applyAll(player);
  const job = supporters.jobs?.(site.deps, [])[0];
  for (let n = 0; n < 2; n += 1) await job?.run();
  expect(await deliveriesOf(player)).toEqual([
    '+squire delivered',
    '+knight canceled',
    '-squire queued',
  ]);
});

test('a coin that was paid back in part counts as lost, and a bonus never counts', async () => {
  const player = await addBuyer();
  const order = await buyCoins(site, player, { amount: 1000 });
  // Three cents for a coin, of which one came back.
  const paid = { amount: 3000, refunded: 1, bonus: 250 };
  await site.deps.db.updateTable('orders').set(paid).where('id', '=', order).execute();
  expect(await own(player)).toMatchObject({ coins: 999 });
});

test('payments at the same time and a change of the ranks give each rank once', async () => {
  const player = await addBuyer();
  const checkouts = [];
  for (let at = 0; at < 4; at += 1) checkouts.push(await beginCheckout(site, player, 1000));
  const events = await Promise.all(checkouts.map(({ orderId }) => makeSessionEvent(site, orderId)));
  const answers = await Promise.all([
    ...[...events, ...events].map((event) => sendEvent(site, event)),
    site.app.inject(
      json('PUT', '/api/admin/supporters', { isShown: true, goal: null, steps }, admin),
    ),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(await own(player)).toMatchObject({ coins: 4000, step: { name: 'Knight' } });
  expect((await deliveriesOf(player)).toSorted()).toEqual(['+knight queued', '+squire queued']);
});

test('a change of the ranks counts for those who have supported before', async () => {
  const player = await addBuyer();
  await buyCoins(site, player, { amount: 1000 });
  await applyAll(player);
  const [squire, ...others] = steps;
  const renamed = { ...squire, gameRank: 'page' };
  const saved = await save({ steps: [renamed, ...others, step({ name: 'Patron', coins: 700 })] });
  expect(saved.steps.map(({ name }) => name)).toEqual(['Patron', 'Squire', 'Friend', 'Knight']);
  expect(await deliveriesOf(player)).toEqual([
    '+squire delivered',
    '-squire queued',
    '+page queued',
  ]);
  await save({ steps: [] });
  expect(await deliveriesOf(player)).toContain('+page canceled');
  expect((await own(player)).step).toBeUndefined();
  ({ steps } = await save({ steps: steps.map(({ id: _id, ...one }) => one) }));
  const { rows } = await sql`
    select action from audit_log where action = 'supporters/changed'`.execute(site.deps.db);
  expect(rows).toHaveLength(5);
});

test('the ranks are saved as a whole, each with its own players, and audited with what changed', async () => {
  const [low, high] = [await addBuyer(), await addBuyer()];
  await buyCoins(site, low, { amount: 1499 });
  await buyCoins(site, high, { amount: 1500 });
  const managed = async () => {
    const { cookie } = admin;
    const answer = await site.app.inject({ url: '/api/admin/supporters', headers: { cookie } });
    return answer.json<ManagedSupporters>();
  };
  const before = await managed();
  const rankOf = async (player: TestPlayer) => (await own(player)).step?.name;
  expect([await rankOf(low), await rankOf(high)]).toEqual(['Squire', 'Friend']);
  const { rows } = await sql<{ id: number; players: number }>`
    select supporter_step as id, count(*) as players from accounts
    where supporter_step is not null group by 1`.execute(site.deps.db);
  const counted = new Map(rows.map(({ id, players }) => [id, players]));
  expect(before.steps.map(({ id, players }) => [id, players])).toEqual(
    steps.map(({ id }) => [id, counted.get(id) ?? 0]),
  );
  // One more coin is needed now, so one of them falls back.
  const friend = steps.find(({ name }) => name === 'Friend')!;
  const next = steps.map((one) => (one === friend ? { ...one, coins: 1501 } : one));
  const saved = await save({ steps: next, isShown: false });
  expect(saved.isShown).toBe(false);
  expect([await rankOf(low), await rankOf(high)]).toEqual(['Squire', 'Squire']);
  const playersOf = (name: string, { steps: all }: ManagedSupporters) =>
    all.find((one) => one.name === name)!.players;
  expect(playersOf('Friend', saved)).toBe(playersOf('Friend', before) - 1);
  expect(playersOf('Squire', saved)).toBe(playersOf('Squire', before) + 1);
  expect(playersOf('Knight', saved)).toBe(playersOf('Knight', before));
  const { rows: entries } = await sql<{ actor: string; before: object; after: object }>`
    select actor_name as actor, before, after from audit_log where action = 'supporters/changed'
    order by id desc limit 1`.execute(site.deps.db);
  expect(entries[0]).toMatchObject({
    actor: 'Keeper',
    before: { isShown: true },
    after: { isShown: false },
  });
  expect(entries[0]?.after).not.toHaveProperty('goal');
  const put = (body: object) =>
    site.app.inject(
      json('PUT', '/api/admin/supporters', { isShown: true, goal: null, steps, ...body }, admin),
    );
  const unknown = await put({ steps: [...steps, step({ id: 99, name: 'Ghost', coins: 9 })] });
  expect(unknown.json()).toMatchObject({ code: 'admin/outdated' });
  const twelve = Array.from({ length: 13 }, (_, at) => step({ name: `S${at}`, coins: at + 1 }));
  const refusals: [object, string][] = [
    [{ steps: twelve }, 'steps'],
    [{ steps: [step({ name: 'One', coins: 5 }), step({ name: 'Two', coins: 5 })] }, 'steps'],
    [{ steps: [step({ name: 'One', coins: 5 }), step({ name: 'oNE', coins: 6 })] }, 'steps'],
    [{ steps: [step({ name: 'One', coins: 0 })] }, 'steps.0.coins'],
    [{ goal: { text: 'A keep', amount: 0, currency: 'usd' } }, 'goal.amount'],
    [{ goal: { text: 'A keep', amount: 5, currency: 'jpy' } }, 'goal.currency'],
  ];
  for (const [body, field] of refusals) {
    const answer = await put(body);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field]);
  }
  expect((await managed()).steps).toEqual(saved.steps);
  await save({});
  expect([await rankOf(low), await rankOf(high)]).toEqual(['Squire', 'Friend']);
});

test('open pages of events learn of a rank that is reached or lost, and of nothing else', async () => {
  const player = await addBuyer();
  const topics = recordTopics(site.deps.live);
  const pay = async (coins: number) => {
    const { orderId } = await beginCheckout(site, player, coins);
    const event = await makeSessionEvent(site, orderId);
    topics.take();
    await sendEvent(site, event);
    return topics.take(player);
  };
  expect(await pay(1000)).toBe('events me');
  expect(await pay(501)).toBe('events me');
  expect(await pay(700)).toBe('me');
  const order = await buyCoins(site, player, { amount: 800 });
  topics.take();
  await refund(site, admin, order, { amount: 2 });
  expect(topics.take(player)).toBe('events me');
  await refund(site, admin, order, { amount: 99 });
  expect(topics.take(player)).toBe('me');
});

test('a changed rank is shown at once, and the goal names supporters with their ranks', async () => {
  const player = await addBuyer();
  await site.app.inject(json('PUT', '/api/supporters/mine', { isNamed: true }, player));
  await buyCoins(site, player, { amount: 1600 });
  const friend = steps.find(({ name }) => name === 'Friend')!;
  const shown = async () => {
    const state = await read<{ supporterSteps: { id: number }[] }>('/api/site');
    return state.supporterSteps.find(({ id }) => id === friend.id);
  };
  const { id, icon, colour } = friend;
  expect(await shown()).toEqual({ id, name: 'Friend', icon, colour });
  const changed = { ...friend, name: 'Ally', icon: 'star', colour: 'moss', thanks: 'Well met!' };
  const goal = { text: 'A new mill', amount: 7000, currency: 'usd' };
  await save({ steps: steps.map((one) => (one === friend ? changed : one)), goal });
  await expect.poll(shown).toEqual({ id, name: 'Ally', icon: 'star', colour: 'moss' });
  expect((await own(player)).step).toEqual({
    id,
    name: 'Ally',
    icon: 'star',
    colour: 'moss',
    thanks: 'Well met!',
  });
  const found = (await findGoal(site.deps))!.supporters;
  expect(found.find(({ username }) => username === player.username)).toEqual({
    username: player.username,
    step: id,
  });
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_log where action = 'supporters/changed'
    order by id desc limit 1`.execute(site.deps.db);
  expect(rows[0]).toMatchObject({ before: { goal: null }, after: { goal } });
  await save({});
  await site.app.inject(json('PUT', '/api/supporters/mine', { isNamed: false }, player));
});

test('only paid top-ups count, and the highest rank has no next one', async () => {
  const player = await addBuyer();
  await buyCoins(site, player, { amount: 2999 });
  const open = await beginCheckout(site, player, 5000);
  const review = await beginCheckout(site, player, 6000);
  await sendEvent(site, await makeSessionEvent(site, review.orderId, { amount_total: 1 }));
  expect(await own(player)).toMatchObject({ coins: 2999, next: { name: 'Knight', coins: 3000 } });
  await sendEvent(site, await makeSessionEvent(site, open.orderId));
  const top = await own(player);
  expect(top).toMatchObject({ coins: 7999, step: { name: 'Knight', thanks: 'Rise!' } });
  expect(top).not.toHaveProperty('next');
});

test('an account that is being deleted keeps its rank as it is', async () => {
  const player = await addBuyer();
  const order = await buyCoins(site, player, { amount: 1000 });
  await applyAll(player);
  const leave = (at: Date | null) =>
    sql`
      update accounts set delete_after = ${at}, closing_at = ${at} where id = ${player.id}`.execute(
      site.deps.db,
    );
  await leave(new Date());
  await refund(site, admin, order);
  expect(await deliveriesOf(player)).toEqual(['+squire delivered']);
  await leave(null);
  await save({});
  expect(await deliveriesOf(player)).toEqual(['+squire delivered', '-squire queued']);
});

test('an item can need a rank, which then cannot be deleted', async () => {
  const needsStep = steps.find(({ name }) => name === 'Friend')!.id;
  const item = await addItem(site, admin, { name: 'Chalice', price: 100, needsStep });
  const [low, high] = [await addBuyer(), await addBuyer()];
  await buyCoins(site, low, { amount: 1000 });
  await buyCoins(site, high, { amount: 3000 });
  expect((await buy(site, low, item)).json()).toMatchObject({ code: 'shop/locked' });
  expect((await buy(site, high, item)).statusCode).toBe(200);
  const body = { isShown: true, goal: null, steps: [] };
  const refused = await site.app.inject(json('PUT', '/api/admin/supporters', body, admin));
  expect(refused.json()).toMatchObject({ error: expect.stringContaining('Chalice') });
  const remove = json('DELETE', `/api/admin/shop/items/${item.id}`, undefined, admin);
  expect((await site.app.inject(remove)).statusCode).toBe(204);
  expect((await save({ steps: [] })).steps).toEqual([]);
  ({ steps } = await save({ steps: steps.map(({ id: _id, ...one }) => one) }));
});

test('hiscores and events show the rank, if the owner wants it', async () => {
  const player = await site.addPlayer('Sir Bright');
  await ingestStats(site.deps, { reports: [reportOf(player.username, { Attack: 100 })] });
  await buyCoins(site, player, { amount: 3000 });
  const event = {
    title: 'Feast',
    description: 'Bread and songs.',
    type: 'Bossing',
    dateTime: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const hosted = await site.app.inject(json('POST', '/api/events', event, admin));
  const { id } = hosted.json<{ id: string }>();
  await site.app.inject(json('PATCH', `/api/events/${id}/going`, {}, player));
  const knight = steps.find(({ name }) => name === 'Knight')!.id;
  const shown = async () => {
    const { players } = await read<HiscoresPage>('/api/hiscores?skill=Overall&page=1');
    const record = await read<{ supporter?: number }>('/api/hiscores/user/Sir%20Bright');
    const [first] = await read<{ supporters?: object }[]>('/api/events');
    const state = await read<{ supporterSteps?: object[] }>('/api/site');
    return [
      players[0]?.supporter,
      record.supporter,
      first?.supporters,
      state.supporterSteps?.length,
    ];
  };
  expect(await shown()).toEqual([knight, knight, { 'Sir Bright': knight }, 3]);
  await save({ isShown: false });
  expect(await shown()).toEqual([undefined, undefined, undefined, undefined]);
  await save({ isShown: true });
});

test('the goal counts the top-ups of this month, and names only those who agreed', async () => {
  type OnHome = { goal?: { raised: number; supporters: object[] } };
  expect((await read<OnHome>('/api/shop/on-home')).goal).toBeUndefined();
  await save({ goal: { text: 'A new keep', amount: 9000, currency: 'usd' } });
  const before = (await read<OnHome>('/api/shop/on-home')).goal!.raised;
  const [named, shy] = [await addBuyer(), await addBuyer()];
  const body = { isNamed: true };
  await site.app.inject(json('PUT', '/api/supporters/mine', body, named));
  const order = await buyCoins(site, named, { amount: 700 });
  await buyCoins(site, shy, { amount: 3000 });
  const today = new Date();
  // None of these counts: the month or the currency is another one, or more came back than was paid.
  const ignored: Updateable<Schema['orders']>[] = [
    { paid_at: new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1) - 1) },
    { currency: 'eur' },
    { refunded: 500, disputed: 500 },
  ];
  for (const change of ignored) {
    const id = await buyCoins(site, shy, { amount: 500 });
    await site.deps.db.updateTable('orders').set(change).where('id', '=', id).execute();
  }
  const ofOtherMode = await buyCoins(site, shy, { amount: 500 });
  const other = { mode: 'live' as const };
  await site.deps.db.updateTable('orders').set(other).where('id', '=', ofOtherMode).execute();
  await refund(site, admin, order, { amount: 200 });
  const { goal } = await read<OnHome>('/api/shop/on-home');
  expect(goal).toMatchObject({ text: 'A new keep', amount: 9000, raised: before + 3500 });
  expect(goal!.supporters).toEqual([{ username: named.username }]);
});

test('the goal names the latest six who agreed, the latest first, until they change their mind', async () => {
  const { db } = site.deps;
  const agree = async (player: TestPlayer, isNamed = true) => {
    const answer = await site.app.inject(json('PUT', '/api/supporters/mine', { isNamed }, player));
    expect(answer.json()).toMatchObject({ isNamed });
  };
  const players: TestPlayer[] = [];
  for (let at = 0; at < 7; at += 1) {
    const player = await addBuyer();
    players.push(player);
    await agree(player);
    await sql`
      insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at)
      values (${player.id}, 'paid', 500, 500, 'usd', 'sandbox', now(), '',
        now() + make_interval(secs => ${at}))`.execute(db);
  }
  await save({ goal: { text: 'A new keep', amount: 9000, currency: 'usd' } });
  const names = async () => (await findGoal(site.deps))!.supporters.map(({ username }) => username);
  const latest = players.map(({ username }) => username).toReversed();
  expect(await names()).toEqual(latest.slice(0, 6));
  await agree(players[6]!, false);
  expect(await names()).toEqual(latest.slice(1, 7));
  // Each once, by the latest payment.
  await sql`
    insert into orders (account_id, state, coins, amount, currency, mode, expires_at, origin, paid_at)
    values (${players[0]!.id}, 'paid', 500, 500, 'usd', 'sandbox', now(), '', now() + interval '1 minute')`.execute(
    db,
  );
  expect(await names()).toEqual([latest[6], ...latest.slice(1, 6)]);
  await sql`
    update orders set mode = 'live' where account_id = any (${players.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
});

test('the goal names no player who is banned or leaves, and no payment that was lost or is old', async () => {
  const { db } = site.deps;
  const names = async () => (await findGoal(site.deps))!.supporters.map(({ username }) => username);
  await save({ goal: { text: 'A new keep', amount: 9000, currency: 'usd' } });
  const others = await names();
  const player = await addBuyer();
  await site.app.inject(json('PUT', '/api/supporters/mine', { isNamed: true }, player));
  const order = await buyCoins(site, player, { amount: 600 });
  expect(await names()).toEqual([player.username, ...others]);
  const setOrder = (change: Updateable<Schema['orders']>) =>
    db.updateTable('orders').set(change).where('id', '=', order).execute();
  const lost = [
    { refunded: 600 },
    { disputed: 600 },
    { refunded: 300, disputed: 300 },
    { mode: 'live' as const },
    { paid_at: new Date(Date.now() - 32 * 86_400_000) },
  ];
  for (const change of lost) {
    await setOrder(change);
    expect(await names(), JSON.stringify(change)).toEqual(others);
    await setOrder({ refunded: 0, disputed: 0, mode: 'sandbox', paid_at: new Date() });
  }
  await setOrder({ refunded: 599 });
  expect(await names()).toEqual([player.username, ...others]);
  const leave = (closingAt: Date | null) =>
    sql`
    update accounts set delete_after = ${closingAt}, closing_at = ${closingAt}
    where id = ${player.id}`.execute(db);
  await leave(new Date());
  expect(await names()).toEqual(others);
  await leave(null);
  await sql`
    insert into sanctions (account_id, kind, reason, source, issued_by)
    values (${player.id}, 'ban', 'Cheated', 'site', 'Keeper')`.execute(db);
  expect(await names()).toEqual(others);
});

test('a pinned item is in the session with its price, until it is unpinned or not for sale', async () => {
  const player = await addBuyer();
  const item = await addItem(site, admin, { name: 'Sceptre', price: 4200 });
  const pin = (itemId: number | null) =>
    site.app.inject(json('PUT', '/api/shop/pinned', { itemId }, player));
  const pinned = async () => (await read<{ pinned?: object }>('/auth/verify', player)).pinned;
  expect(await pinned()).toBeUndefined();
  expect((await pin(999_999)).json()).toMatchObject({ code: 'shop/not-found' });
  const [other, orb] = [await addBuyer(), await addItem(site, admin, { name: 'Orb', price: 70 })];
  const ofOther = json('PUT', '/api/shop/pinned', { itemId: Number(orb.id) }, other);
  expect((await site.app.inject(ofOther)).statusCode).toBe(204);
  await pin(Number(orb.id));
  await pin(Number(item.id));
  expect(await pinned()).toEqual({ itemId: item.id, name: 'Sceptre', price: 4200 });
  await site.app.inject(
    json('PATCH', `/api/admin/shop/items/${item.id}/enabled`, { enabled: false }, admin),
  );
  expect(await pinned()).toBeUndefined();
  expect((await pin(Number(item.id))).json()).toMatchObject({ code: 'shop/not-found' });
  expect((await pin(null)).statusCode).toBe(204);
  const ofOthers = await read<{ pinned?: object }>('/auth/verify', other);
  expect(ofOthers.pinned).toEqual({ itemId: orb.id, name: 'Orb', price: 70 });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import {
  addDisputedOrder,
  addItem,
  balanceOf,
  findBrokenLedgerRules,
} from '#server/features/shop/testing/shop.ts';
import { sealText } from '#server/lib/secrets/sealed-text.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type {
  ManagedVoteList,
  OwnVotes,
  VoteListDraft,
  VoteOverview,
  VoteRules,
} from '#shared/endpoints/votes.ts';
import { tokenAlphabets } from '#shared/rules/votes.ts';

import { addVoteList, lanternList, readLog, sendCallback, startVote } from './testing/votes.ts';
import { tidyVotes } from './votes.service.ts';

const secretsKey = Buffer.alloc(32, 7).toString('base64');
let site: TestApp;
let admin: TestPlayer;
let number = 0;
let player: TestPlayer;
beforeAll(async () => {
  site = await openTestApp({ settings: { DEMO: '1', SECRETS_KEY: secretsKey } });
  admin = await site.addPlayer('Keeper', 3);
});
afterAll(() => site.close());
beforeEach(async () => {
  number += 1;
  player = await site.addPlayer(`Walker ${number}`);
  await site.deps.db.deleteFrom('vote_lists').execute();
  await setRules({});
});

const noRules: VoteRules = {
  streakDays: 0,
  coins: 0,
  shopItemId: null,
  prize: '',
  tellGames: false,
};

async function setRules(changes: Partial<VoteRules>): Promise<void> {
  const body = { ...noRules, ...changes };
  const answer = await site.app.inject(json('PUT', '/api/admin/votes/rules', body, admin));
  expect(answer.statusCode, answer.body).toBe(200);
}

async function read<T>(url: string, as: TestPlayer = player): Promise<T> {
  const answer = await site.app.inject({ url, headers: { cookie: as.cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const readOwn = () => read<OwnVotes>('/api/votes/own');

async function lastReason(): Promise<string | undefined> {
  return (await readLog(site, admin))[0]?.reason;
}

/** Moves the votes of the player into the past. */
async function shiftVotes(interval: string): Promise<void> {
  await sql`
    update vote_turns set next_at = next_at - ${interval}::interval
    where account_id = ${player.id}`.execute(site.deps.db);
  await sql`
    update vote_streaks set last_day = last_day - (extract(epoch from ${interval}::interval) / 86400)::int
    where account_id = ${player.id}`.execute(site.deps.db);
}

describe('a vote', () => {
  test('gives the coins once, in the statement and live, and counts for the month', async () => {
    const list = await addVoteList(site, admin);
    const token = await startVote(site, player, list);
    const answer = await sendCallback(site, list, token);
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
    expect(await balanceOf(site, player)).toBe(40);
    const { entries } = await read<{ entries: object[] }>('/api/wallet/statement');
    expect(entries).toMatchObject([{ kind: 'vote', memo: 'Vote on Lantern List', amount: 40 }]);
    const own = await readOwn();
    expect(own).toEqual({
      streak: 1,
      votesThisMonth: 1,
      waiting: [{ listId: list.id, until: expect.any(String) }],
      latest: { id: expect.any(Number), list: 'Lantern List', coins: 40, items: [], streak: 1 },
    });
    const hours = (Date.parse(own.waiting[0]?.until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(12, 1);
    const overview = await read<VoteOverview>('/api/votes');
    expect(overview).toMatchObject({
      lists: [{ id: list.id, name: 'Lantern List', intervalHours: 12, reward: { coins: 40 } }],
      month: new Date().toISOString().slice(0, 7),
      topVoters: expect.arrayContaining([{ username: player.username, votes: 1 }]),
    });
    expect(await readLog(site, admin)).toMatchObject([
      { reason: 'rewarded', sender: '192.0.2.10', player: player.username, canRetry: false },
    ]);
    expect(await findBrokenLedgerRules(site)).toEqual([]);
  });

  test('gives an item as an ordinary delivery, also to a player with a frozen wallet', async () => {
    const item = await addItem(site, admin, { name: 'Vote lamp', perPlayerLimit: 1, stock: 3 });
    await addDisputedOrder(site, player);
    const list = await addVoteList(site, admin, { coins: 0, shopItemId: Number(item.id) });
    await sendCallback(site, list, await startVote(site, player, list));
    const { purchases } = await read<{ purchases: object[] }>('/api/shop/purchases');
    expect(purchases).toMatchObject([
      { itemName: 'Vote lamp', price: 0, state: 'bought', delivery: { state: 'queued' } },
    ]);
    expect((await readOwn()).latest).toMatchObject({ coins: 0, items: ['Vote lamp'] });
    const { bought } = await read<{ bought: object[] }>('/api/shop/mine');
    expect(bought).toEqual([]);
    const game = await addTestServer(site);
    const claim = { player: player.username, session: 's' };
    const claimed = await game.post('/deliveries/claim', claim);
    expect(claimed.json()).toMatchObject({ items: [{ itemName: 'Vote lamp', isReward: true }] });
    expect(await findBrokenLedgerRules(site)).toEqual([]);
  });

  test('refunding a given item cancels it and moves no coins', async () => {
    const item = await addItem(site, admin, { name: 'Vote rope' });
    const list = await addVoteList(site, admin, { coins: 0, shopItemId: Number(item.id) });
    await sendCallback(site, list, await startVote(site, player, list));
    const { purchases } = await read<{ purchases: { id: string }[] }>('/api/shop/purchases');
    const url = `/api/admin/purchases/${purchases[0]?.id}/refund`;
    const answer = await site.app.inject(json('POST', url, undefined, admin));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await balanceOf(site, player)).toBe(0);
    expect(await findBrokenLedgerRules(site)).toEqual([]);
  });

  test('tells the games, if the owner wants it', async () => {
    const game = await addTestServer(site);
    const list = await addVoteList(site, admin);
    await setRules({ tellGames: true });
    await sendCallback(site, list, await startVote(site, player, list));
    const { commands } = (await game.get('/commands')).json<{ commands: object[] }>();
    expect(commands).toMatchObject([
      { type: 'vote', args: { player: player.username, list: 'Lantern List', streak: 1 } },
    ]);
  });

  test('on further days in a row gives the extra reward once a day', async () => {
    const [first, second] = [await addVoteList(site, admin), await addVoteList(site, admin)];
    await setRules({ streakDays: 2, coins: 500 });
    const voteOn = async (list: typeof first) =>
      sendCallback(site, list, await startVote(site, player, list));
    await voteOn(first);
    await shiftVotes('1 day');
    expect((await readOwn()).streak).toBe(1);
    await voteOn(first);
    await voteOn(second);
    expect(await readOwn()).toMatchObject({ streak: 2, latest: { coins: 40, streak: 2 } });
    expect(await balanceOf(site, player)).toBe(3 * 40 + 500);
    await shiftVotes('1 day');
    await voteOn(first);
    expect(await readOwn()).toMatchObject({ streak: 3, latest: { coins: 40 } });
    expect(await balanceOf(site, player)).toBe(4 * 40 + 500);
    await shiftVotes('1 day');
    await voteOn(second);
    expect(await readOwn()).toMatchObject({ streak: 4, latest: { coins: 540, streak: 4 } });
    expect(await balanceOf(site, player)).toBe(5 * 40 + 2 * 500);
    const { entries } = await read<{ entries: object[] }>('/api/wallet/statement');
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'vote', memo: 'Voted 4 days in a row', amount: 500 },
      { kind: 'vote', memo: 'Vote on Lantern List', amount: 40 },
    ]);
    await shiftVotes('2 days');
    expect((await readOwn()).streak).toBe(0);
    await voteOn(first);
    expect((await readOwn()).streak).toBe(1);
    expect(await findBrokenLedgerRules(site)).toEqual([]);
  });

  test('gives the item of the days in a row beside that of the list, and the row says both', async () => {
    const [lamp, cape] = [
      await addItem(site, admin, { name: 'Vote lamp' }),
      await addItem(site, admin, { name: 'Streak cape' }),
    ];
    const list = await addVoteList(site, admin, { shopItemId: Number(lamp.id) });
    await setRules({ streakDays: 1, shopItemId: Number(cape.id) });
    await sendCallback(site, list, await startVote(site, player, list));
    expect((await readOwn()).latest).toMatchObject({
      coins: 40,
      items: ['Vote lamp', 'Streak cape'],
    });
    const vote = await site.deps.db
      .selectFrom('votes')
      .innerJoin('purchases as given', 'given.id', 'votes.purchase_id')
      .innerJoin('purchases as extra', 'extra.id', 'votes.streak_purchase_id')
      .select([
        'list_id',
        'list_name',
        'votes.coins',
        'streak',
        'streak_coins',
        'given.item_name as given',
        'extra.item_name as extra',
      ])
      .where('votes.account_id', '=', player.id)
      .execute();
    expect(vote).toEqual([
      {
        list_id: list.id,
        list_name: 'Lantern List',
        coins: 40,
        streak: 1,
        streak_coins: 0,
        given: 'Vote lamp',
        extra: 'Streak cape',
      },
    ]);
  });

  test('may come 15 minutes before the wait is over, which is that of one player and list', async () => {
    const [list, other] = [await addVoteList(site, admin), await addVoteList(site, admin)];
    const stranger = await site.addPlayer(`Stranger ${number}`);
    const tokens = [await startVote(site, player, list), await startVote(site, player, list)];
    await sendCallback(site, list, tokens[0] ?? '');
    await sendCallback(site, list, await startVote(site, stranger, list));
    expect(await lastReason()).toBe('rewarded');
    await sendCallback(site, other, await startVote(site, player, other));
    expect(await lastReason()).toBe('rewarded');
    await shiftVotes('11 hours 44 minutes');
    await sendCallback(site, list, tokens[1] ?? '');
    expect(await lastReason()).toBe('too-early');
    await shiftVotes('2 minutes');
    await sendCallback(site, list, tokens[1] ?? '');
    expect(await lastReason()).toBe('rewarded');
    expect(await balanceOf(site, player)).toBe(3 * 40);
    // The new wait begins now, and the player may not have a link until it is over.
    const [again] = (await readOwn()).waiting;
    expect(again?.listId).toBe(list.id);
    expect((Date.parse(again?.until ?? '') - Date.now()) / 3_600_000).toBeCloseTo(12, 1);
  });

  test('can be sent as a form, as JSON and as several votes at once', async () => {
    const list = await addVoteList(site, admin, { tokenParameter: '', method: 'POST' });
    const url = new URL(list.callbackUrl).pathname;
    const post = (payload: string, type: string) =>
      site.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    const form = new URLSearchParams({ userid: await startVote(site, player, list), Voted: '1' });
    await post(form.toString(), 'application/x-www-form-urlencoded');
    expect(await lastReason()).toBe('rewarded');
    await shiftVotes('1 day');
    await post(
      JSON.stringify({ p_resp: await startVote(site, player, list), voted: 1 }),
      'application/json',
    );
    expect(await lastReason()).toBe('rewarded');
    const other = await site.addPlayer(`Other ${number}`);
    await shiftVotes('1 day');
    const votes = [
      [{ pb_name: await startVote(site, player, list) }, { voted: '1' }],
      [{ pb_name: await startVote(site, other, list) }, { voted: '1' }],
    ];
    await post(JSON.stringify({ siteid: 7, Common: votes }), 'text/plain');
    expect((await readLog(site, admin)).slice(0, 2)).toMatchObject([
      { reason: 'rewarded', player: other.username },
      { reason: 'rewarded', player: player.username },
    ]);
    for (const body of ['{', '[]', 'null', '{"a":[[[]]]}', '"x"', '\u0000=%ff']) {
      expect((await post(body, 'application/json')).statusCode).toBe(200);
    }
  });
});

describe('a callback is refused and logged', () => {
  test.each<[string, Partial<VoteListDraft>, Parameters<typeof sendCallback>[3], boolean]>([
    ['wrong-secret', {}, { secret: 'a'.repeat(32) }, true],
    ['foreign-sender', { senders: ['10.0.0.0/8'] }, {}, true],
    ['foreign-sender', { senders: ['localhost.example.invalid'] }, {}, true],
    ['wrong-method', { method: 'POST' }, {}, true],
    ['not-counted', {}, { fields: { voted: '0' } }, true],
    ['not-counted', {}, { fields: {} }, true],
  ])('as %s', async (reason, settings, sent, canRetry) => {
    const list = await addVoteList(site, admin, settings);
    const answer = await sendCallback(site, list, await startVote(site, player, list), sent);
    expect(answer.statusCode).toBe(200);
    expect(await readLog(site, admin)).toMatchObject([
      { reason, list: 'Lantern List', player: player.username, canRetry },
    ]);
    expect(await balanceOf(site, player)).toBe(0);
  });

  test('an allowed sender is accepted by address, network and host name', async () => {
    for (const sender of ['192.0.2.10', '192.0.2.0/24', 'localhost']) {
      const senders = sender === 'localhost' ? [] : [sender];
      const list = await addVoteList(site, admin, { senders });
      // The form does not accept a name without a dot.
      if (sender === 'localhost') {
        await site.deps.db
          .updateTable('vote_lists')
          .set({ senders: [sender] })
          .execute();
      }
      const ip = sender === 'localhost' ? '127.0.0.1' : '192.0.2.10';
      await sendCallback(site, list, await startVote(site, player, list), { ip });
      expect(await lastReason(), sender).toBe('rewarded');
    }
  });

  test('with an unknown token, of another list, again, too early and late', async () => {
    const [list, other] = [await addVoteList(site, admin), await addVoteList(site, admin)];
    const token = await startVote(site, player, list);
    const second = await startVote(site, player, list);
    await sendCallback(site, list, player.username);
    expect(await lastReason()).toBe('unknown-token');
    await sendCallback(site, other, token);
    expect(await lastReason()).toBe('unknown-token');
    await sendCallback(site, list, token);
    expect(await lastReason()).toBe('rewarded');
    await sendCallback(site, list, token);
    expect(await lastReason()).toBe('repeated');
    await sendCallback(site, list, second);
    expect(await lastReason()).toBe('too-early');
    const refused = await site.app.inject(
      json('POST', `/api/votes/lists/${list.id}/start`, {}, player),
    );
    expect(refused.json()).toMatchObject({ code: 'votes/too-early' });
    const late = await startVote(site, player, other);
    await sql`update vote_tokens set expires_at = now()`.execute(site.deps.db);
    await sendCallback(site, other, late);
    expect(await lastReason()).toBe('expired');
    expect(await balanceOf(site, player)).toBe(40);
  });

  test('lines of strangers never replace those of the list', async () => {
    const list = await addVoteList(site, admin, { senders: ['10.0.0.0/8'] });
    const token = await startVote(site, player, list);
    await sendCallback(site, list, token, { secret: 'a'.repeat(32) });
    await sendCallback(site, list, token);
    await sendCallback(site, list, token, { ip: '10.0.0.1', fields: {} });
    await sendCallback(site, list, token, { ip: '10.0.0.1' });
    const lines = await site.deps.db
      .selectFrom('vote_callbacks')
      .select(['reason', 'is_trusted'])
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { reason: 'wrong-secret', is_trusted: false },
      { reason: 'foreign-sender', is_trusted: false },
      { reason: 'not-counted', is_trusted: true },
      { reason: 'rewarded', is_trusted: true },
    ]);
  });

  test('an unknown list is answered and not logged', async () => {
    const answer = await site.app.inject({ url: '/api/votes/callback/999999/x?incentive=1' });
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
    expect(await readLog(site, admin)).toEqual([]);
  });

  test('an admin can reward it after all, once', async () => {
    const list = await addVoteList(site, admin, { senders: ['10.0.0.0/8'] });
    await sendCallback(site, list, await startVote(site, player, list));
    const [line] = await readLog(site, admin);
    const retry = () =>
      site.app.inject(json('POST', `/api/admin/votes/callbacks/${line?.id}/retry`, {}, admin));
    expect((await retry()).json()).toEqual({ reason: 'rewarded' });
    expect(await lastReason()).toBe('rewarded');
    expect((await retry()).json()).toMatchObject({ code: 'votes/not-retryable' });
    expect(await balanceOf(site, player)).toBe(40);
  });
});

test('an admin cannot reward a callback whose token was used or that is too early', async () => {
  const list = await addVoteList(site, admin);
  const [token, second] = [
    await startVote(site, player, list),
    await startVote(site, player, list),
  ];
  await sendCallback(site, list, token);
  await sendCallback(site, list, token);
  await sendCallback(site, list, 'x'.repeat(22));
  await sendCallback(site, list, second);
  const log = await readLog(site, admin);
  expect(log.map(({ reason, canRetry }) => [reason, canRetry])).toEqual([
    ['too-early', true],
    ['unknown-token', false],
    ['repeated', false],
    ['rewarded', false],
  ]);
  const retry = (id: number | undefined) =>
    site.app.inject(json('POST', `/api/admin/votes/callbacks/${id}/retry`, {}, admin));
  for (const { id } of log.slice(1)) {
    expect((await retry(id)).json()).toMatchObject({ code: 'votes/not-retryable' });
  }
  expect((await retry(log[0]?.id)).json()).toEqual({ reason: 'too-early' });
  expect(await balanceOf(site, player)).toBe(40);
  await shiftVotes('12 hours');
  // A link that has expired can be rewarded, if an admin decides so.
  await sql`update vote_tokens set expires_at = now()`.execute(site.deps.db);
  expect((await retry(log[0]?.id)).json()).toEqual({ reason: 'rewarded' });
  expect(await balanceOf(site, player)).toBe(80);
  const audited = await site.deps.db
    .selectFrom('audit_log')
    .select(['subject', 'before', 'after'])
    .where('action', '=', 'votes/callback-retried')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const about = { list: 'Lantern List', player: player.username };
  expect(audited).toEqual([
    {
      subject: String(log[0]?.id),
      before: { ...about, reason: 'too-early' },
      after: { ...about, reason: 'rewarded' },
    },
  ]);
});

test('the log of callbacks has 25 lines per page, newest first', async () => {
  const list = await addVoteList(site, admin);
  await sql`
    insert into vote_callbacks (is_trusted, slot, list_id, reason, sender)
    select true, 1900 + n, ${list.id}, 'unknown-token', 'test' from generate_series(1, 25) as n`.execute(
    site.deps.db,
  );
  await sendCallback(site, list, await startVote(site, player, list));
  const headers = { cookie: admin.cookie };
  const page = async (of: number) =>
    (await site.app.inject({ url: `/api/admin/votes/callbacks?page=${of}`, headers })).json<{
      callbacks: { reason: string; player: string | null }[];
      total: number;
      pages: number;
    }>();
  const first = await page(1);
  expect(first).toMatchObject({ total: 26, pages: 2 });
  expect(first.callbacks).toHaveLength(25);
  expect(first.callbacks[0]).toMatchObject({ reason: 'rewarded', player: player.username });
  expect((await page(2)).callbacks).toMatchObject([{ reason: 'unknown-token', player: null }]);
});

test('top voters are the ten with most votes this month, the earlier first, without banned players', async () => {
  const { db } = site.deps;
  await db.deleteFrom('votes').execute();
  const { rows: others } = await sql<{ id: number; username: string }>`
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
    select 'Voter ' || n, 'voter ' || n, n || '@voters.test', n || '@voters.test', 'test', 'voter ' || n
    from generate_series(0, 10) as n returning id, username`.execute(db);
  const voters = [...others, player];
  const vote = (at: number, votedAt = new Date()) =>
    db
      .insertInto('votes')
      .values({
        account_id: voters[at]!.id,
        list_name: 'Old list',
        coins: 1,
        streak: 1,
        voted_at: votedAt,
      })
      .execute();
  const lastMonth = new Date(
    Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1) - 1,
  );
  // The last of them voted most, but before this month.
  for (let n = 0; n < 3; n += 1) await vote(11, lastMonth);
  for (const at of [5, 4]) await vote(at);
  for (let at = 0; at < 12; at += 1) await vote(at);
  await sql`
    insert into sanctions (account_id, kind, reason, source, issued_by)
    values (${voters[4]!.id}, 'ban', 'Cheated', 'site', 'Keeper')`.execute(db);
  await site.deps.live.publish(db, { topic: 'votes' });
  const { topVoters } = await read<VoteOverview>('/api/votes');
  expect(topVoters).toEqual(
    [5, 0, 1, 2, 3, 6, 7, 8, 9, 10].map((at) => ({
      username: voters[at]!.username,
      votes: at === 5 ? 2 : 1,
    })),
  );
  expect(await readOwn()).toMatchObject({
    votesThisMonth: 1,
    streak: 0,
    latest: { list: 'Old list' },
  });
});

describe('a list', () => {
  test('is changed alone, keeps its address, and is not saved over another change', async () => {
    const [list, other] = [
      await addVoteList(site, admin, { name: 'First' }),
      await addVoteList(site, admin, { name: 'Second' }),
    ];
    const item = await addItem(site, admin, { name: 'Short-lived' });
    const url = `/api/admin/votes/lists/${list.id}`;
    const put = (changes: object) =>
      site.app.inject(json('PUT', url, { ...lanternList, ...changes }, admin));
    const change = { name: 'Renamed', coins: 70, shopItemId: Number(item.id) };
    const saved = await put({ ...change, version: list.version });
    expect(saved.json()).toEqual({
      ...list,
      ...change,
      itemName: 'Short-lived',
      version: list.version + 1,
    });
    expect((await put({ coins: 80, version: list.version })).json()).toMatchObject({
      code: 'admin/outdated',
    });
    // The item is gone, but the list may keep it.
    await site.app.inject(json('DELETE', `/api/admin/shop/items/${item.id}`, undefined, admin));
    expect((await put({ ...change, intervalHours: 6 })).json()).toMatchObject({ intervalHours: 6 });
    const moved = await site.app.inject(
      json(
        'PUT',
        `/api/admin/votes/lists/${other.id}`,
        { ...lanternList, shopItemId: Number(item.id) },
        admin,
      ),
    );
    expect(moved.json()).toMatchObject({ fields: { shopItemId: 'Choose an item of the store.' } });
    const { lists } = await read<{ lists: ManagedVoteList[] }>('/api/admin/votes', admin);
    expect(lists).toEqual([
      { ...saved.json<ManagedVoteList>(), intervalHours: 6, version: list.version + 2 },
      other,
    ]);
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'votes/list-changed')
      .where('subject', '=', String(list.id))
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      before: { name: 'First', coins: 40, shopItemId: null },
      after: change,
    });
  });

  test('is deleted alone, and its votes still count', async () => {
    const [list, other] = [await addVoteList(site, admin), await addVoteList(site, admin)];
    await sendCallback(site, list, await startVote(site, player, list));
    await sendCallback(site, other, await startVote(site, player, other));
    await sql`
      update votes set voted_at = now() - interval '31 days' where list_id = ${other.id}`.execute(
      site.deps.db,
    );
    type Managed = { lists: ManagedVoteList[]; days: { day: string; votes: number }[] };
    const before = await read<Managed>('/api/admin/votes', admin);
    expect(before.lists.map(({ id, votes30Days }) => [id, votes30Days])).toEqual([
      [list.id, 1],
      [other.id, 0],
    ]);
    const url = `/api/admin/votes/lists/${list.id}`;
    expect((await site.app.inject(json('DELETE', url, undefined, admin))).statusCode).toBe(204);
    const after = await read<Managed>('/api/admin/votes', admin);
    expect(after.lists.map(({ id }) => id)).toEqual([other.id]);
    expect(after.days).toEqual(before.days);
    expect(after.days).toHaveLength(30);
    expect(after.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    expect(after.days.at(-1)?.votes).toBeGreaterThan(0);
    expect(await readOwn()).toMatchObject({ waiting: [{ listId: other.id }] });
    expect(await balanceOf(site, player)).toBe(80);
    expect((await site.app.inject(json('DELETE', url, undefined, admin))).statusCode).toBe(404);
  });

  test('is refused beyond 20 of them', async () => {
    await addVoteList(site, admin);
    const fill = (lists: number) =>
      sql`
        insert into vote_lists (name, link, token_alphabet, token_length, interval_hours, coins, secret, position)
        select name, link, token_alphabet, token_length, interval_hours, coins, secret, position + n
        from vote_lists, generate_series(1, ${lists}::integer) as n`.execute(site.deps.db);
    await fill(18);
    await addVoteList(site, admin);
    const answer = await site.app.inject(
      json('POST', '/api/admin/votes/lists', lanternList, admin),
    );
    expect(answer.json()).toMatchObject({ error: 'There can be at most 20 lists.' });
  });

  test('reads the token and the success only from the parameters that it names', async () => {
    const list = await addVoteList(site, admin, {
      tokenParameter: 'pingUsername, pb_name',
      successParameter: 'voted, counted',
    });
    const token = await startVote(site, player, list);
    const path = new URL(list.callbackUrl).pathname;
    const call = async (fields: Record<string, string>) => {
      await site.app.inject({ url: `${path}?${new URLSearchParams(fields)}` });
      return lastReason();
    };
    expect(await call({ incentive: token, voted: '1' })).toBe('unknown-token');
    expect(await call({ PB_NAME: token, other: '1' })).toBe('not-counted');
    expect(await call({ PB_NAME: token, counted: '0' })).toBe('not-counted');
    expect(await call({ PB_NAME: token, counted: '1' })).toBe('rewarded');
    const [{ hours } = { hours: 0 }] = (
      await sql<{ hours: number }>`
        select extract(epoch from expires_at - created_at)::integer / 3600 as hours
        from vote_tokens where list_id = ${list.id}`.execute(site.deps.db)
    ).rows;
    expect(hours).toBe(24);
  });

  test('that needs no parameter for the success counts every callback', async () => {
    const list = await addVoteList(site, admin, { successParameter: '', successValue: '' });
    const token = await startVote(site, player, list);
    await sendCallback(site, list, token, { fields: {} });
    expect(await lastReason()).toBe('rewarded');
  });

  test('that is switched off gives no links and no rewards', async () => {
    const list = await addVoteList(site, admin);
    const token = await startVote(site, player, list);
    const url = `/api/admin/votes/lists/${list.id}`;
    await site.app.inject(json('PUT', url, { ...lanternList, isOn: false }, admin));
    expect((await read<VoteOverview>('/api/votes')).lists).toEqual([]);
    await sendCallback(site, list, token);
    expect(await lastReason()).toBe('list-off');
    const start = await site.app.inject(
      json('POST', `/api/votes/lists/${list.id}/start`, {}, player),
    );
    expect(start.statusCode).toBe(404);
  });

  test('makes tokens of its alphabet and length, of which only the hash is stored', async () => {
    for (const alphabet of ['mixed', 'letters', 'digits'] as const) {
      const list = await addVoteList(site, admin, { tokenAlphabet: alphabet, tokenLength: 39 });
      const token = await startVote(site, player, list);
      expect(token).toMatch(new RegExp(`^[${tokenAlphabets[alphabet]}]{39}$`));
      expect(await startVote(site, player, list)).not.toBe(token);
      const stored = await site.deps.db.selectFrom('vote_tokens').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(token);
    }
  });

  test('a player has at most five open tokens of it', async () => {
    const list = await addVoteList(site, admin);
    const tokens: string[] = [];
    for (let at = 0; at < 7; at += 1) tokens.push(await startVote(site, player, list));
    const { rows } = await sql`select from vote_tokens where list_id = ${list.id}`.execute(
      site.deps.db,
    );
    expect(rows).toHaveLength(5);
    await sendCallback(site, list, tokens[1] ?? '');
    expect(await lastReason()).toBe('unknown-token');
    await sendCallback(site, list, tokens[2] ?? '');
    expect(await lastReason()).toBe('rewarded');
  });

  test('with a new secret refuses the old one, and the log has neither', async () => {
    const list = await addVoteList(site, admin);
    const url = `/api/admin/votes/lists/${list.id}/secret`;
    const renewed = await site.app.inject(json('POST', url, undefined, admin));
    const { callbackUrl } = renewed.json<typeof list>();
    expect(callbackUrl).not.toBe(list.callbackUrl);
    const token = await startVote(site, player, list);
    await sendCallback(site, list, token);
    expect(await lastReason()).toBe('wrong-secret');
    await sendCallback(site, { callbackUrl }, token);
    expect(await lastReason()).toBe('rewarded');
    const { rows } = await sql`select before, after from audit_log`.execute(site.deps.db);
    expect(JSON.stringify(rows)).not.toContain(callbackUrl.split('/').at(-1));
  });

  test('has a secret that only the key of the site opens', async () => {
    const list = await addVoteList(site, admin);
    const { secret } = await site.deps.db
      .selectFrom('vote_lists')
      .select('secret')
      .executeTakeFirstOrThrow();
    expect(secret).not.toContain(list.callbackUrl.split('/').at(-1));
    const token = await startVote(site, player, list);
    const sealed = sealText(Buffer.alloc(32, 8), 'callback of a toplist', 'lost');
    await site.deps.db.updateTable('vote_lists').set({ secret: sealed }).execute();
    await sendCallback(site, list, token);
    expect(await lastReason()).toBe('wrong-secret');
    const { lists } = await read<{ lists: ManagedVoteList[] }>('/api/admin/votes', admin);
    expect(lists[0]?.callbackUrl).toBe('');
  });

  test('can be tried with a test callback, which gives nothing', async () => {
    const list = await addVoteList(site, admin, { senders: ['10.0.0.1'], method: 'POST' });
    const url = `/api/admin/votes/lists/${list.id}/test`;
    const answer = await site.app.inject(json('POST', url, undefined, admin));
    expect(answer.json()).toEqual({ reason: 'test' });
    expect(await readLog(site, admin)).toMatchObject([
      { reason: 'test', player: 'Keeper', sender: 'test', canRetry: false },
    ]);
    expect(await balanceOf(site, admin)).toBe(0);
    expect(await read<OwnVotes>('/api/votes/own', admin)).toMatchObject({ waiting: [], streak: 0 });
    await site.app.inject(
      json('PUT', `/api/admin/votes/lists/${list.id}`, { ...lanternList, isOn: false }, admin),
    );
    const whileOff = await site.app.inject(json('POST', url, undefined, admin));
    expect(whileOff.json()).toEqual({ reason: 'list-off' });
    const unknown = json('POST', '/api/admin/votes/lists/999999/test', undefined, admin);
    expect((await site.app.inject(unknown)).statusCode).toBe(404);
  });

  test.each([
    ['link', { link: 'https://lists.example.test/' }, 'Put {token}'],
    ['link', { link: 'javascript:alert(1)//{token}' }, 'Use an address'],
    ['link', { link: 'https://topg.org/{category}/{token}' }, 'Replace {category}'],
    ['tokenLength', { tokenAlphabet: 'digits', tokenLength: 19 }, 'could be guessed'],
    ['successValue', { successValue: '' }, 'both'],
    ['coins', { coins: 0 }, 'coins or choose'],
    ['senders.0', { senders: ['nonsense'] }, 'Use addresses'],
    ['shopItemId', { shopItemId: 987_654 }, 'Choose an item'],
    ['tokenLength', { tokenLength: 10 }, ''],
    ['tokenLength', { tokenAlphabet: 'letters', tokenLength: 11 }, 'could be guessed'],
    ['tokenLength', { tokenLength: 65 }, ''],
    ['intervalHours', { intervalHours: 0 }, ''],
    ['intervalHours', { intervalHours: 169 }, ''],
    ['coins', { coins: 1_000_001 }, ''],
    ['successValue', { successParameter: '' }, 'both'],
  ])('is refused with a wrong %s', async (field, changes, text) => {
    const body = { ...lanternList, ...changes };
    const answer = await site.app.inject(json('POST', '/api/admin/votes/lists', body, admin));
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: Record<string, string> }>().fields[field]).toContain(text);
  });
});

test('the rules need a reward for days in a row, an item that exists, and are audited', async () => {
  const put = (changes: Partial<VoteRules>) =>
    site.app.inject(json('PUT', '/api/admin/votes/rules', { ...noRules, ...changes }, admin));
  expect((await put({ streakDays: 2 })).json()).toMatchObject({
    fields: { coins: 'Enter coins or choose an item.' },
  });
  expect((await put({ streakDays: 2, shopItemId: 987_654 })).json()).toMatchObject({
    fields: { shopItemId: 'Choose an item of the store.' },
  });
  expect((await put({ streakDays: 366, coins: 5 })).statusCode).toBe(400);
  await setRules({ streakDays: 365, coins: 5, prize: 'A crown' });
  expect(await read<VoteOverview>('/api/votes')).toMatchObject({
    streak: { days: 365, coins: 5, item: null },
    prize: 'A crown',
  });
  const entry = await site.deps.db
    .selectFrom('audit_log')
    .select(['actor_name as actor', 'before', 'after'])
    .where('action', '=', 'votes/rules-changed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    actor: 'Keeper',
    before: { streakDays: 0, coins: 0, prize: '' },
    after: { streakDays: 365, coins: 5, prize: 'A crown' },
  });
});

test('players see what lists and days in a row give, and admins what can be given', async () => {
  const [lamp, cape, gone] = [
    await addItem(site, admin, { name: 'Zeta lamp' }),
    await addItem(site, admin, { name: 'Alpha cape' }),
    await addItem(site, admin, { name: 'Gone cape' }),
  ];
  const remove = ({ id }: { id: string }) =>
    site.app.inject(json('DELETE', `/api/admin/shop/items/${id}`, undefined, admin));
  await remove(gone);
  await addVoteList(site, admin, { coins: 0, shopItemId: Number(lamp.id) });
  const rules = { ...noRules, streakDays: 3, shopItemId: Number(cape.id), tellGames: true };
  await setRules(rules);
  expect(await read<VoteOverview>('/api/votes')).toMatchObject({
    lists: [{ reward: { coins: 0, item: 'Zeta lamp' } }],
    streak: { days: 3, coins: 0, item: 'Alpha cape' },
  });
  type Managed = { rules: VoteRules; items: { id: number; name: string }[] };
  const managed = await read<Managed>('/api/admin/votes', admin);
  expect(managed.rules).toEqual(rules);
  const ids = new Set([lamp, cape, gone].map(({ id }) => Number(id)));
  expect(managed.items.filter(({ id }) => ids.has(id))).toEqual([
    { id: Number(cape.id), name: 'Alpha cape' },
    { id: Number(lamp.id), name: 'Zeta lamp' },
  ]);
  // The rules may keep an item that was deleted.
  await remove(cape);
  await setRules({ ...rules, prize: 'A horn' });
  expect(await read<VoteOverview>('/api/votes')).toMatchObject({
    streak: { days: 3, item: null },
    prize: 'A horn',
  });
  await setRules({ ...rules, streakDays: 0 });
  expect((await read<VoteOverview>('/api/votes')).streak).toBeNull();
});

test('a vote counts on its day in UTC, if that is one of the last thirty', async () => {
  const { db } = site.deps;
  await db.deleteFrom('votes').execute();
  type Days = { days: { day: string; votes: number }[] };
  const readDays = async () => (await read<Days>('/api/admin/votes', admin)).days;
  const days = await readDays();
  const [first, counted] = [days[0]!.day, days[10]!.day];
  const times = [
    Date.parse(`${counted}T00:00:00Z`) - 1,
    Date.parse(`${counted}T00:00:00Z`),
    Date.parse(`${counted}T23:59:59.999Z`),
    Date.parse(`${first}T00:00:00Z`) - 1,
  ];
  for (const time of times) {
    const vote = { list_name: 'Old list', coins: 1, streak: 1, voted_at: new Date(time) };
    await db
      .insertInto('votes')
      .values({ ...vote, account_id: player.id })
      .execute();
  }
  expect((await readDays()).filter(({ votes }) => votes > 0)).toEqual([
    { day: days[9]!.day, votes: 1 },
    { day: counted, votes: 2 },
  ]);
});

test('the open tokens and the latest vote of a player are neither those of others nor of other lists', async () => {
  const [list, other] = [await addVoteList(site, admin), await addVoteList(site, admin)];
  const stranger = await site.addPlayer(`Stranger ${number}`);
  const strange = await startVote(site, stranger, list);
  const elsewhere = await startVote(site, player, other);
  const used = await startVote(site, player, list);
  await sendCallback(site, list, used);
  const { latest } = await readOwn();
  await shiftVotes('1 day');
  for (let at = 0; at < 6; at += 1) await startVote(site, player, list);
  await sendCallback(site, list, used);
  expect(await lastReason()).toBe('repeated');
  await sendCallback(site, list, strange);
  expect(await lastReason()).toBe('rewarded');
  expect((await readOwn()).latest).toEqual(latest);
  await sendCallback(site, other, elsewhere);
  expect(await lastReason()).toBe('rewarded');
});

test('a vote is told to open pages, a refused callback to admins only, and a new month to all', async () => {
  const list = await addVoteList(site, admin);
  const token = await startVote(site, player, list);
  const topics = recordTopics(site.deps.live);
  await sendCallback(site, list, token, { fields: { voted: '0' } });
  expect(topics.take(player)).toBe('admin');
  await sendCallback(site, list, token);
  expect(topics.take(player)).toBe('admin me votes');
  await tidyVotes(site.deps);
  expect(topics.take(player)).toBe('votes');
});

test('the games are not told of votes unless the owner wants it', async () => {
  const game = await addTestServer(site);
  const list = await addVoteList(site, admin);
  await sendCallback(site, list, await startVote(site, player, list));
  expect(await lastReason()).toBe('rewarded');
  expect((await game.get('/commands')).json()).toMatchObject({ commands: [] });
});

test('a test callback uses the names of the list, and every change of a list is audited', async () => {
  const names = [
    { tokenParameter: 'pingUsername, pb_name', successParameter: 'Successful, success' },
    { tokenParameter: '', successParameter: '', successValue: '' },
  ];
  const ids: string[] = [];
  for (const [at, changes] of names.entries()) {
    const list = await addVoteList(site, admin, { ...changes, name: `Tried ${at}` });
    const url = `/api/admin/votes/lists/${list.id}/test`;
    const answer = await site.app.inject(json('POST', url, undefined, admin));
    expect(answer.json()).toEqual({ reason: 'test' });
    ids.push(String(list.id));
  }
  const url = `/api/admin/votes/lists/${ids[0]}`;
  await site.app.inject(json('POST', `${url}/secret`, undefined, admin));
  await site.app.inject(json('DELETE', url, undefined, admin));
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject', 'in', ids)
    .where('action', 'like', 'votes/%')
    .orderBy('id')
    .execute();
  const drafts = names.map((changes, at) => ({ ...lanternList, ...changes, name: `Tried ${at}` }));
  expect(entries).toEqual([
    { action: 'votes/list-created', before: null, after: drafts[0] },
    { action: 'votes/callback-tested', before: null, after: { name: 'Tried 0', reason: 'test' } },
    { action: 'votes/list-created', before: null, after: drafts[1] },
    { action: 'votes/callback-tested', before: null, after: { name: 'Tried 1', reason: 'test' } },
    { action: 'votes/secret-renewed', before: null, after: { name: 'Tried 0' } },
    { action: 'votes/list-deleted', before: drafts[0], after: null },
  ]);
});

test('old tokens and log lines are deleted, votes stay', async () => {
  const list = await addVoteList(site, admin);
  await sendCallback(site, list, await startVote(site, player, list));
  await sql`update vote_tokens set expires_at = now() - interval '8 days'`.execute(site.deps.db);
  await sql`update vote_callbacks set at = now() - interval '31 days'`.execute(site.deps.db);
  await sendCallback(site, list, await startVote(site, admin, list));
  await sql`
    update vote_tokens set expires_at = now() - interval '6 days' where account_id = ${admin.id}`.execute(
    site.deps.db,
  );
  await sql`
    update vote_callbacks set at = now() - interval '29 days' where at > now() - interval '1 day'`.execute(
    site.deps.db,
  );
  await tidyVotes(site.deps);
  expect(await readLog(site, admin)).toMatchObject([{ player: 'Keeper' }]);
  const tokens = await site.deps.db.selectFrom('vote_tokens').select('account_id').execute();
  expect(tokens).toEqual([{ account_id: admin.id }]);
  expect((await readOwn()).latest).toMatchObject({ coins: 40 });
});

test('the built-in toplist of the demo votes through the real callback', async () => {
  const { id } = await addVoteList(site, admin, { link: '/sandbox/toplist/1?token={token}' });
  const { link } = { link: `/sandbox/toplist/${id}?token={token}` };
  await site.deps.db.updateTable('vote_lists').set({ link }).where('id', '=', id).execute();
  const started = await site.app.inject(json('POST', `/api/votes/lists/${id}/start`, {}, player));
  const { url } = started.json<{ url: string }>();
  const page = await site.app.inject({ url });
  expect(page.body).toContain('Sandbox.');
  const [, token = ''] = /name="token" value="(\w+)"/.exec(page.body) ?? [];
  const post = (fields: object) =>
    site.app.inject({
      method: 'POST',
      url: url.split('?')[0] ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token, ...fields }).toString(),
    });
  await post({ counted: 'no' });
  expect(await lastReason()).toBe('not-counted');
  expect((await post({})).body).toContain('Thank you for voting');
  expect(await lastReason()).toBe('rewarded');
  expect(await balanceOf(site, player)).toBe(40);
  // The built-in toplist has no page for lists of other sites.
  const other = await addVoteList(site, admin);
  expect((await site.app.inject({ url: `/sandbox/toplist/${other.id}` })).statusCode).toBe(404);
});

import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { Schema } from '#server/db/schema.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { startSession } from '#server/features/accounts/sessions.service.ts';
import { addDelivery } from '#server/features/bridge/testing/bridge.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { AuditEntry } from '#shared/endpoints/audit.ts';
import type { AdminCharts, AdminOverview } from '#shared/endpoints/dashboard.ts';
import type { ListedUser } from '#shared/endpoints/players.ts';
import { staffPermissions } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

let site: TestApp;
let admin: TestPlayer;
let banned: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Zz Admin', 3);
  banned = await site.addPlayer('Aa Banned');
  const { db } = site.deps;
  const names = Array.from({ length: 60 }, (_, at) => `Crowd ${String(at).padStart(2, '0')}`);
  await db
    .insertInto('accounts')
    .values(
      [...names, 'Drag On', 'My Dragon', 'Iron_Man'].map((username, at) => ({
        username,
        username_key: username.toLowerCase().replaceAll('_', ' '),
        email: `u${at}@example.test`,
        email_key: `u${at}@example.test`,
        identity_provider: 'embedded',
        identity_id: `u${at}`,
        pending_since: null,
        // Many accounts share a timestamp: only the id breaks the tie.
        created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 20))),
      })),
    )
    .execute();
  const sanction = { source: 'site', reason: 'x', issued_by: 'x' } as const;
  await db
    .insertInto('sanctions')
    .values([
      { ...sanction, account_id: banned.id, kind: 'ban', expires_at: null },
      { ...sanction, account_id: banned.id, kind: 'mute', expires_at: new Date(0) },
    ])
    .execute();
  const draft = {
    title: 'A dragon in the moat?',
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
    questions: [{ question: 'Well?', answers: ['Yes', 'No'] }],
    minAccountAgeDays: 0,
    minTotalLevel: 0,
  };
  await site.app.inject(json('POST', '/api/admin/polls', draft, admin));
});
afterAll(() => site.close());

async function get<T>(url: string, { app } = site, { cookie } = admin): Promise<T> {
  const answer = await app.inject({ url, headers: { cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}

type Page = { users: ListedUser[]; previous: string | null; next: string | null; total: number };

const list = (query: Record<string, string>) =>
  get<Page>(`/api/admin/users?${new URLSearchParams(query)}`);
const namesOf = ({ users }: Page) => users.map(({ username }) => username);

describe('the list of users', () => {
  it.each(['name', 'name-desc', 'newest', 'oldest'])(
    'is the same forwards and backwards, sorted by %s',
    async (sort) => {
      const pages: Page[] = [await list({ sort })];
      while (pages.at(-1)!.next) pages.push(await list({ sort, after: pages.at(-1)!.next! }));
      const forwards = pages.map(namesOf);
      expect(forwards.flat()).toHaveLength(65);
      expect(new Set(forwards.flat()).size).toBe(65);
      expect(pages.every(({ total }) => total === 65)).toBe(true);

      const backwards = [forwards.at(-1)!];
      let page = pages.at(-1)!;
      while (page.previous) {
        page = await list({ sort, before: page.previous });
        backwards.unshift(namesOf(page));
      }
      expect(backwards.flat()).toEqual(forwards.flat());
      expect(page.previous).toBeNull();
      expect(page.next).not.toBeNull();
    },
  );

  it('finds prefixes first, then parts of names, then similar names', async () => {
    expect(namesOf(await list({ search: 'crowd 1' }))).toHaveLength(10);
    expect(namesOf(await list({ search: 'drag' }))).toEqual(['Drag On', 'My Dragon']);
    expect(namesOf(await list({ search: 'IRON-man' }))).toEqual(['Iron_Man']);
    expect(namesOf(await list({ search: 'iron mon' }))).toContain('Iron_Man');
    expect(await list({ search: '%' })).toMatchObject({ users: [], total: 0 });
  });

  it('finds parts of names from three letters on, counts them, and filters them too', async () => {
    for (const search of ['rag', ' RAG ', 'drag']) {
      const found = await list({ search });
      expect([namesOf(found), found.total], search).toEqual([['Drag On', 'My Dragon'], 2]);
    }
    expect(await list({ search: 'ra' })).toMatchObject({ users: [], total: 0 });
    expect(await list({ search: 'rag', rights: '3' })).toMatchObject({ users: [], total: 0 });
    expect(await list({ search: 'rag', state: 'banned' })).toMatchObject({ users: [], total: 0 });
    expect(namesOf(await list({ search: 'banned', state: 'banned' }))).toEqual(['Aa Banned']);
  });

  it('pages through a long search', async () => {
    const first = await list({ search: 'crowd' });
    expect(first).toMatchObject({ total: 60, previous: null });
    const second = await list({ search: 'crowd', after: first.next! });
    const third = await list({ search: 'crowd', after: second.next! });
    expect([first, second, third].map((page) => namesOf(page).length)).toEqual([25, 25, 10]);
    expect(namesOf(second)[0]).toBe('Crowd 25');
    expect(third).toMatchObject({ total: 60, next: null });
    expect(namesOf(await list({ search: 'crowd 5' }))).toEqual(
      Array.from({ length: 10 }, (_, at) => `Crowd 5${at}`),
    );
  });

  it('shows each account with its own values, and none that is unfinished or deleted', async () => {
    const { db } = site.deps;
    const createdAt = new Date('2026-01-01T02:00:00.000Z');
    const lastSeenAt = new Date('2026-05-06T07:08:09.000Z');
    const player = await site.addPlayer('Listed Lad', 1);
    await db
      .updateTable('accounts')
      .set({ created_at: createdAt, community_manager: true, version: 4 })
      .where('id', '=', player.id)
      .execute();
    await db
      .updateTable('sessions')
      .set({ last_seen_at: lastSeenAt })
      .where('account_id', '=', player.id)
      .execute();
    await db
      .insertInto('account_permissions')
      .values([
        { account_id: player.id, permission: 'shop', given_by: null },
        { account_id: player.id, permission: 'news', given_by: null },
      ])
      .execute();
    const sanction = {
      account_id: player.id,
      source: 'site',
      reason: 'x',
      issued_by: 'x',
    } as const;
    await db
      .insertInto('sanctions')
      .values([
        { ...sanction, kind: 'mute', expires_at: new Date('2099-01-01') },
        { ...sanction, kind: 'ban', lifted_at: new Date(), lifted_by: 'x' },
      ])
      .execute();
    const movement = { accountId: player.id, book: 'adjustments', memo: 'Gift' } as const;
    await moveCoins(site.deps, db, { ...movement, kind: 'adjustment', ref: 'listed', amount: 12 });
    const hidden = await site.addPlayer('Listed Wait');
    const gone = await site.addPlayer('Listed Gone');
    await db
      .updateTable('accounts')
      .set({ pending_since: new Date() })
      .where('id', '=', hidden.id)
      .execute();
    await sql`
      update accounts set delete_after = now(), closing_at = now(), deleted_at = now()
      where id = ${gone.id}`.execute(db);
    const user = {
      username: 'Listed Lad',
      email: player.email,
      userRights: 1,
      permissions: ['news', 'shop'],
      communityManager: true,
      wyncoins: 12,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isBanned: false,
      isMuted: true,
      version: 4,
    };
    const whole = { users: [user], total: 1, next: null, previous: null };
    expect(await list({ search: 'listed' })).toEqual(whole);
    // Filters apply together.
    expect(await list({ rights: '1', state: 'muted' })).toEqual(whole);
    expect(namesOf(await list({ rights: 'staff' }))).toEqual(['Zz Admin', 'Listed Lad']);
    expect(namesOf(await list({ rights: 'staff', state: 'muted' }))).toEqual(['Listed Lad']);
    for (const filter of [
      { rights: '0', state: 'muted' },
      { rights: '1', state: 'banned' },
      { search: 'listed', state: 'banned' },
      { search: 'aa', state: 'muted' },
      { search: player.email, rights: '0' },
    ]) {
      expect(await list(filter), JSON.stringify(filter)).toMatchObject({ users: [], total: 0 });
    }
    const ids = [player.id, hidden.id, gone.id];
    await sql`delete from account_permissions where account_id = ${player.id}`.execute(db);
    await db.deleteFrom('sanctions').where('account_id', '=', player.id).execute();
    await db
      .updateTable('accounts')
      .set({ pending_since: new Date(), user_rights: 0, created_at: createdAt })
      .where('id', 'in', ids)
      .execute();
  });

  it('finds an email address only if it is complete', async () => {
    expect(namesOf(await list({ search: 'U7@Example.test' }))).toEqual(['Crowd 07']);
    expect(namesOf(await list({ search: 'u7@' }))).toEqual([]);
  });

  it('filters by rights and by sanctions in force', async () => {
    const found = await list({ state: 'banned' });
    expect(found).toMatchObject({ total: 1, users: [{ isBanned: true, isMuted: false }] });
    expect(await list({ state: 'muted' })).toMatchObject({ total: 0 });
    expect(namesOf(await list({ rights: 'staff' }))).toEqual(['Zz Admin']);
    expect(namesOf(await list({ rights: '3' }))).toEqual(['Zz Admin']);
    expect(namesOf(await list({ rights: '2' }))).toEqual([]);
    expect(namesOf(await list({ rights: '0', state: 'banned', search: 'aa' }))).toEqual([
      'Aa Banned',
    ]);
  });

  it('shows the first page for an invalid cursor', async () => {
    const first = namesOf(await list({ sort: 'newest' }));
    for (const after of ['nonsense', btoa('["x",1]'), btoa('["0000-00-00T00:00:00.000000Z",1]')]) {
      expect(namesOf(await list({ sort: 'newest', after }))).toEqual(first);
    }
    const time = '"2026-01-02T00:00:00.000000Z"';
    for (const value of ['7,1', `${time},"1"`, `${time},1.5`, time, `${time},1e30`]) {
      expect(namesOf(await list({ sort: 'newest', after: btoa(`[${value}]`) })), value).toEqual(
        first,
      );
    }
    const byName = namesOf(await list({ sort: 'name' }));
    for (const name of ['A', 'x'.repeat(21), '']) {
      const after = btoa(JSON.stringify([name, 1]));
      expect(namesOf(await list({ sort: 'name', after })), name).toEqual(byName);
    }
  });
});

describe('the command palette', () => {
  it('finds players, posts, polls and items', async () => {
    const { results } = await get<{ results: object[] }>('/api/admin/search?q=dragon');
    expect(results).toMatchObject([
      { kind: 'player', id: 'My Dragon' },
      { kind: 'poll', label: 'A dragon in the moat?', detail: 'Running poll' },
    ]);
    for (const q of ['', '%00', '%25_', 'x'.repeat(254)]) {
      expect(await get<object>(`/api/admin/search?q=${q}`)).toEqual({ results: [] });
    }
  });
});

it('the command palette says what a result is, newest first, and at most four of a kind', async () => {
  const { db } = site.deps;
  const soon = new Date(Date.now() + 86_400_000);
  const polls = [1, 2, 3, 4, 5].map((at) => ({
    title: `Kraken poll ${at}`,
    ends_at: soon,
    ended_at: at === 4 ? new Date() : null,
    created_by: null,
  }));
  const over = { ...polls[0]!, title: 'Kraken poll over', ends_at: new Date(Date.now() - 1000) };
  await db
    .insertInto('polls')
    .values([...polls, over])
    .execute();
  const item = { description: '', price: 250, item_id: 7 };
  await db
    .insertInto('shop_items')
    .values([
      { ...item, name: 'Kraken tooth', position: 2, is_enabled: false },
      { ...item, name: 'Kraken ink', position: 1, is_enabled: true },
      { ...item, name: 'Kraken eye', position: 0, is_enabled: true, deleted_at: new Date() },
    ])
    .execute();
  await db
    .insertInto('news_posts')
    .values({
      title: 'Kraken post',
      category: 'Community',
      content: '',
      teaser: '',
      state: 'draft',
    })
    .execute();
  type Result = { kind: string; label: string; detail: string };
  const find = async (text: string) =>
    (await get<{ results: Result[] }>(`/api/admin/search?q=${text}`)).results.map(
      ({ kind, label, detail }) => `${kind}: ${label}, ${detail}`,
    );
  expect(await find('KRAKEN')).toEqual([
    'post: Kraken post, Draft post · Community',
    'poll: Kraken poll over, Ended poll',
    'poll: Kraken poll 5, Running poll',
    'poll: Kraken poll 4, Ended poll',
    'poll: Kraken poll 3, Running poll',
    'item: Kraken ink, 250 WC',
    'item: Kraken tooth, 250 WC · hidden',
  ]);
  expect(await find('aa ban')).toEqual(['player: Aa Banned, Player · banned']);
  expect(await find('crowd')).toHaveLength(6);
});

describe('the dashboard', () => {
  it('counts players, staff and unclaimed deliveries', async () => {
    await recordAudit(site.deps.db, {
      actor: { id: admin.id, name: admin.username, ip: null },
      action: 'accounts/rights-changed',
      subject: 'the latest',
    });
    const overview = await get<AdminOverview>('/api/admin/overview');
    expect(overview).toMatchObject({ players: 65, staff: 1, online: null, unclaimed: 0 });
    expect(overview.latest?.[0]).toMatchObject({ subject: 'the latest' });
  });

  it('counts from midnight UTC, without sign-ups that are not finished and closed accounts', async () => {
    const { db } = site.deps;
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const account = (name: string) => ({
      username: name,
      username_key: name.toLowerCase(),
      email: `${name}@example.test`,
      email_key: `${name.toLowerCase()}@example.test`,
      identity_provider: 'embedded',
      identity_id: name,
    });
    const old = new Date(Date.UTC(2026, 0, 1));
    const closed = { delete_after: old, closing_at: old, deleted_at: old };
    await db
      .insertInto('accounts')
      .values([
        { ...account('Unfinished'), pending_since: new Date() },
        { ...account('Closed'), created_at: old, ...closed },
      ])
      .execute();
    const setCreated = ({ id }: TestPlayer, created_at: Date) =>
      db.updateTable('accounts').set({ created_at }).where('id', '=', id).execute();
    await setCreated(admin, new Date(midnight));
    await setCreated(banned, new Date(midnight - 1));
    expect(await get<AdminOverview>('/api/admin/overview')).toMatchObject({
      players: 65,
      newToday: 1,
    });
    const { registrations } = await get<AdminCharts>('/api/admin/charts?days=7');
    expect(registrations).toEqual([0, 0, 0, 0, 0, 1, 1]);
  });

  it('lists what needs attention', async () => {
    const failing = await openTestApp();
    onTestFinished(() => failing.close());
    const { db } = failing.deps;
    const owner = await failing.addPlayer('Keeper', 3);
    // In the future, so that these servers are not silent, however long the test takes.
    const later = new Date(Date.now() + 3_600_000);
    await db
      .insertInto('game_servers')
      .values([
        { name: 'Silent', heartbeat_at: new Date(Date.now() - 120_000) },
        { name: 'Asleep', heartbeat_at: new Date(Date.now() - 120_000) },
        { name: 'Strict', rejected_saves: 2 },
        { name: 'Busy', rejected_saves: 1, online: 5, is_online: true, heartbeat_at: later },
        { name: 'Second', online: 3, is_online: true, heartbeat_at: later },
        { name: 'Closed', online: 9, heartbeat_at: later },
        {
          name: 'Gone',
          rejected_saves: 5,
          online: 50,
          is_online: true,
          heartbeat_at: new Date(Date.now() - 120_000),
          removed_at: new Date(),
        },
      ])
      .execute();
    await db
      .insertInto('job_runs')
      .values({
        name: 'news/publish',
        last_started_at: new Date(),
        last_finished_at: new Date('2026-11-02T10:00:00Z'),
        last_error: 'Error: full',
        failing_since: new Date('2026-11-01T10:00:00Z'),
      })
      .execute();
    const columns = { state: 'attention', last_failure: 'full' } as const;
    await addDelivery(failing, owner.id, { columns });
    await addDelivery(failing, owner.id);
    await addDelivery(failing, owner.id);
    const url = '/api/admin/overview';
    const { concerns, online, unclaimed } = await get<AdminOverview>(url, failing, owner);
    expect(concerns).toEqual([
      { kind: 'deliveries-failed', count: 1, detail: '', failures: [] },
      { kind: 'deliveries-impossible', count: 2, detail: 'Coins', failures: [] },
      { kind: 'server-stale', count: 2, detail: 'Asleep, Silent', failures: [] },
      { kind: 'saves-rejected', count: 3, detail: 'Busy, Strict', failures: [] },
      {
        kind: 'job-failing',
        count: 1,
        detail: '',
        failures: [
          {
            name: 'news/publish',
            reason: 'Error: full',
            since: '2026-11-01T10:00:00.000Z',
            lastAt: '2026-11-02T10:00:00.000Z',
          },
        ],
      },
    ]);
    expect({ online, unclaimed }).toEqual({ online: 8, unclaimed: 2 });

    const see = async (permission: StaffPermission) => {
      const staff = await failing.addPlayer(`${permission} one`);
      const change = { rights: 1, permissions: [permission], actor: commandLine };
      await setRights(failing.deps, staff.username, change);
      const visitor = { ip: '127.0.0.1', userAgent: 'test', signedInAt: new Date() };
      const caller = { ...staff, cookie: `session=${await startSession(db, staff.id, visitor)}` };
      const overview = await get<AdminOverview>(url, failing, caller);
      const charts = await get<AdminCharts>('/api/admin/charts?days=7', failing, caller);
      return [
        Object.keys(overview).filter((key) => key !== 'concerns'),
        overview.concerns.map(({ kind }) => kind),
        Object.keys(charts).filter((key) => key !== 'days'),
      ];
    };
    const expected: Record<StaffPermission, string[][]> = {
      news: [[], [], []],
      events: [[], [], []],
      polls: [[], [], ['votes']],
      shop: [['unclaimed'], ['deliveries-failed', 'deliveries-impossible'], ['coinsSpent']],
      players: [['players', 'newToday', 'staff'], [], ['registrations']],
      server: [['online'], ['server-stale', 'saves-rejected'], ['online']],
      votes: [[], [], []],
      inbox: [['firstAnswerMinutes'], [], []],
    };
    for (const permission of staffPermissions) {
      expect(await see(permission), permission).toEqual(expected[permission]);
    }
  });

  it('lists waiting and failed emails with the last error', async () => {
    const failing = await openTestApp();
    onTestFinished(() => failing.close());
    const owner = await failing.addPlayer('Keeper', 3);
    const read = async () =>
      (await get<AdminOverview>('/api/admin/overview', failing, owner)).concerns;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const waiting = { recipient: 'a@example.test', subject: 'Hello', content: '{}' };
    const failed = { ...waiting, content: null, state: 'failed' as const };
    const fresh = { ...waiting, created_at: minutesAgo(5), last_error: 'not yet' };
    const old = { ...failed, created_at: minutesAgo(9000), finished_at: minutesAgo(6000) };
    const sent = { ...old, state: 'sent' as const, finished_at: minutesAgo(1) };
    const insert = (rows: Insertable<Schema['mails']>[]) =>
      failing.deps.db.insertInto('mails').values(rows).execute();
    await insert([fresh, old, sent]);
    expect(await read()).toEqual([]);
    const since = { waiting: minutesAgo(30), failed: minutesAgo(60) };
    await insert([
      { ...waiting, created_at: since.waiting, last_error: 'no such host' },
      { ...waiting, created_at: minutesAgo(20) },
      { ...failed, finished_at: since.failed, last_error: 'unknown user' },
    ]);
    expect(await read()).toEqual([
      {
        kind: 'mails-failed',
        count: 1,
        detail: '',
        failures: [
          { name: '', reason: 'unknown user', since: since.failed.toISOString(), lastAt: null },
        ],
      },
      {
        kind: 'mails-waiting',
        count: 2,
        detail: '',
        failures: [
          { name: '', reason: 'no such host', since: since.waiting.toISOString(), lastAt: null },
        ],
      },
    ]);
  });

  it('has one point per day, ending with today', async () => {
    const { db } = site.deps;
    const today = db.updateTable('accounts').set({ created_at: new Date() });
    await today.where('id', 'in', [admin.id, banned.id]).execute();
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    const draft = {
      title: 'Two questions',
      endTime: new Date(Date.now() + 86_400_000).toISOString(),
      questions: [
        { question: 'First?', answers: ['Yes', 'No'] },
        { question: 'Second?', answers: ['Yes', 'No'] },
      ],
    };
    const created = await site.app.inject(json('POST', '/api/admin/polls', draft, admin));
    const poll_id = Number(created.json<{ id: string }>().id);
    const ballot = (question: number, voted_at: Date) => ({
      poll_id,
      question,
      account_id: null,
      answer: 0,
      voted_at,
    });
    await db
      .insertInto('poll_votes')
      .values([
        ballot(0, new Date(midnight)),
        ballot(1, new Date(midnight)),
        ballot(0, new Date(midnight - 1)),
        ballot(1, new Date(midnight - 1)),
        ballot(0, new Date(midnight - 86_400_000)),
      ])
      .execute();
    const servers = await db
      .insertInto('game_servers')
      .values([{ name: 'One' }, { name: 'Two' }])
      .returning('id')
      .execute();
    const [one, two] = servers.map(({ id }) => id);
    const sample = (server_id: number | undefined, at: number, peak: number) => ({
      server_id: server_id!,
      at: new Date(at),
      seconds: 60,
      peak,
      total: peak,
      samples: 1,
    });
    await db
      .insertInto('online_samples')
      .values([
        sample(one, midnight, 10),
        sample(one, midnight + 60_000, 30),
        sample(two, midnight + 60_000, 5),
        sample(one, midnight - 60_000, 7),
      ])
      .execute();
    const charts = await get<AdminCharts>('/api/admin/charts?days=30');
    for (const values of Object.values(charts)) expect(values).toHaveLength(30);
    expect(charts.days.at(-1)).toBe(Math.floor(Date.now() / 86_400_000) * 86_400);
    expect(charts.registrations?.at(-1)).toBe(2);
    expect(charts.online?.slice(-3)).toEqual([null, 7, 35]);
    expect(charts.votes?.slice(-3)).toEqual([0, 2, 1]);
  });

  it('counts coins of refunded payments apart, so that no day is below zero', async () => {
    const movement = { accountId: banned.id, book: 'topups', memo: 'Top-up' } as const;
    const { db } = site.deps;
    await moveCoins(site.deps, db, { ...movement, kind: 'topup', ref: 'chart-1', amount: 700 });
    await moveCoins(site.deps, db, { ...movement, kind: 'clawback', ref: 'chart-2', amount: -650 });
    const charts = await get<AdminCharts>('/api/admin/charts?days=7');
    expect(charts.coinsSold?.at(-1)).toBe(700);
    expect(charts.coinsReturned?.at(-1)).toBe(650);
  });
});

describe('the audit log', () => {
  type Log = { entries: AuditEntry[]; next: string | null };
  const read = (query: Record<string, string>) =>
    get<Log>(`/api/admin/audit?${new URLSearchParams(query)}`);

  beforeAll(async () => {
    for (let at = 0; at < 60; at++) {
      await recordAudit(site.deps.db, {
        actor: { id: null, name: at % 2 ? 'Odd One' : 'Even One', ip: '192.0.2.1' },
        action: at % 3 ? 'news/saved' : 'polls/ended',
        subject: at === 7 ? 'iron man' : String(at),
        before: { title: '=1+1' },
        after: { title: 'B, "quoted"' },
      });
    }
  });

  it('filters by actor, action, subject, player and date', async () => {
    expect((await read({ actor: 'odd one' })).entries).toHaveLength(30);
    expect((await read({ actor: 'odd one', action: 'polls' })).entries).toHaveLength(10);
    expect((await read({ action: 'polls/ended' })).entries).toHaveLength(20);
    expect((await read({ subject: 'Iron_Man' })).entries).toMatchObject([{ subject: 'iron man' }]);
    expect((await read({ player: 'IRON-man' })).entries).toMatchObject([{ subject: 'iron man' }]);
    const [last, ...earlier] = (await read({ actor: 'odd one' })).entries;
    const from = earlier.at(-1)!.at.slice(0, 10);
    const to = last!.at.slice(0, 10);
    expect((await read({ from, to, actor: 'odd one' })).entries).toHaveLength(30);
    expect((await read({ to: '2020-01-01' })).entries).toEqual([]);
  });

  it('continues where the previous page ended, also with a filter, until nothing is left', async () => {
    const rows = await site.deps.db
      .selectFrom('audit_log')
      .select('id')
      .orderBy('id', 'desc')
      .execute();
    const ids: number[] = [];
    let next: string | null = '999999999';
    for (let pages = 0; next !== null && pages < 9; pages += 1) {
      const page: Log = await read({ before: next });
      ids.push(...page.entries.map(({ id }) => id));
      expect(page.entries.length).toBeLessThanOrEqual(50);
      next = page.next;
    }
    expect(ids).toEqual(rows.map(({ id }) => id));
    const odd = await read({ actor: 'odd one' });
    expect(odd.next).toBeNull();
    const rest = await read({ actor: 'odd one', before: String(odd.entries[9]!.id) });
    expect(rest.entries).toEqual(odd.entries.slice(10));
  });

  it('has no next page after exactly fifty entries', async () => {
    const entry = { actor_name: 'Fifty', action: 'polls/ended', subject: 'x' };
    await site.deps.db
      .insertInto('audit_log')
      .values(Array.from({ length: 50 }, () => entry))
      .execute();
    const { entries, next } = await read({ actor: 'fifty' });
    expect([entries.length, next]).toEqual([50, null]);
  });

  it('filters by whole days in UTC', async () => {
    const times = [
      '2020-05-01T23:59:59.999Z',
      '2020-05-02T00:00:00.000Z',
      '2020-05-02T23:59:59.999Z',
      '2020-05-03T00:00:00.000Z',
    ];
    const entry = { actor_name: 'Calendar', action: 'polls/ended', subject: 'x' };
    await site.deps.db
      .insertInto('audit_log')
      .values(times.map((at) => ({ ...entry, at: new Date(at) })))
      .execute();
    const find = async (query: Record<string, string>) =>
      (await read({ actor: 'calendar', ...query })).entries.map(({ at }) => at).toReversed();
    expect(await find({ from: '2020-05-02', to: '2020-05-02' })).toEqual(times.slice(1, 3));
    expect(await find({ from: '2020-05-02' })).toEqual(times.slice(1));
    expect(await find({ to: '2020-05-02' })).toEqual(times.slice(0, 3));
  });

  it('finds what is about a player by name, account, order, delivery and purchase', async () => {
    const { db } = site.deps;
    const deliveryId = await addDelivery(site, banned.id);
    const otherDelivery = await addDelivery(site, admin.id);
    const purchase = await db
      .selectFrom('purchases')
      .select('id')
      .where('account_id', '=', banned.id)
      .executeTakeFirstOrThrow();
    const order = await db
      .insertInto('orders')
      .values({
        account_id: banned.id,
        state: 'expired',
        coins: 500,
        amount: 500,
        currency: 'usd',
        mode: 'sandbox',
        expires_at: new Date(),
        origin: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [orderId, purchaseId, accountId] = [order.id, purchase.id, banned.id].map(String);
    const about: [string, string | undefined][] = [
      ['accounts/muted', 'aa banned'],
      ['wallet/adjusted', accountId],
      ['orders/refunded', orderId],
      ['deliveries/resent', deliveryId],
      ['shop/purchase-refunded', purchaseId],
    ];
    const others: [string, string | undefined][] = [
      ['accounts/muted', 'zz admin'],
      ['wallet/adjusted', String(admin.id)],
      ['deliveries/resent', otherDelivery],
      // Other things can have the same numbers.
      ['news/saved', accountId],
      ['news/saved', purchaseId],
    ];
    await db
      .insertInto('audit_log')
      .values(
        [...others, ...about].map(([action, subject = '']) => ({
          actor_name: 'Clerk',
          action,
          subject,
        })),
      )
      .execute();
    const { entries } = await read({ player: 'Aa_Banned', actor: 'clerk' });
    expect(entries.map(({ action, subject }) => [action, subject]).toReversed()).toEqual(about);
    expect((await read({ player: 'Aa_Banned', action: 'wallet' })).entries).toMatchObject([
      { actor: 'Clerk', subject: accountId },
    ]);
  });

  it('shows every field of an entry, and finds it by its exact subject and any case of the actor', async () => {
    const subject = 'accounts.rename_days';
    const at = new Date('2020-03-04T05:06:07.000Z');
    const entry = {
      actor_name: 'Scribe',
      action: 'site/setting-changed',
      subject,
      ip: '192.0.2.3',
    };
    const unnamed = { actor_name: null, action: 'sites/seen', subject: 'x' };
    await site.deps.db
      .insertInto('audit_log')
      .values([{ ...entry, at, before: '{"value":1}', after: '{"value":30}' }, unnamed])
      .execute();
    const whole = {
      id: expect.any(Number) as number,
      at: at.toISOString(),
      actor: 'Scribe',
      action: 'site/setting-changed',
      subject,
      before: { value: 1 },
      after: { value: 30 },
      ip: '192.0.2.3',
    };
    for (const query of [{ subject: ` ${subject} ` }, { actor: ' SCRIBE ' }, { action: 'site' }]) {
      expect((await read(query)).entries, JSON.stringify(query)).toEqual([whole]);
    }
    expect((await read({ action: 'sites' })).entries).toMatchObject([
      { actor: 'unknown', before: null, after: null, ip: null },
    ]);
  });

  it('refuses dates that do not exist', async () => {
    const answer = await site.app.inject({
      url: '/api/admin/audit?from=2026-02-31',
      headers: { cookie: admin.cookie },
    });
    expect(answer.statusCode).toBe(400);
  });

  it('lists every kind of action once', async () => {
    expect(await get<string[]>('/api/admin/audit/actions')).toEqual([
      'accounts/muted',
      'accounts/rights-changed',
      'deliveries/resent',
      'news/saved',
      'orders/refunded',
      'polls/created',
      'polls/ended',
      'shop/purchase-refunded',
      'site/setting-changed',
      'sites/seen',
      'wallet/adjusted',
    ]);
  });

  it('is exported as CSV without active formulas', async () => {
    const answer = await site.app.inject({
      url: '/api/admin/audit.csv?action=polls/ended&actor=even%20one',
      headers: { cookie: admin.cookie },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.trim().split('\r\n');
    expect(lines).toHaveLength(11);
    expect(answer.body).toMatch(/^\u{FEFF}Entry,Time,Who,From,Action,Subject,Before,After\r\n/u);
    const [entry] = (await read({ action: 'polls/ended', actor: 'even one' })).entries;
    expect(lines[1]).toBe(
      `${entry?.id},${entry?.at},Even One,192.0.2.1,polls/ended,54,"{""title"":""=1+1""}",` +
        String.raw`"{""title"":""B, \""quoted\""""}"`,
    );
  });
});

it('the command palette finds a purchase by its number and a top-up by its id, and names sanctions', async () => {
  const { db } = site.deps;
  const gift = { accountId: banned.id, book: 'adjustments', memo: 'Gift' } as const;
  await moveCoins(site.deps, db, { ...gift, kind: 'adjustment', ref: 'goose', amount: 1200 });
  await addDelivery(site, banned.id, { columns: { item_name: 'Golden goose', price: 1200 } });
  const { id } = await db
    .selectFrom('purchases')
    .select('id')
    .where('item_name', '=', 'Golden goose')
    .executeTakeFirstOrThrow();
  const order = await db
    .insertInto('orders')
    .values({
      account_id: banned.id,
      state: 'expired',
      coins: 1500,
      amount: 1250,
      currency: 'usd',
      mode: 'sandbox',
      expires_at: new Date(),
      origin: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const find = async (q: string) =>
    (await get<{ results: object[] }>(`/api/admin/search?${new URLSearchParams({ q })}`)).results;
  const purchase = {
    kind: 'purchase',
    id: String(id),
    label: `#${id} Golden goose`,
    detail: 'Aa Banned · 1,200 WC',
  };
  expect(await find(`#${id}`)).toEqual([purchase]);
  expect(await find(String(id))).toEqual([purchase]);
  expect(await find(order.id)).toEqual([
    {
      kind: 'order',
      id: order.id,
      label: '$12.50 for 1,500 WC',
      detail: 'Aa Banned',
    },
  ]);
  const sanction = { source: 'site', reason: 'x', issued_by: 'x', kind: 'mute' } as const;
  await db
    .insertInto('sanctions')
    .values({ ...sanction, account_id: admin.id })
    .execute();
  expect(await find('zz')).toEqual([
    { kind: 'player', id: 'Zz Admin', label: 'Zz Admin', detail: 'Admin · muted' },
  ]);
  // An address is one of a player, not part of a title.
  const draft = {
    title: 'Meet@noon?',
    endTime: new Date(Date.now() + 86_400_000).toISOString(),
    questions: [{ question: 'Well?', answers: ['Yes', 'No'] }],
  };
  await site.app.inject(json('POST', '/api/admin/polls', draft, admin));
  expect(await find('meet@noon')).toEqual([]);
  expect(await find('noon')).toMatchObject([{ kind: 'poll' }]);
});

it('the dashboard shows the eight latest entries, newest first', async () => {
  const { latest } = await get<AdminOverview>('/api/admin/overview');
  const newest = await site.deps.db
    .selectFrom('audit_log')
    .select('id')
    .orderBy('id', 'desc')
    .limit(8)
    .execute();
  expect(latest?.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
});

it('the dashboard names the rules that the last ledger check found broken, to admins alone', async () => {
  const { db } = site.deps;
  const read = async () => get<AdminOverview>('/api/admin/overview');
  const store = (value: object) =>
    sql`
      insert into settings (key, value) values ('wallet.ledger_check', ${JSON.stringify(value)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(db);
  expect((await read()).books).toBeNull();
  const rule = (name: string, breaches: number) => ({ name, breaches, examples: [] });
  const figures = { accounts: 1, transactions: 2, orders: 3, purchases: 4 };
  const at = '2026-05-06T07:08:09.000Z';
  const rules = [rule('Sums agree', 2), rule('All is well', 0), rule('Orders are paid', 1)];
  await store({ at, isSound: false, ...figures, rules });
  const { books, concerns } = await read();
  expect(books).toEqual({ at, isSound: false });
  expect(concerns.filter(({ kind }) => kind === 'ledger-wrong')).toEqual([
    { kind: 'ledger-wrong', count: 2, detail: 'Sums agree, Orders are paid', failures: [] },
  ]);
  await store({ at, isSound: true, ...figures, rules: [rule('All is well', 0)] });
  const sound = await read();
  expect(sound.books).toEqual({ at, isSound: true });
  expect(sound.concerns.map(({ kind }) => kind)).not.toContain('ledger-wrong');
});

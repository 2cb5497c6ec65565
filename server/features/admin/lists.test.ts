import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { Schema } from '#server/db/schema.ts';
import { addDelivery } from '#server/features/bridge/testing/bridge.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { AuditEntry } from '#shared/endpoints/audit.ts';
import type { AdminCharts, AdminOverview } from '#shared/endpoints/dashboard.ts';
import type { ListedUser } from '#shared/endpoints/players.ts';

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

  it('lists what needs attention', async () => {
    const failing = await openTestApp();
    onTestFinished(() => failing.close());
    const { db } = failing.deps;
    const owner = await failing.addPlayer('Keeper', 3);
    await db
      .insertInto('game_servers')
      .values([
        { name: 'Silent', heartbeat_at: new Date(Date.now() - 120_000) },
        { name: 'Strict', rejected_saves: 2 },
        {
          name: 'Gone',
          rejected_saves: 5,
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
    const url = '/api/admin/overview';
    const { concerns, online } = await get<AdminOverview>(url, failing, owner);
    expect(concerns).toEqual([
      { kind: 'deliveries-failed', count: 1, detail: '', failures: [] },
      { kind: 'server-stale', count: 1, detail: 'Silent', failures: [] },
      { kind: 'saves-rejected', count: 2, detail: 'Strict', failures: [] },
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
    expect(online).toBe(0);
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
    const charts = await get<AdminCharts>('/api/admin/charts?days=30');
    for (const values of Object.values(charts)) expect(values).toHaveLength(30);
    expect(charts.days.at(-1)).toBe(Math.floor(Date.now() / 86_400_000) * 86_400);
    expect(charts.registrations?.at(-1)).toBe(2);
    expect(charts.online?.at(-1)).toBeNull();
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

  it('continues where the previous page ended', async () => {
    const first = await read({});
    expect(first.entries).toHaveLength(50);
    const second = await read({ before: first.next! });
    expect(second.entries[0]!.id).toBeLessThan(first.entries.at(-1)!.id);
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
      'accounts/rights-changed',
      'news/saved',
      'polls/created',
      'polls/ended',
    ]);
  });

  it('is exported as CSV without active formulas', async () => {
    const answer = await site.app.inject({
      url: '/api/admin/audit.csv?action=polls/ended',
      headers: { cookie: admin.cookie },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.body.trim().split('\r\n');
    expect(lines).toHaveLength(21);
    expect(lines[1]).toContain('192.0.2.1,polls/ended,');
    expect(lines[1]).toContain('"{""title"":""=1+1""}"');
  });
});

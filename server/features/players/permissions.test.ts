import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { changeCommunityManager } from '#server/features/accounts/change-account.service.ts';
import { logInToGame } from '#server/features/bridge/login.service.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';
import type { ListedUser, ManagedUser } from '#shared/endpoints/players.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

let site: TestApp;
let admin: TestPlayer;
let count = 0;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('The Admin', 3);
});
afterAll(() => site.close());

const urlOf = ({ username }: TestPlayer, rest = '') =>
  `/api/admin/users/${encodeURIComponent(username)}${rest}`;

function addStaff(rights: number): Promise<TestPlayer> {
  count += 1;
  return site.addPlayer(`Staff ${count}`, rights);
}

function get(url: string, as: TestPlayer) {
  return site.app.inject({ url, headers: { cookie: as.cookie } });
}

async function read(player: TestPlayer, as = admin): Promise<ManagedUser> {
  const answer = await get(urlOf(player), as);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function change(player: TestPlayer, permission: string, isGiven: boolean, as = admin) {
  const { version, userRights: rights, permissions: before } = await read(player);
  const others = before.map((one) => one.permission).filter((one) => one !== permission);
  const permissions = isGiven ? [...others, permission] : others;
  return site.app.inject(
    json('PUT', urlOf(player, '/rights'), { rights, permissions, version }, as),
  );
}

async function addHolder(rights: number, ...permissions: StaffPermission[]): Promise<TestPlayer> {
  const holder = await addStaff(rights);
  for (const permission of permissions) {
    expect((await change(holder, permission, true)).statusCode).toBe(204);
  }
  return { ...holder, cookie: await logIn(holder) };
}

async function logIn({ email }: TestPlayer, app = site.app): Promise<string> {
  const idToken = await fetchIdToken(app, email);
  const answer = await app.inject(json('POST', '/auth/web-login', { idToken }));
  expect(answer.statusCode, answer.body).toBe(200);
  return `session=${answer.cookies[0]!.value}`;
}

async function setRights(player: TestPlayer, rights: number): Promise<void> {
  const { version } = await read(player);
  const answer = await site.app.inject(
    json('PUT', urlOf(player, '/rights'), { rights, version }, admin),
  );
  expect(answer.statusCode, answer.body).toBe(204);
}

async function latestEntry() {
  return site.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

const adminsOnly = { code: 'access/admin-only', error: 'Admins only.' };

describe('giving and taking', () => {
  it('takes effect in the open session of a staff account, and is audited', async () => {
    const staff = await addStaff(2);
    expect((await get('/api/admin/news', staff)).json()).toMatchObject(adminsOnly);
    expect((await change(staff, 'news', true)).statusCode).toBe(204);
    expect(await latestEntry()).toMatchObject({
      actor_id: admin.id,
      action: 'accounts/permission-given',
      subject: staff.username.toLowerCase(),
      after: { permission: 'news' },
    });
    expect((await read(staff)).permissions).toMatchObject([
      { permission: 'news', givenBy: 'The Admin' },
    ]);
    expect((await get('/auth/verify', staff)).json<SessionUser>().permissions).toEqual(['news']);
    expect((await get('/api/admin/news', staff)).statusCode).toBe(200);
    expect((await get('/api/admin/polls', staff)).json()).toMatchObject(adminsOnly);

    expect((await change(staff, 'news', false)).statusCode).toBe(204);
    expect(await latestEntry()).toMatchObject({
      action: 'accounts/permission-taken',
      before: { permission: 'news' },
    });
    expect((await get('/api/admin/news', staff)).json()).toMatchObject(adminsOnly);
    expect((await get('/auth/verify', staff)).json<SessionUser>().permissions).toEqual([]);
  });

  it('is shown in the list of users', async () => {
    const holder = await addHolder(2, 'shop', 'news');
    const answer = await get('/api/admin/users?rights=staff', admin);
    const listed = answer.json<{ users: ListedUser[] }>().users;
    const found = listed.find(({ username }) => username === holder.username);
    expect(found).toMatchObject({ userRights: 2, permissions: ['news', 'shop'] });
  });

  it('is refused to everyone but admins, also for their own account', async () => {
    const staff = await addStaff(2);
    const holder = await addHolder(2, 'players', 'server');
    for (const caller of [staff, holder]) {
      for (const target of [caller, staff]) {
        const answer = await change(target, 'news', true, caller);
        expect(answer.json()).toMatchObject(adminsOnly);
      }
    }
    expect((await read(staff)).permissions).toEqual([]);
  });

  it.each([0, 3])('is refused for an account with rights %i', async (rights) => {
    const player = await addStaff(rights);
    const answer = await change(player, 'news', true);
    expect(answer.json()).toMatchObject({ code: 'admin/not-staff' });
    expect((await read(player)).permissions).toEqual([]);
  });

  it('accepts only known permissions, a boolean and the version that the screen showed', async () => {
    const staff = await addStaff(1);
    expect((await change(staff, 'rights', true)).statusCode).toBe(400);
    const url = urlOf(staff, '/rights');
    const permissions = ['news'];
    for (const body of [{}, { rights: 1, permissions: 'news', version: 1 }, { permissions }]) {
      expect((await site.app.inject(json('PUT', url, body, admin))).statusCode).toBe(400);
    }
    const body = { rights: 1, permissions, version: 0 };
    const old = await site.app.inject(json('PUT', url, body, admin));
    expect(old.json()).toMatchObject({ code: 'admin/outdated' });
  });

  it('rank and permissions are set at once, with one entry each and one sign-out', async () => {
    const player = await addStaff(0);
    const { version } = await read(player);
    const body = { rights: 1, permissions: ['news', 'polls', 'news'], version };
    const answer = await site.app.inject(json('PUT', urlOf(player, '/rights'), body, admin));
    expect(answer.statusCode, answer.body).toBe(204);
    expect(await read(player)).toMatchObject({
      userRights: 1,
      permissions: [{ permission: 'news' }, { permission: 'polls' }],
      version: version + 1,
    });
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('subject', '=', player.username.toLowerCase())
      .orderBy('id')
      .execute();
    const given = { action: 'accounts/permission-given', before: null };
    expect(entries).toEqual([
      { action: 'accounts/rights-changed', before: { rights: 0 }, after: { rights: 1 } },
      { ...given, after: { permission: 'news' } },
      { ...given, after: { permission: 'polls' } },
    ]);
    expect((await get('/auth/verify', player)).statusCode).toBe(401);
    const cookie = await logIn(player);
    expect((await get('/api/admin/news', { ...player, cookie })).statusCode).toBe(200);
    // Permissions that go with the rank are part of its entry. A request that changes nothing is refused.
    await setRights(player, 0);
    expect(await latestEntry()).toMatchObject({
      before: { rights: 1, permissions: ['news', 'polls'] },
      after: { rights: 0 },
    });
    const same = { rights: 0, permissions: [], version: version + 2 };
    const nothing = await site.app.inject(json('PUT', urlOf(player, '/rights'), same, admin));
    expect(nothing.json()).toMatchObject({ code: 'admin/outdated' });
  });

  it('twice at once gives it once, with one entry', async () => {
    const staff = await addStaff(2);
    const answers = await Promise.all([
      change(staff, 'polls', true),
      change(staff, 'polls', true),
      change(staff, 'polls', true),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([204, 409, 409]);
    expect((await read(staff)).permissions).toHaveLength(1);
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('subject', '=', staff.username.toLowerCase())
      .where('action', '=', 'accounts/permission-given')
      .execute();
    expect(entries).toHaveLength(1);
  });
});

describe('rights and bans', () => {
  it.each([0, 3])('changing the rights to %i takes all permissions', async (rights) => {
    const holder = await addHolder(2, 'news', 'polls');
    await setRights(holder, rights);
    expect(await latestEntry()).toMatchObject({
      action: 'accounts/rights-changed',
      before: { rights: 2, permissions: ['news', 'polls'] },
    });
    await setRights(holder, 2);
    expect((await read(holder)).permissions).toEqual([]);
  });

  it('changing between moderator and staff keeps them', async () => {
    const holder = await addHolder(1, 'news');
    const other = await addHolder(1, 'polls');
    const before = (await read(holder)).permissions;
    await setRights(holder, 2);
    expect((await read(holder)).permissions).toEqual(before);
    expect((await get('/auth/verify', holder)).statusCode).toBe(401);
    // A lower rank opens nothing, so it ends no sessions.
    const cookie = await logIn(holder);
    await setRights(holder, 1);
    expect((await read(holder)).permissions).toEqual(before);
    expect((await get('/auth/verify', { ...holder, cookie })).statusCode).toBe(200);
    expect((await read(other)).permissions).toMatchObject([{ permission: 'polls' }]);
    expect((await get('/auth/verify', other)).statusCode).toBe(200);
  });

  it('a later change by another admin leaves who gave the earlier ones', async () => {
    const second = await site.addPlayer('Second Admin', 3);
    const holder = await addStaff(1);
    expect((await change(holder, 'news', true)).statusCode).toBe(204);
    expect((await change(holder, 'polls', true, second)).statusCode).toBe(204);
    expect((await read(holder)).permissions).toMatchObject([
      { permission: 'news', givenBy: 'The Admin' },
      { permission: 'polls', givenBy: 'Second Admin' },
    ]);
  });

  it('the rank in the game is changed only with the rank', async () => {
    const { id } = await site.deps.db
      .insertInto('game_servers')
      .values({ name: 'Ranks' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const holder = await addStaff(1);
    await change(holder, 'news', true);
    await setRights(holder, 0);
    const commands = await site.deps.db
      .selectFrom('game_commands')
      .select(['type', 'args', 'actor_name'])
      .where('server_id', '=', id)
      .execute();
    expect(commands).toEqual([
      {
        type: 'setRank',
        args: { player: holder.username, rank: 0 },
        actor_name: 'The Admin',
      },
    ]);
    await site.deps.db
      .updateTable('game_servers')
      .set({ removed_at: new Date() })
      .where('id', '=', id)
      .execute();
  });

  it('a row in the database counts for nothing with rights 0', async () => {
    const player = await addStaff(0);
    await site.deps.db
      .insertInto('account_permissions')
      .values({ account_id: player.id, permission: 'news', given_by: null })
      .execute();
    expect((await get('/api/admin/news', player)).json()).toMatchObject(adminsOnly);
  });

  it('a ban ends the access, and the permissions are there again afterwards', async () => {
    const holder = await addHolder(2, 'news');
    const { version } = await read(holder);
    const ban = { reason: 'Spam', expiresAt: null, version };
    await site.app.inject(json('PUT', urlOf(holder, '/sanctions/ban'), ban, admin));
    expect((await get('/api/admin/news', holder)).json()).toMatchObject({
      code: 'accounts/banned',
    });
    const url = urlOf(holder, `/sanctions/ban?version=${version + 1}`);
    await site.app.inject(json('DELETE', url, undefined, admin));
    const again = { ...holder, cookie: await logIn(holder) };
    expect((await get('/api/admin/news', again)).statusCode).toBe(200);
  });

  it('a ban counts for a change that was sent before it, as does a missing permission', async () => {
    const holder = await addHolder(2, 'players');
    const { username } = await addStaff(1);
    const actor = { id: holder.id, name: holder.username, ip: null };
    const attempt = (permission: StaffPermission) =>
      changeCommunityManager(site.deps, { username, actor, permissions: [permission] }, true);
    await attempt('players');
    await expect(attempt('news')).rejects.toMatchObject({ code: 'access/admin-only' });
    const { version } = await read(holder);
    const ban = { reason: 'Spam', expiresAt: null, version };
    await site.app.inject(json('PUT', urlOf(holder, '/sanctions/ban'), ban, admin));
    await expect(attempt('players')).rejects.toMatchObject({ code: 'access/admin-only' });
  });
});

describe('the security of staff accounts', () => {
  it('the first permission of a moderator ends the sessions, further ones do not', async () => {
    const moderator = await addStaff(1);
    await change(moderator, 'news', true);
    expect((await get('/auth/verify', moderator)).statusCode).toBe(401);
    const cookie = await logIn(moderator);
    await change(moderator, 'polls', true);
    expect((await get('/auth/verify', { ...moderator, cookie })).statusCode).toBe(200);
  });

  it('requires two-factor sign-in if the site requires it from staff', async () => {
    const strict = await openTestApp({ settings: { STAFF_TWO_FACTOR: 'on' } });
    onTestFinished(() => strict.close());
    const moderator = await strict.addPlayer('Careful', 1);
    await strict.deps.db
      .insertInto('account_permissions')
      .values({ account_id: moderator.id, permission: 'news', given_by: null })
      .execute();
    const headers = { cookie: moderator.cookie };
    const old = await strict.app.inject({ url: '/api/admin/news', headers });
    expect(old.json()).toMatchObject({ code: 'access/login-required' });
    const idToken = await fetchIdToken(strict.app, moderator.email);
    const login = await strict.app.inject(json('POST', '/auth/web-login', { idToken }));
    expect(login.json()).toMatchObject({ code: 'accounts/two-factor-setup-required' });
  });

  it('does not accept the website password in the game', async () => {
    const moderator = await addStaff(1);
    const attempt = { name: moderator.username, password: testPassword, ip: '192.0.2.1' };
    const logInThere = () => logInToGame(site.deps, { ...attempt, serverId: 1, tokenId: 1 });
    expect(await logInThere()).toMatchObject({ ok: true });
    await change(moderator, 'events', true);
    expect(await logInThere()).toMatchObject({ ok: false });
  });
});

describe('players and sanctions', () => {
  const mute = async (target: TestPlayer, as: TestPlayer) => {
    const { version } = await read(target);
    const body = { reason: 'Spam', expiresAt: null, version };
    return site.app.inject(json('PUT', urlOf(target, '/sanctions/mute'), body, as));
  };

  it.each([
    { rights: 1, canMute: [0] },
    { rights: 2, canMute: [0, 1] },
  ])('with rights $rights one can act only on lower rights', async ({ rights, canMute }) => {
    const holder = await addHolder(rights, 'players');
    for (const targetRights of [0, 1, 2, 3]) {
      const answer = await mute(await addStaff(targetRights), holder);
      const code = answer.statusCode === 204 ? 'muted' : answer.json<{ code: string }>().code;
      expect(code).toBe(canMute.includes(targetRights) ? 'muted' : 'access/higher-rank');
    }
    expect((await mute(holder, holder)).json()).toMatchObject({ code: 'access/higher-rank' });
  });

  it('protects admins and equals from notes, kicks and teleports too', async () => {
    const holder = await addHolder(2, 'players');
    for (const target of [admin, await addStaff(2)]) {
      const { version } = await read(target);
      const requests = [
        json('POST', urlOf(target, '/infractions'), { note: 'Rude', version }, holder),
        json('POST', urlOf(target, '/kick'), { version }, holder),
        json('POST', urlOf(target, '/teleport'), { x: 1, y: 1, height: 0, version }, holder),
        json('DELETE', urlOf(target, `/sanctions/mute?version=${version}`), undefined, holder),
        json('DELETE', urlOf(target, `/infractions/1?version=${version}`), undefined, holder),
      ];
      for (const request of requests) {
        const answer = await site.app.inject(request);
        expect(answer.json(), answer.body).toMatchObject({ code: 'access/higher-rank' });
      }
      expect((await read(target)).version).toBe(version);
    }
  });

  it('shows neither addresses, coins, second factor nor sessions', async () => {
    const holder = await addHolder(1, 'players');
    const player = await addStaff(0);
    const seen = await read(player, holder);
    expect(seen).toMatchObject({
      email: null,
      isEmailConfirmed: null,
      wyncoins: null,
      hasTwoFactor: null,
      discordName: null,
      isWalletFrozen: null,
      sessions: null,
    });
    const list = await get('/api/admin/users', holder);
    const { users } = list.json<{ users: ListedUser[] }>();
    expect(users.length).toBeGreaterThan(0);
    for (const user of users) expect(user).toMatchObject({ email: null, wyncoins: null });
    const byEmail = `/api/admin/users?search=${encodeURIComponent(player.email)}`;
    expect((await get(byEmail, admin)).json()).toMatchObject({ total: 1 });
    expect((await get(byEmail, holder)).json()).toMatchObject({ users: [], total: 0 });
    const inPalette = `/api/admin/search?q=${encodeURIComponent(player.email)}`;
    expect((await get(inPalette, holder)).json()).toEqual({ results: [] });
  });
});

describe('the dashboard, the palette and the server screen', () => {
  it('show only what the permission is for', async () => {
    const news = await addHolder(1, 'news');
    const shop = await addHolder(1, 'shop');
    const overview = async (as: TestPlayer) =>
      (await get('/api/admin/overview', as)).json<AdminOverview>();
    expect(Object.keys(await overview(news))).toEqual(['concerns']);
    expect(Object.keys(await overview(shop)).toSorted()).toEqual(['concerns', 'unclaimed']);
    const charts = async (as: TestPlayer) =>
      Object.keys((await get('/api/admin/charts?days=7', as)).json<object>()).toSorted();
    expect(await charts(news)).toEqual(['days']);
    expect(await charts(shop)).toEqual(['coinsSpent', 'days']);
    expect(await charts(admin)).toHaveLength(7);
  });

  it('find only what the caller may open', async () => {
    const title = 'Findable lighthouse';
    const post = { title, category: 'Community', displayImage: null, content: '<p>x</p>' };
    const draft = { ...post, state: 'draft', publishAt: null };
    await site.app.inject(json('POST', '/api/admin/news', draft, admin));
    const find = async (as: TestPlayer) =>
      (await get('/api/admin/search?q=findable', as)).json<{ results: { kind: string }[] }>();
    expect((await find(await addHolder(1, 'news'))).results).toMatchObject([{ kind: 'post' }]);
    expect(await find(await addHolder(1, 'polls'))).toEqual({ results: [] });
  });

  it('a kick from the server screen stays with admins, and so do the tokens', async () => {
    await site.deps.db.insertInto('game_servers').values({ name: 'Main' }).execute();
    const holder = await addHolder(2, 'server');
    const kick = { type: 'kick', args: { player: admin.username } };
    const refused = await site.app.inject(json('POST', '/api/admin/commands', kick, holder));
    expect(refused.json()).toMatchObject(adminsOnly);
    const broadcast = { type: 'broadcast', args: { message: 'Hello' } };
    const sent = await site.app.inject(json('POST', '/api/admin/commands', broadcast, holder));
    expect(sent.statusCode, sent.body).toBe(200);
    const [server] = (await get('/api/admin/servers', admin)).json<{ id: number }[]>();
    const body = { scopes: ['heartbeat'] };
    await site.app.inject(json('POST', `/api/admin/servers/${server!.id}/tokens`, body, admin));
    const tokensFor = async (as: TestPlayer) =>
      (await get('/api/admin/servers', as)).json<{ tokens: unknown[] }[]>()[0]!.tokens.length;
    expect(await tokensFor(admin)).toBe(1);
    expect(await tokensFor(holder)).toBe(0);
  });
});

describe('events', () => {
  const draft = {
    title: 'Market day',
    description: 'Bring something.',
    type: 'PvP',
    dateTime: new Date(Date.now() + 86_400_000).toISOString(),
  };

  it('a moderator with the permission hosts events and changes those of others', async () => {
    const host = await addStaff(2);
    const created = await site.app.inject(json('POST', '/api/events', draft, host));
    const url = `/api/events/${created.json<{ id: string }>().id}`;
    const moderator = await addStaff(1);
    expect(
      (await site.app.inject(json('POST', '/api/events', draft, moderator))).json(),
    ).toMatchObject({ code: 'events/may-not-host' });
    expect((await site.app.inject(json('PUT', url, draft, moderator))).json()).toMatchObject({
      code: 'access/not-yours',
    });
    const holder = await addHolder(1, 'events');
    const own = await site.app.inject(json('POST', '/api/events', draft, holder));
    // The origin follows the rank, as the specification says.
    expect(own.json()).toMatchObject({ creatorRights: 1 });
    expect((await site.app.inject(json('PUT', url, draft, holder))).statusCode).toBe(200);
    expect(await latestEntry()).toMatchObject({ action: 'events/edited', actor_id: holder.id });
  });
});

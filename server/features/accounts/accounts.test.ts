import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { fetchIdToken, sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { accounts } from './accounts.feature.ts';
import { describeDevice } from './describe-device.ts';
import { rememberNetwork } from './known-networks.service.ts';
import { touchSession } from './sessions.db.ts';
import { listAccountSessions, startSession } from './sessions.service.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

const register = (username: string, email: string, password = testPassword) =>
  site.app.inject({
    ...json('POST', '/auth/register', { username, email, password }),
    remoteAddress: email.length + '.1.1.1',
  });

const verify = (cookie: string) => site.app.inject({ url: '/auth/verify', headers: { cookie } });

async function webLogin(email: string, cookie?: string) {
  const idToken = await fetchIdToken(site.app, email);
  return site.app.inject(
    json('POST', '/auth/web-login', { idToken }, cookie ? { cookie } : undefined),
  );
}

describe('registering', () => {
  test('a new player can sign in at once and has no coins or rights', async () => {
    expect((await register('Oak Warden', 'oak@example.test')).json()).toEqual({
      username: 'Oak Warden',
    });
    const login = await webLogin('oak@example.test');
    expect(login.json()).toEqual({ username: 'Oak Warden' });
    expect((await verify(sessionCookieOf(login))).json()).toEqual({
      username: 'Oak Warden',
      email: 'oak@example.test',
      wyncoins: 0,
      user_rights: 0,
      community_manager: false,
      permissions: [],
    });
  });

  test.each(['iron man', 'IRON_MAN', 'Iron-Man', 'iron  man'])(
    '%s is the same player as Iron Man',
    async (username) => {
      await register('Iron Man', 'iron@example.test');
      const answer = await register(username, `${username.replaceAll(/\W+/g, '.')}2@example.test`);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'accounts/username-taken',
        error: 'That username is already taken.',
      });
    },
  );

  test('an email address can have only one account, ignoring case', async () => {
    await register('Willow', 'willow@example.test');
    const answer = await register('Willow Two', 'WILLOW@example.test');
    expect(answer.json()).toMatchObject({ code: 'accounts/email-taken' });
  });

  test.each(['admin', 'Moderator', 'STAFF', 'wynhold', 'Support'])(
    '%s is reserved',
    async (name) => {
      const answer = await register(name, `${name.toLowerCase()}@example.test`);
      expect(answer.json()).toMatchObject({ code: 'accounts/username-reserved' });
    },
  );

  test.each([
    ['a look-alike letter', 'Аdam'],
    ['a NUL', 'a\u0000b'],
    ['ten thousand letters', 'a'.repeat(10_000)],
  ])('a username with %s is refused', async (_, username) => {
    const answer = await register(username, 'someone@example.test');
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('username');
  });

  test.each([
    ['header injection', 'a@example.test\r\nBcc: b@example.test'],
    ['no domain', 'someone'],
    ['a NUL', 'a\u0000@example.test'],
    ['ten thousand letters', `${'a'.repeat(10_000)}@example.test`],
  ])('an email address with %s is refused', async (_, email) => {
    const answer = await site.app.inject(
      json('POST', '/auth/register', { username: 'Nobody', email, password: testPassword }),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ fields: object }>().fields).toHaveProperty('email');
  });

  test.each([
    ['short', '1234567'],
    ['long', 'a'.repeat(129)],
    ['common', 'password1'],
  ])('a password that is too %s is refused and leaves the name free', async (_, password) => {
    expect((await register('Free Name', 'free@example.test', password)).statusCode).toBe(400);
    const rows = await site.deps.db
      .selectFrom('accounts')
      .select('id')
      .where('username_key', '=', 'free name')
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('a session', () => {
  test('is an HttpOnly cookie for the whole site', async () => {
    await register('Cookie Jar', 'cookie@example.test');
    const [cookie] = (await webLogin('cookie@example.test')).cookies;
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 90 * 86_400,
    });
    expect(cookie?.value.length).toBeGreaterThanOrEqual(43);
  });

  test('does not begin once the account is being deleted', async () => {
    const player = await site.addPlayer('On The Way');
    const idToken = await fetchIdToken(site.app, player.email);
    await site.deps.db
      .updateTable('accounts')
      .set({ delete_after: new Date(), closing_at: new Date() })
      .where('id', '=', player.id)
      .execute();
    const answer = await site.app.inject(json('POST', '/auth/web-login', { idToken }));
    expect(answer.json()).toMatchObject({
      code: 'accounts/deleted',
      error: 'This account has been deleted.',
    });
    expect(answer.cookies).toEqual([]);
  });

  test('is stored only as a hash', async () => {
    const { cookie } = await site.addPlayer('Hash Brown');
    const token = cookie.split('=')[1] ?? '';
    const rows = await site.deps.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is replaced at sign-in: the old token opens nothing', async () => {
    await register('Rotator', 'rotator@example.test');
    const first = sessionCookieOf(await webLogin('rotator@example.test'));
    const second = sessionCookieOf(await webLogin('rotator@example.test', first));
    expect(second).not.toBe(first);
    expect((await verify(first)).statusCode).toBe(401);
    expect((await verify(second)).statusCode).toBe(200);
  });

  test('ends on the server at logout', async () => {
    const player = await site.addPlayer('Leaver');
    const answer = await site.app.inject(json('POST', '/auth/logout', undefined, player));
    expect(answer.statusCode).toBe(204);
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'session', value: '', path: '/' });
    expect(cookie?.expires?.getTime()).toBeLessThan(Date.now());
    expect((await verify(player.cookie)).statusCode).toBe(401);
  });

  test('ends when it expires', async () => {
    const player = await site.addPlayer('Old Timer');
    await site.deps.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', player.id)
      .execute();
    expect((await verify(player.cookie)).statusCode).toBe(401);
  });

  test('is extended while it is used', async () => {
    const player = await site.addPlayer('Slider');
    const soon = new Date(Date.now() + 3_600_000);
    await site.deps.db
      .updateTable('sessions')
      .set({ expires_at: soon, last_seen_at: new Date(Date.now() - 600_000) })
      .where('account_id', '=', player.id)
      .execute();
    await verify(player.cookie);
    const { expires_at } = await site.deps.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('account_id', '=', player.id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - Date.now()).toBeGreaterThan(29 * 86_400_000);
  });

  test('that ended between being read and being extended stays ended', async () => {
    const player = await site.addPlayer('Too Late');
    const { id } = await site.deps.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('account_id', '=', player.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    await touchSession(site.deps.db, id, { idleDays: 30, totalDays: 90 });
    expect((await verify(player.cookie)).statusCode).toBe(401);
  });

  test.each([
    ['a player', 0, 90, 30],
    ['staff', 2, 30, 7],
  ])(
    'of %s has a maximum lifetime however much it is used',
    async (_, rights, totalDays, idleDays) => {
      const player = await site.addPlayer(`Lasting ${rights}`, rights);
      const daysLeft = async (age: number) => {
        await site.deps.db
          .updateTable('sessions')
          .set({
            created_at: new Date(Date.now() - age * 86_400_000),
            last_seen_at: new Date(Date.now() - 600_000),
          })
          .where('account_id', '=', player.id)
          .execute();
        await verify(player.cookie);
        const { expires_at } = await site.deps.db
          .selectFrom('sessions')
          .select('expires_at')
          .where('account_id', '=', player.id)
          .executeTakeFirstOrThrow();
        return Math.round((expires_at.getTime() - Date.now()) / 86_400_000);
      };
      expect(await daysLeft(0)).toBe(idleDays);
      expect(await daysLeft(totalDays - 2)).toBe(2);
      await daysLeft(totalDays + 1);
      expect((await verify(player.cookie)).statusCode).toBe(401);
    },
  );

  test('of staff that is never used lasts a week', async () => {
    const staff = await site.addPlayer('Week Staff', 2);
    const cookie = sessionCookieOf(await webLogin(staff.email));
    const { expires_at } = await site.deps.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('account_id', '=', staff.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(Math.round((expires_at.getTime() - Date.now()) / 86_400_000)).toBe(7);
    expect((await verify(cookie)).statusCode).toBe(200);
  });

  test('can be listed, and others ended one by one or all at once', async () => {
    await register('Many Doors', 'doors@example.test');
    const here = sessionCookieOf(await webLogin('doors@example.test'));
    const there = sessionCookieOf(await webLogin('doors@example.test'));
    const elsewhere = sessionCookieOf(await webLogin('doors@example.test'));
    const list = async () =>
      (await site.app.inject({ url: '/api/account/sessions', headers: { cookie: here } })).json<
        { id: string; isCurrent: boolean }[]
      >();
    const sessions = await list();
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions).toHaveLength(3);
    const other = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const end = json('DELETE', `/api/account/sessions/${other}`, undefined, { cookie: here });
    expect((await site.app.inject(end)).statusCode).toBe(204);
    expect((await site.app.inject(end)).statusCode).toBe(404);
    expect(await list()).toHaveLength(2);
    await site.app.inject(json('DELETE', '/api/account/sessions', undefined, { cookie: here }));
    expect(await list()).toHaveLength(1);
    expect((await verify(here)).statusCode).toBe(200);
    expect((await verify(there)).statusCode).toBe(401);
    expect((await verify(elsewhere)).statusCode).toBe(401);
  });

  test.each([
    ['Windows NT 10.0 Chrome/120 Safari/537 Edg/120', 'Edge on Windows'],
    ['Windows NT 10.0 Chrome/120 Safari/537 OPR/106', 'Opera on Windows'],
    ['Linux; Android 14 SamsungBrowser/23 Chrome/115 Safari/537', 'Samsung Internet on Android'],
    ['X11; CrOS x86_64 Chrome/120 Safari/537', 'Chrome on ChromeOS'],
    ['iPhone; CPU iPhone OS 17 like Mac OS X CriOS/120 Safari/604', 'Chrome on iOS'],
    ['Macintosh; Intel Mac OS X 14 Version/17 Safari/605', 'Safari on macOS'],
    ['X11; Linux x86_64; rv:120 Firefox/120', 'Firefox on Linux'],
    ['iPhone; CPU iPhone OS 17 like Mac OS X FxiOS/120 Safari/605', 'Firefox on iOS'],
    ['curl/8', 'Unknown browser'],
  ])('with the browser %s is listed as %s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });

  test('is listed with its device, address and times, latest first; ended ones are not', async () => {
    const player = await site.addPlayer('Two Devices');
    const { db } = site.deps;
    const open = (ip: string, userAgent: string, isAppealOnly = false) =>
      startSession(db, player.id, { ip, userAgent, signedInAt: new Date(), isAppealOnly });
    await open('192.0.2.7', 'X11; Linux x86_64; rv:120 Firefox/120');
    await open('192.0.2.8', 'Macintosh; Intel Mac OS X 14 Version/17 Safari/605');
    await open('192.0.2.9', 'ended');
    await open('192.0.2.10', 'for an appeal', true);
    const change = (ip: string, times: Record<string, Date>) =>
      db
        .updateTable('sessions')
        .set(times)
        .where('account_id', '=', player.id)
        .where('ip', '=', ip)
        .execute();
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    await change('192.0.2.7', { created_at: at(1), last_seen_at: at(2) });
    await change('192.0.2.8', { created_at: at(3), last_seen_at: at(4) });
    await change('192.0.2.9', { expires_at: new Date(Date.now() - 1000) });
    const [here, ...others] = await listAccountSessions(db, player.id);
    expect(here).toMatchObject({ ip: '127.0.0.1', device: 'Unknown browser' });
    const id = expect.any(String) as string;
    const iso = (hour: number) => at(hour).toISOString();
    expect(others).toEqual([
      { id, createdAt: iso(3), lastSeenAt: iso(4), ip: '192.0.2.8', device: 'Safari on macOS' },
      { id, createdAt: iso(1), lastSeenAt: iso(2), ip: '192.0.2.7', device: 'Firefox on Linux' },
    ]);
  });

  test('is listed with the address and the device of its sign-in', async () => {
    const { email } = await site.addPlayer('Far Away');
    const idToken = await fetchIdToken(site.app, email);
    const request = json('POST', '/auth/web-login', { idToken });
    const login = await site.app.inject({
      ...request,
      headers: { ...request.headers, 'user-agent': `Linux Firefox/120 ${'x'.repeat(1000)}` },
      remoteAddress: '192.0.2.77',
    });
    const headers = { cookie: sessionCookieOf(login) };
    const sessions = (await site.app.inject({ url: '/api/account/sessions', headers })).json<
      object[]
    >();
    expect(sessions[0]).toMatchObject({
      ip: '192.0.2.77',
      device: 'Firefox on Linux',
      isCurrent: true,
    });
    const stored = await site.deps.db
      .selectFrom('sessions')
      .select('user_agent')
      .where('ip', '=', '192.0.2.77')
      .execute();
    expect(stored.map(({ user_agent }) => user_agent?.length)).toEqual([300]);
  });

  test('of another player cannot be ended', async () => {
    const mine = await site.addPlayer('Mine');
    const yours = await site.addPlayer('Yours');
    const { id } = await site.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', yours.id)
      .executeTakeFirstOrThrow();
    const answer = await site.app.inject(
      json('DELETE', `/api/account/sessions/${id}`, undefined, mine),
    );
    expect(answer.statusCode).toBe(404);
    expect((await verify(yours.cookie)).statusCode).toBe(200);
  });

  test('over https has a cookie bound to this host', async () => {
    const secure = await openTestApp({ settings: { SITE_URL: 'https://play.example' } });
    const player = await secure.addPlayer('Secure One');
    const idToken = await fetchIdToken(secure.app, player.email);
    const [cookie] = (await secure.app.inject(json('POST', '/auth/web-login', { idToken })))
      .cookies;
    await secure.close();
    expect(cookie).toMatchObject({ name: '__Host-session', secure: true, path: '/' });
    expect(cookie).not.toHaveProperty('domain');
  });
});

describe('a player’s details', () => {
  const get = (username: string, player?: { cookie: string }) =>
    site.app.inject({
      url: `/api/users/${username}`,
      headers: player ? { cookie: player.cookie } : {},
    });

  test('are for the player and admins', async () => {
    const player = await site.addPlayer('Private Pip');
    const other = await site.addPlayer('Nosy Ned');
    const admin = await site.addPlayer('Chief Clerk', 3);
    expect((await get('private pip')).statusCode).toBe(401);
    expect((await get('private pip', other)).statusCode).toBe(403);
    expect((await get('no such one', other)).statusCode).toBe(403);
    const staff = await site.addPlayer('Nosy Clerk', 2);
    const permission = { account_id: staff.id, permission: 'players' } as const;
    await site.deps.db.insertInto('account_permissions').values(permission).execute();
    expect((await get('private pip', staff)).statusCode).toBe(403);
    const body = { email: 'clerk.took.it@example.test' };
    const change = json('PATCH', '/api/users/private pip', body, staff);
    expect((await site.app.inject(change)).statusCode).toBe(403);
    await site.deps.db
      .updateTable('accounts')
      .set({ user_rights: 1, community_manager: true })
      .where('id', '=', player.id)
      .execute();
    await sql`select move_coins(${player.id}, 'adjustment', 'pip', 30, 'adjustments', 'Gift')`.execute(
      site.deps.db,
    );
    const details = {
      username: 'Private Pip',
      email: player.email,
      user_rights: 1,
      community_manager: true,
      wyncoins: 30,
      voted_polls: [],
    };
    expect((await get('private_pip', player)).json()).toEqual(details);
    expect((await get('private pip', admin)).json()).toEqual(details);
    expect((await get('no such one', admin)).statusCode).toBe(404);
  });

  test('have the polls with a vote of the player, each once, and those of the old site', async () => {
    const { db } = site.deps;
    const player = await site.addPlayer('Voter Vic');
    const other = await site.addPlayer('Voter Val');
    const ids: number[] = [];
    for (const title of ['Past', 'Two questions', 'Of another', 'Past of another']) {
      const { rows } = await sql<{ id: number }>`
        insert into polls (title, ends_at) values (${title}, now() + interval '1 day')
        returning id`.execute(db);
      ids.push(rows[0]!.id);
    }
    const [past, voted, ofOther, pastOfOther] = ids as [number, number, number, number];
    await sql`
      insert into poll_questions (poll_id, position, question)
      select id, at, 'Which?' from unnest(${[voted, ofOther]}::bigint[]) as id, generate_series(0, 1) as at`.execute(
      db,
    );
    await sql`
      insert into poll_answers (poll_id, question, position, answer)
      select poll_id, position, 0, 'This' from poll_questions
      where poll_id = any(${[voted, ofOther]}::bigint[])`.execute(db);
    await sql`
      insert into poll_votes (poll_id, question, account_id, answer)
      values (${voted}, 0, ${player.id}, 0), (${voted}, 1, ${player.id}, 0),
        (${ofOther}, 0, ${other.id}, 0)`.execute(db);
    await sql`
      insert into poll_past_voters (poll_id, account_id)
      values (${past}, ${player.id}), (${pastOfOther}, ${other.id})`.execute(db);
    expect((await get('voter vic', player)).json()).toMatchObject({
      voted_polls: [String(past), String(voted)],
    });
  });

  test('a new address needs a fresh sign-in, is reported to the old one and ends other sessions', async () => {
    await register('Mover', 'mover@example.test');
    const here = sessionCookieOf(await webLogin('mover@example.test'));
    const there = sessionCookieOf(await webLogin('mover@example.test'));
    const change = json(
      'PATCH',
      '/api/users/mover',
      { email: 'moved@example.test' },
      { cookie: here },
    );
    const { id } = (
      await site.app.inject({ url: '/api/account/sessions', headers: { cookie: here } })
    )
      .json<{ id: string; isCurrent: boolean }[]>()
      .find(({ isCurrent }) => isCurrent)!;
    const setAge = (minutes: number) =>
      site.deps.db
        .updateTable('sessions')
        .set({ authenticated_at: new Date(Date.now() - minutes * 60_000) })
        .where('id', '=', id)
        .execute();
    await setAge(11);
    expect((await site.app.inject(change)).json()).toMatchObject({
      code: 'accounts/reauthentication-required',
    });
    // A form that is saved without a change needs no password, and ends nothing.
    const same = { email: 'mover@example.test' };
    const unchanged = json('PATCH', '/api/users/mover', same, { cookie: here });
    const mails = site.mails.length;
    expect((await site.app.inject(unchanged)).json()).toMatchObject(same);
    expect((await verify(there)).statusCode).toBe(200);
    expect(site.mails).toHaveLength(mails);
    const idToken = await fetchIdToken(site.app, 'mover@example.test');
    const confirmed = json('POST', '/auth/reauthenticate', { idToken }, { cookie: here });
    expect((await site.app.inject(confirmed)).statusCode).toBe(204);
    await setAge(9);
    expect((await site.app.inject(change)).json()).toMatchObject({ email: 'moved@example.test' });
    expect((await verify(here)).statusCode).toBe(200);
    expect((await verify(there)).statusCode).toBe(401);
    expect(site.mails.slice(-2)).toMatchObject([
      { to: 'mover@example.test', subject: 'Your Wynhold email address was changed' },
      { to: 'moved@example.test', subject: 'Confirm your email address for Wynhold' },
    ]);
    expect((await webLogin('moved@example.test')).statusCode).toBe(200);
  });

  test('a new password works; the old one and earlier tokens do not', async () => {
    await register('Changer', 'changer@example.test');
    const here = sessionCookieOf(await webLogin('changer@example.test'));
    const stale = await fetchIdToken(site.app, 'changer@example.test');
    const body = { email: 'changer@example.test', password: 'another long phrase' };
    const mails = site.mails.length;
    await site.app.inject(json('PATCH', '/api/users/changer', body, { cookie: here }));
    expect(site.mails.slice(mails).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'changer@example.test: Your Wynhold password was changed',
    ]);
    expect((await verify(here)).statusCode).toBe(200);
    await expect(fetchIdToken(site.app, 'changer@example.test')).rejects.toThrow(
      'INVALID_PASSWORD',
    );
    const refused = await site.app.inject(json('POST', '/auth/web-login', { idToken: stale }));
    expect(refused.json()).toMatchObject({ code: 'accounts/token-refused' });
    const idToken = await fetchIdToken(site.app, 'changer@example.test', 'another long phrase');
    expect((await site.app.inject(json('POST', '/auth/web-login', { idToken }))).statusCode).toBe(
      200,
    );
  });

  test('a change to a taken address changes nothing', async () => {
    const player = await site.addPlayer('Wants More');
    const other = await site.addPlayer('Has It');
    const body = { email: other.email };
    const answer = await site.app.inject(json('PATCH', '/api/users/wants more', body, player));
    expect(answer.json()).toMatchObject({ code: 'accounts/email-taken' });
    expect((await get('wants more', player)).json()).toMatchObject({ email: player.email });
  });

  test('an address is restored if the identity provider refuses the change', async () => {
    const player = await site.addPlayer('Put Back');
    const email = 'known-to-the-provider@example.test';
    // Only the provider has a user with this address, so our own check lets the change through.
    await site.deps.db
      .insertInto('identity_users')
      .values({ uid: 'provider-only', email, email_key: email, password_hash: 'none' })
      .execute();
    const answer = await site.app.inject(json('PATCH', '/api/users/put back', { email }, player));
    expect(answer.json()).toMatchObject({ code: 'accounts/email-taken' });
    expect((await get('put back', player)).json()).toMatchObject({ email: player.email });
    expect(site.mails.filter(({ to }) => to === player.email)).toEqual([]);
  });

  test('a player can sign in with an address that belongs to another account here', async () => {
    const owner = await site.addPlayer('Kept By');
    const player = await site.addPlayer('Moved There');
    await site.deps.db
      .updateTable('accounts')
      .set({
        identity_id: 'elsewhere',
        email: 'kept-by-another@example.test',
        email_key: 'kept-by-another@example.test',
      })
      .where('id', '=', owner.id)
      .execute();
    await site.deps.db
      .updateTable('identity_users')
      .set({ email: 'kept-by-another@example.test', email_key: 'kept-by-another@example.test' })
      .where('email_key', '=', player.email)
      .execute();
    const idToken = await fetchIdToken(site.app, 'kept-by-another@example.test');
    const answer = await site.app.inject(json('POST', '/auth/web-login', { idToken }));
    expect(answer.statusCode).toBe(200);
    expect((await get('moved there', player)).json()).toMatchObject({ email: player.email });
  });

  test('another player cannot change them', async () => {
    const player = await site.addPlayer('Victim');
    const other = await site.addPlayer('Stranger');
    const body = { email: 'stolen@example.test' };
    expect(
      (await site.app.inject(json('PATCH', '/api/users/victim', body, other))).statusCode,
    ).toBe(403);
    expect((await get('victim', player)).json()).toMatchObject({ email: player.email });
  });

  test('a change by an admin is in the audit log', async () => {
    const player = await site.addPlayer('Helped');
    const admin = await site.addPlayer('Helper', 3);
    const change = { email: 'new@example.test', password: 'a phrase from the admin' };
    await site.app.inject(json('PATCH', '/api/users/helped', change, admin));
    expect((await verify(admin.cookie)).statusCode).toBe(200);
    expect(site.mails.slice(-2).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      `${player.email}: Your Wynhold email address and password was changed`,
      'new@example.test: Confirm your email address for Wynhold',
    ]);
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'accounts/sign-in-changed')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor_id: admin.id,
      subject: 'helped',
      before: { email: player.email },
      after: { email: 'new@example.test', password: 'set' },
    });
  });
});

test('old rows about sessions, networks, sign-ins and names are deleted, newer ones stay', async () => {
  const { db } = site.deps;
  const { id } = await site.addPlayer('Dusty');
  const { id: other } = await site.addPlayer('Dusty Two');
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await db
    .updateTable('sessions')
    .set({ expires_at: ago(1) })
    .where('account_id', '=', other)
    .execute();
  await db
    .insertInto('known_networks')
    .values([
      { account_id: id, network: '192.0.2.1', last_used_at: ago(89 * 24) },
      { account_id: id, network: '192.0.2.2', last_used_at: ago(91 * 24) },
    ])
    .execute();
  await db
    .insertInto('ended_sign_ins')
    .values([
      { account_id: id, signed_in_at: ago(4), ended_at: ago(1.5) },
      { account_id: id, signed_in_at: ago(5), ended_at: ago(2.5) },
    ])
    .execute();
  await db
    .insertInto('reserved_names')
    .values([
      { username: 'Kept', username_key: 'kept', account_id: id, expires_at: ago(-1) },
      { username: 'Past', username_key: 'past', account_id: id, expires_at: ago(1) },
      { username: 'Hero', username_key: 'hero' },
    ])
    .execute();
  await db
    .insertInto('name_claims')
    .values(
      [ago(1), ago(-1)].map((expires_at, at) => ({
        token_hash: Buffer.from(`token ${at}`),
        code_hash: Buffer.from(`code ${at}`),
        username_key: 'hero',
        expires_at,
      })),
    )
    .execute();
  const hourly = accounts.jobs?.(site.deps, []).filter((job) => job.everySeconds === 3600) ?? [];
  for (const job of hourly) await job.run();
  const ids = [id, other];
  const sessions = await db
    .selectFrom('sessions')
    .select('account_id')
    .where('account_id', 'in', ids)
    .execute();
  expect(sessions).toEqual([{ account_id: id }]);
  const networks = await db
    .selectFrom('known_networks')
    .select('network')
    .where('account_id', 'in', ids)
    .execute();
  expect(networks).toEqual([{ network: '192.0.2.1' }]);
  const ended = await db
    .selectFrom('ended_sign_ins')
    .select('signed_in_at')
    .where('account_id', 'in', ids)
    .execute();
  expect(ended.map(({ signed_in_at }) => signed_in_at.getTime() > ago(4.5).getTime())).toEqual([
    true,
  ]);
  const names = await db
    .selectFrom('reserved_names')
    .select('username')
    .where('username_key', 'in', ['kept', 'past', 'hero'])
    .orderBy('username')
    .execute();
  expect(names).toEqual([{ username: 'Hero' }, { username: 'Kept' }]);
  const claims = db.selectFrom('name_claims').select('token_hash as token');
  const left = await claims.where('username_key', '=', 'hero').execute();
  expect(left.map(({ token }) => token.toString())).toEqual(['token 1']);
});

test('networks are remembered, at most once a day, and forgotten with the sessions', async () => {
  const { db } = site.deps;
  const player = await site.addPlayer('At Home');
  const other = await site.addPlayer('Neighbour');
  const read = async () =>
    (
      await db
        .selectFrom('known_networks')
        .select(['account_id', 'network', 'last_used_at'])
        .where('account_id', 'in', [player.id, other.id])
        .orderBy('account_id')
        .orderBy('network')
        .execute()
    ).map((row) => ({ ...row, last_used_at: row.last_used_at.getTime() }));
  for (const ip of ['192.0.2.20', '0.0.0.0', '::', '127.0.0.1', '192.0.2.21']) {
    await rememberNetwork(db, player.id, ip);
  }
  await rememberNetwork(db, other.id, '192.0.2.20');
  const networks = async () => (await read()).map((row) => [row.account_id, row.network]);
  expect(await networks()).toEqual([
    [player.id, '127.0.0.1'],
    [player.id, '192.0.2.20'],
    [player.id, '192.0.2.21'],
    [other.id, '192.0.2.20'],
  ]);
  const setUsed = async (network: string, hours: number) => {
    const at = new Date(Date.now() - hours * 3_600_000);
    await db
      .updateTable('known_networks')
      .set({ last_used_at: at })
      .where('network', '=', network)
      .execute();
    return at.getTime();
  };
  const recent = await setUsed('192.0.2.20', 23);
  const old = await setUsed('192.0.2.21', 25);
  for (const ip of ['192.0.2.20', '192.0.2.21']) await rememberNetwork(db, player.id, ip);
  const [, kept, renewed, ofOther] = await read();
  expect([kept?.last_used_at, ofOther?.last_used_at]).toEqual([recent, recent]);
  expect(renewed?.last_used_at).toBeGreaterThan(old);
  await site.app.inject(json('DELETE', '/api/account/sessions', undefined, player));
  // The network of the session that stays is known, and so are those of other players.
  expect(await networks()).toEqual([
    [player.id, '127.0.0.1'],
    [other.id, '192.0.2.20'],
  ]);
});

test('a network is also known once a session was confirmed there', async () => {
  const player = await site.addPlayer('On Tour');
  const idToken = await fetchIdToken(site.app, player.email);
  const confirm = json('POST', '/auth/reauthenticate', { idToken }, player);
  const answer = await site.app.inject({ ...confirm, remoteAddress: '192.0.2.88' });
  expect(answer.statusCode, answer.body).toBe(204);
  const networks = await site.deps.db
    .selectFrom('known_networks')
    .select('network')
    .where('account_id', '=', player.id)
    .execute();
  expect(networks).toEqual([{ network: '192.0.2.88' }]);
});

test('a token of another account does not confirm this session', async () => {
  const mine = await site.addPlayer('Confirms');
  const yours = await site.addPlayer('Other One');
  const idToken = await fetchIdToken(site.app, yours.email);
  const answer = await site.app.inject(json('POST', '/auth/reauthenticate', { idToken }, mine));
  expect(answer.json()).toMatchObject({ code: 'accounts/token-refused' });
});

test('a password reset by email ends every session', async () => {
  const player = await site.addPlayer('Forgetful');
  await site.app.inject(
    json('POST', '/idp/v1/accounts:sendOobCode?key=x', {
      requestType: 'PASSWORD_RESET',
      email: player.email,
    }),
  );
  await expect.poll(() => site.mails.some(({ to }) => to === player.email)).toBe(true);
  const link = site.mails.findLast(({ to }) => to === player.email)?.action?.url ?? '';
  const oobCode = new URL(link).searchParams.get('oobCode');
  const answer = await site.app.inject(
    json('POST', '/idp/v1/accounts:resetPassword?key=x', {
      oobCode,
      newPassword: 'brand new phrase',
    }),
  );
  expect(answer.statusCode).toBe(200);
  expect((await verify(player.cookie)).statusCode).toBe(401);
});

test('the pages of accounts are described, and those of emailed links are hidden', async () => {
  const read = async (url: string) => (await site.app.inject({ url })).body;
  const descriptionOf = async (url: string) =>
    /<meta name="description" content="([^"]*)"/.exec(await read(url))?.[1];
  expect(await descriptionOf('/login')).toBe('Sign in to Wynhold.');
  expect(await descriptionOf('/register')).toBe('Create a free Wynhold account.');
  expect(await descriptionOf('/reset')).toBe('Request an email to set a new password.');
  for (const url of ['/reset-password', '/claim-name', '/confirm-email']) {
    expect(await read(url), url).toContain('content="noindex"');
  }
  const sitemap = await read('/sitemap.xml');
  expect(sitemap).toContain('/register</loc>');
  expect(sitemap).not.toMatch(/login|reset|claim-name|confirm-email/);
});

import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';

import type { IdentityProvider } from '#server/lib/identity-provider.ts';
import { tokenRefused } from '#server/lib/identity-provider.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { AppError } from '#shared/errors.ts';

// A fake provider where passwords can change without the site knowing, with times in whole seconds, as
// in Firebase. firebase.emulator-test.ts tests the real protocol.
type User = { email: string; validSince: number; isDisabled: boolean; isEmailVerified: boolean };

const users = new Map<string, User>();
const start = Math.floor(Date.now() / 1000) - 100;
let isDown = false;
let lookups = 0;
/** The provider's clock, in seconds. */
let providerTime = start;
let site: TestApp;

function getUser(uid: string): User {
  if (isDown) throw new AppError('identity/unavailable', 'The provider is down.');
  const user = users.get(uid);
  if (!user) throw new AppError('accounts/not-found', 'There is no such user.');
  return user;
}

const identity: IdentityProvider = {
  name: 'firebase',
  client: { apiKey: 'x', at: 'google' },
  async verifyIdToken(idToken) {
    const { uid, authTime } = JSON.parse(idToken) as { uid: string; authTime: number };
    const { email, validSince, isDisabled } = getUser(uid);
    if (isDisabled || authTime < validSince) throw tokenRefused('revoked');
    const { isEmailVerified } = getUser(uid);
    const [signedInAt, since] = [toDate(authTime), toDate(validSince)];
    return { uid, email, isEmailVerified, signedInAt, validSince: since };
  },
  async createUser({ uid, email }) {
    users.set(uid, { email, validSince: start, isDisabled: false, isEmailVerified: false });
  },
  async updateUser(uid) {
    getUser(uid).validSince = providerTime;
  },
  createEmailCode: async ({ uid }) => `code-of-${uid}`,
  isEmailVerified: async ({ uid }) => getUser(uid).isEmailVerified,
  checkPassword: async () => false,
  async findValidSince(uid) {
    lookups += 1;
    const { validSince, isDisabled } = getUser(uid);
    return isDisabled ? undefined : toDate(validSince);
  },
  async revokeTokens(uid) {
    getUser(uid).validSince = providerTime;
    return toDate(providerTime);
  },
  async deleteUser(uid) {
    users.delete(uid);
  },
};

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

beforeAll(async () => {
  site = await openTestApp({ replace: () => ({ identity }) });
});
beforeEach(() => {
  isDown = false;
  lookups = 0;
  providerTime = start + 50;
});
afterAll(() => site.close());

async function addPlayer(username: string, rights = 0) {
  const email = `${username.toLowerCase()}@example.test`;
  await site.app.inject({
    ...json('POST', '/auth/register', { username, email, password: testPassword }),
    remoteAddress: `10.1.1.${users.size}`,
  });
  const { id, uid } = await site.deps.db
    .updateTable('accounts')
    .set({ user_rights: rights })
    .where('email', '=', email)
    .returning(['id', 'identity_id as uid'])
    .executeTakeFirstOrThrow();
  const tokenAt = (authTime: number) => JSON.stringify({ uid, authTime });
  const login = (authTime = start) =>
    site.app.inject(json('POST', '/auth/web-login', { idToken: tokenAt(authTime) }));
  const cookie = sessionCookieOf(await login());
  return { id, email, username, cookie, login, tokenAt, user: users.get(uid)! };
}

const verify = async (cookie: string) =>
  (await site.app.inject({ url: '/auth/verify', headers: { cookie } })).statusCode;

/** Marks the account's sessions as last used six minutes ago. */
async function letTimePass({ id }: { id: number }): Promise<void> {
  await site.deps.db
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 6 * 60_000) })
    .where('account_id', '=', id)
    .execute();
}

describe('an email address that is confirmed at the provider', () => {
  const read = async (cookie: string) =>
    (
      await site.app.inject({ url: '/api/account/email-confirmation', headers: { cookie } })
    ).json<object>();
  const copyOf = ({ id }: { id: number }) =>
    site.deps.db
      .selectFrom('accounts')
      .select('email_verified_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('is confirmed here when the player’s page asks', async () => {
    const player = await addPlayer('Asking');
    expect(await read(player.cookie)).toEqual({ isConfirmed: false, isSent: true, canSend: true });
    player.user.isEmailVerified = true;
    expect(await read(player.cookie)).toMatchObject({ isConfirmed: true });
    expect((await copyOf(player)).email_verified_at).not.toBeNull();
  });

  test('is confirmed here at the next sign-in', async () => {
    const player = await addPlayer('Returning');
    player.user.isEmailVerified = true;
    expect((await player.login()).statusCode).toBe(200);
    expect((await copyOf(player)).email_verified_at).not.toBeNull();
  });

  test('is taken as not confirmed while the provider is down', async () => {
    const player = await addPlayer('Waiting');
    player.user.isEmailVerified = true;
    isDown = true;
    expect(await read(player.cookie)).toMatchObject({ isConfirmed: false });
    isDown = false;
    expect(await read(player.cookie)).toMatchObject({ isConfirmed: true });
  });

  test('gets a link of the site with the provider’s code', async () => {
    const player = await addPlayer('Linked');
    const mail = site.mails.find(({ to }) => to === player.email);
    expect(mail?.action?.url).toMatch(/\/confirm-email\?mode=verifyEmail&oobCode=code-of-[\w-]+$/);
    // The site does not know how long.
    expect(mail?.paragraphs.join(' ')).toContain('It works once and only for a short while.');
  });
});

describe('a user who existed at the provider before the site', () => {
  const add = (uid: string, email = `${uid}@example.test`) =>
    users.set(uid, { email, validSince: start, isDisabled: false, isEmailVerified: false });
  const tokenOf = (uid: string) => JSON.stringify({ uid, authTime: start });
  const login = (uid: string) =>
    site.app.inject(json('POST', '/auth/web-login', { idToken: tokenOf(uid) }));
  const finish = (uid: string, username: string) =>
    site.app.inject(json('POST', '/auth/finish-registration', { idToken: tokenOf(uid), username }));

  test('must choose a username and can then sign in', async () => {
    add('veteran');
    const refused = await login('veteran');
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'accounts/username-required',
      error: 'Choose a username to finish your registration.',
    });
    expect((await finish('veteran', 'Old Hand')).json()).toEqual({ username: 'Old Hand' });
    const cookie = sessionCookieOf(await login('veteran'));
    const who = await site.app.inject({ url: '/auth/verify', headers: { cookie } });
    expect(who.json()).toMatchObject({
      username: 'Old Hand',
      email: 'veteran@example.test',
      user_rights: 0,
    });
    // A repeated request, for example after a lost answer, changes nothing.
    expect((await finish('veteran', 'Another')).json()).toEqual({ username: 'Old Hand' });
  });

  test('gets a link to confirm the address, unless it is confirmed there', async () => {
    for (const uid of ['doubtful', 'proven']) add(uid);
    users.get('proven')!.isEmailVerified = true;
    const before = site.mails.length;
    for (const uid of ['doubtful', 'proven']) expect((await finish(uid, uid)).statusCode).toBe(200);
    expect(site.mails.slice(before).map(({ to }) => to)).toEqual(['doubtful@example.test']);
    const rows = await site.deps.db
      .selectFrom('accounts')
      .select(['username', 'email_verified_at as at'])
      .where('username', 'in', ['doubtful', 'proven'])
      .orderBy('username')
      .execute();
    expect(rows).toEqual([
      { username: 'doubtful', at: null },
      { username: 'proven', at: expect.any(Date) },
    ]);
  });

  test('gets one account from several concurrent requests', async () => {
    add('eager');
    const names = ['Eager A', 'Eager B', 'Eager C'];
    const answers = await Promise.all(names.map((name) => finish('eager', name)));
    const given = answers.map((answer) => answer.json<{ username: string }>().username);
    expect(new Set(given).size).toBe(1);
    expect(names).toContain(given[0]);
  });

  test('cannot take the name or the address of another player', async () => {
    const player = await addPlayer('Firstcomer');
    add('second');
    add('twin', player.email);
    expect((await finish('second', 'FIRSTCOMER')).json()).toMatchObject({
      code: 'accounts/username-taken',
    });
    expect((await finish('second', 'admin')).json()).toMatchObject({
      code: 'accounts/username-reserved',
    });
    expect((await finish('twin', 'Twin')).json()).toMatchObject({ code: 'accounts/email-taken' });
    expect((await finish('second', 'x'.repeat(13))).statusCode).toBe(400);
  });

  test('needs a valid token', async () => {
    add('locked');
    users.get('locked')!.isDisabled = true;
    expect((await finish('locked', 'Locked')).json()).toMatchObject({
      code: 'accounts/token-refused',
    });
  });
});

describe('a session is checked with the provider', () => {
  test('after five minutes of use, not on every request', async () => {
    const player = await addPlayer('Often');
    for (let more = 0; more < 3; more += 1) expect(await verify(player.cookie)).toBe(200);
    expect(lookups).toBe(0);
    await letTimePass(player);
    for (let more = 0; more < 3; more += 1) expect(await verify(player.cookie)).toBe(200);
    expect(lookups).toBe(1);
  });

  test.each<[string, (user: User) => void]>([
    ['the password was reset there', (user) => (user.validSince = start + 1)],
    ['the user was disabled there', (user) => (user.isDisabled = true)],
  ])('and ends when %s', async (what, change) => {
    const player = await addPlayer(`Reset${what.length}`);
    change(player.user);
    await letTimePass(player);
    const published = recordTopics(site.deps.live);
    expect(await verify(player.cookie)).toBe(401);
    // Other open pages of the session notice it too.
    expect(published.take(player)).toBe('me');
    const left = await site.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('account_id', '=', player.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('and stays if it was confirmed with the new password', async () => {
    const player = await addPlayer('Confirmed');
    player.user.validSince = start + 1;
    const body = { idToken: player.tokenAt(start + 1) };
    const confirmed = await site.app.inject(json('POST', '/auth/reauthenticate', body, player));
    expect(confirmed.statusCode, confirmed.body).toBe(204);
    await letTimePass(player);
    expect(await verify(player.cookie)).toBe(200);
    expect(lookups).toBe(1);
  });

  test('on every write by staff', async () => {
    const admin = await addPlayer('Boss', 3);
    const write = () => site.app.inject(json('POST', '/api/admin/ledger-check', undefined, admin));
    expect((await write()).statusCode).toBeLessThan(300);
    admin.user.validSince = start + 1;
    expect((await write()).json()).toMatchObject({ code: 'access/login-required' });
  });

  test('and while the provider is down, players stay signed in and staff can only read', async () => {
    const player = await addPlayer('Patient');
    const admin = await addPlayer('Waiting', 3);
    await letTimePass(player);
    isDown = true;
    expect(await verify(player.cookie)).toBe(200);
    expect(await verify(admin.cookie)).toBe(200);
    const write = await site.app.inject(json('POST', '/api/admin/ledger-check', undefined, admin));
    expect(write.json()).toMatchObject({ code: 'identity/unavailable' });
  });
});

describe('a change made through the site', () => {
  test('invalidates a token of the same second, which the provider would accept', async () => {
    const player = await addPlayer('Second');
    const thief = player.tokenAt(providerTime);
    const body = { email: player.email, password: 'another long phrase' };
    await site.deps.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date() })
      .where('account_id', '=', player.id)
      .execute();
    const answer = await site.app.inject(json('PATCH', '/api/users/second', body, player));
    expect(answer.statusCode, answer.body).toBe(200);
    await expect(identity.verifyIdToken(thief)).resolves.toBeDefined();
    expect((await player.login(providerTime)).json()).toMatchObject({
      code: 'accounts/token-refused',
    });
    const nextSecond = Math.floor(Date.now() / 1000) + 1;
    expect((await player.login(nextSecond)).statusCode).toBe(200);
  });

  test.each([
    [
      'of the password',
      (username: string, email: string) =>
        json('PATCH', `/api/users/${username}`, { email, password: 'another long phrase' }),
    ],
    ['that ends other sessions', () => json('DELETE', '/api/account/sessions')],
  ])('%s keeps the session that made it', async (what, build) => {
    const player = await addPlayer(`Keeps${what.length}`);
    await site.deps.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date() })
      .where('account_id', '=', player.id)
      .execute();
    const request = build(player.username, player.email);
    const answer = await site.app.inject({
      ...request,
      headers: { ...request.headers, cookie: player.cookie },
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    expect(player.user.validSince).toBe(providerTime);
    await letTimePass(player);
    expect(await verify(player.cookie)).toBe(200);
    expect(lookups).toBeGreaterThan(0);
  });

  test('tells the provider only what is new', async () => {
    const player = await addPlayer('Sparing');
    const confirmNow = () =>
      site.deps.db
        .updateTable('sessions')
        .set({ authenticated_at: new Date() })
        .where('account_id', '=', player.id)
        .execute();
    const update = vi.spyOn(identity, 'updateUser');
    onTestFinished(() => update.mockRestore());
    const uid = expect.any(String) as string;
    const change = async (body: { email: string; password?: string }) => {
      await confirmNow();
      const answer = await site.app.inject(json('PATCH', '/api/users/sparing', body, player));
      expect(answer.statusCode, answer.body).toBe(200);
    };
    // With an address, the provider would take it as a new one that is not confirmed.
    await change({ email: player.email, password: 'another long phrase' });
    expect(update).toHaveBeenLastCalledWith(uid, { password: 'another long phrase' });
    await change({ email: 'sparing.two@example.test' });
    expect(update).toHaveBeenLastCalledWith(uid, { email: 'sparing.two@example.test' });
  });

  test('ends other sessions even while the provider is down', async () => {
    const player = await addPlayer('Away');
    const thief = sessionCookieOf(await player.login());
    isDown = true;
    const answer = await site.app.inject(
      json('DELETE', '/api/account/sessions', undefined, player),
    );
    expect(answer.statusCode).toBe(204);
    isDown = false;
    expect(await verify(thief)).toBe(401);
    expect((await player.login()).json()).toMatchObject({ code: 'accounts/token-refused' });
  });
});

import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Command } from '#server/commands/command.ts';
import { resetPassword } from '#server/commands/reset-password.ts';
import { resetSecondFactor } from '#server/commands/reset-second-factor.ts';
import type { Terminal } from '#server/commands/terminal.ts';
import { fetchTokens, sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { insertSecret } from './two-factor.db.ts';
import { confirmTwoFactor } from './two-factor.service.ts';

// Checks that a thief with the old password, a token or a session loses access after everything that
// should end it. The latches pause a request at a given step, so the races are deterministic.
let site: TestApp;
let beforeChange: (() => Promise<void>) | undefined;
let afterVerify: (() => Promise<void>) | undefined;

beforeAll(async () => {
  site = await openTestApp({
    replace: ({ identity }) => ({
      identity: {
        ...identity,
        async updateUser(uid, change) {
          await beforeChange?.();
          await identity.updateUser(uid, change);
        },
        async verifyIdToken(idToken) {
          const token = await identity.verifyIdToken(idToken);
          await afterVerify?.();
          return token;
        },
      },
    }),
  });
});
afterEach(() => {
  beforeChange = undefined;
  afterVerify = undefined;
});
afterAll(() => site.close());

const verify = async (cookie: string) =>
  (await site.app.inject({ url: '/auth/verify', headers: { cookie } })).statusCode;

const webLogin = (idToken: string, code?: string) =>
  site.app.inject(json('POST', '/auth/web-login', { idToken, code }));

async function refresh(refreshToken: string) {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/idp/v1/token?key=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    }).toString(),
  });
  return answer.json<{ id_token?: string; error?: { message: string } }>();
}

/** Signs in with the password: returns a session and tokens that could start another one. */
async function letThiefIn({ email }: TestPlayer) {
  const tokens = await fetchTokens(site.app, email);
  const cookie = sessionCookieOf(await webLogin(tokens.idToken));
  expect(await verify(cookie)).toBe(200);
  return { ...tokens, cookie };
}

type Thief = Awaited<ReturnType<typeof letThiefIn>>;

/** Uses everything the thief has and returns the outcomes. */
async function tryAll({ cookie, idToken, refreshToken }: Thief) {
  const { id_token, error } = await refresh(refreshToken);
  return {
    session: await verify(cookie),
    idToken: (await webLogin(idToken)).json<{ code?: string }>().code ?? 'accepted',
    refreshToken: error?.message ?? id_token,
  };
}

const nothingLeft = {
  session: 401,
  idToken: 'accounts/token-refused',
  refreshToken: 'TOKEN_EXPIRED',
};

const changePassword = (player: TestPlayer, password = 'another long phrase') =>
  site.app.inject(
    json(
      'PATCH',
      `/api/users/${encodeURIComponent(player.username)}`,
      { email: player.email, password },
      player,
    ),
  );

const signOutOthers = (player: TestPlayer) =>
  site.app.inject(json('DELETE', '/api/account/sessions', undefined, player));

async function readVersion({ id }: TestPlayer): Promise<number> {
  const { version } = await site.deps.db
    .selectFrom('accounts')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return version;
}

async function promote(player: TestPlayer, admin: TestPlayer, rights: number) {
  const url = `/api/admin/users/${encodeURIComponent(player.username)}/rights`;
  const body = { rights, version: await readVersion(player) };
  const answer = await site.app.inject(json('PUT', url, body, admin));
  expect(answer.statusCode, answer.body).toBe(204);
}

async function resetByEmail({ email }: TestPlayer): Promise<void> {
  const before = site.mails.length;
  const ask = { requestType: 'PASSWORD_RESET', email };
  await site.app.inject(json('POST', '/idp/v1/accounts:sendOobCode?key=x', ask));
  await expect.poll(() => site.mails.length).toBe(before + 1);
  const oobCode = new URL(site.mails.at(-1)?.action?.url ?? '').searchParams.get('oobCode');
  const answer = await site.app.inject(
    json('POST', '/idp/v1/accounts:resetPassword?key=x', {
      oobCode,
      newPassword: 'brand new phrase',
    }),
  );
  expect(answer.statusCode).toBe(200);
}

async function startTwoFactor(player: TestPlayer): Promise<string> {
  const answer = await site.app.inject(json('POST', '/api/account/two-factor', undefined, player));
  return answer.json<{ secret: string }>().secret;
}

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

async function turnOnTwoFactor(player: TestPlayer): Promise<string> {
  const secret = await startTwoFactor(player);
  const body = { code: codeOf(secret) };
  const answer = await site.app.inject(json('PUT', '/api/account/two-factor', body, player));
  expect(answer.statusCode, answer.body).toBe(200);
  return secret;
}

const terminal: Terminal = {
  isInteractive: false,
  print() {},
  printError() {},
  ask: async () => '',
  askHidden: async () => '',
  readAll: async () => 'set by the owner',
};

function createLatch(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a thief who knows the password loses all access after', () => {
  test('the player changes the password, and the player stays signed in', async () => {
    const player = await site.addPlayer('Changer');
    const thief = await letThiefIn(player);
    expect((await changePassword(player)).statusCode).toBe(200);
    expect(await tryAll(thief)).toEqual(nothingLeft);
    expect(await verify(player.cookie)).toBe(200);
  });

  test('the player resets it by email', async () => {
    const player = await site.addPlayer('Resetter');
    const thief = await letThiefIn(player);
    await resetByEmail(player);
    expect(await tryAll(thief)).toEqual(nothingLeft);
  });

  test('an admin sets a new one, which the audit log records', async () => {
    const player = await site.addPlayer('Helped');
    const admin = await site.addPlayer('Helper', 3);
    const thief = await letThiefIn(player);
    const body = { email: player.email, password: 'set by an admin' };
    await site.app.inject(json('PATCH', '/api/users/helped', body, admin));
    expect(await tryAll(thief)).toEqual(nothingLeft);
    expect(await verify(player.cookie)).toBe(401);
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'accounts/sign-in-changed')
      .where('subject', '=', 'helped')
      .executeTakeFirstOrThrow();
    expect(entry.after).toEqual({ email: player.email, password: 'set' });
  });
});

describe('tokens and sessions end after', () => {
  test('“sign out everywhere else”', async () => {
    const player = await site.addPlayer('Everywhere');
    const thief = await letThiefIn(player);
    expect((await signOutOthers(player)).statusCode).toBe(204);
    expect(await tryAll(thief)).toEqual(nothingLeft);
    expect(await verify(player.cookie)).toBe(200);
  });

  test('an admin’s “sign out everywhere”', async () => {
    const player = await site.addPlayer('Signed Out');
    const admin = await site.addPlayer('Signs Out', 3);
    const thief = await letThiefIn(player);
    const url = `/api/admin/users/signed out/sessions?version=${await readVersion(player)}`;
    const answer = await site.app.inject(json('DELETE', url, undefined, admin));
    expect(answer.statusCode, answer.body).toBe(204);
    expect(await tryAll(thief)).toEqual(nothingLeft);
  });

  test('the player ends one session from the list', async () => {
    const player = await site.addPlayer('Picks One');
    const thief = await letThiefIn(player);
    const list = await site.app.inject({
      url: '/api/account/sessions',
      headers: { cookie: player.cookie },
    });
    const other = list.json<{ id: string; isCurrent: boolean }[]>().find((one) => !one.isCurrent);
    await site.app.inject(json('DELETE', `/api/account/sessions/${other?.id}`, undefined, player));
    expect(await verify(thief.cookie)).toBe(401);
    expect((await webLogin(thief.idToken)).statusCode).toBe(401);
    const renewed = await refresh(thief.refreshToken);
    expect((await webLogin(renewed.id_token ?? 'none')).statusCode).toBe(401);
  });

  test('logging out: refresh tokens cannot be used again', async () => {
    const player = await site.addPlayer('Leaver');
    const tokens = await letThiefIn(player);
    await site.app.inject(json('POST', '/auth/logout', undefined, tokens));
    expect((await refresh(tokens.refreshToken)).error?.message).toBe('TOKEN_EXPIRED');
    expect(await verify(player.cookie)).toBe(200);
  });

  test('a promotion', async () => {
    const player = await site.addPlayer('Promoted');
    const admin = await site.addPlayer('Promoter', 3);
    const thief = await letThiefIn(player);
    await promote(player, admin, 3);
    expect(await tryAll(thief)).toEqual(nothingLeft);
    expect(await verify(player.cookie)).toBe(401);
  });

  test('the reset-password command, even for a sign-in during it', async () => {
    const player = await site.addPlayer('By Command');
    const thief = await letThiefIn(player);
    let during = '';
    beforeChange = async () => {
      expect((await webLogin(thief.idToken)).statusCode).toBe(401);
      const { idToken } = await fetchTokens(site.app, player.email);
      during = sessionCookieOf(await webLogin(idToken));
    };
    await runCommand(resetPassword, player, { 'password-stdin': true });
    expect(await tryAll(thief)).toEqual(nothingLeft);
    expect(await verify(during)).toBe(401);
  });

  test('the reset-second-factor command', async () => {
    const player = await site.addPlayer('Lost Phone');
    const secret = await turnOnTwoFactor(player);
    const { idToken, refreshToken } = await fetchTokens(site.app, player.email);
    const cookie = sessionCookieOf(await webLogin(idToken, codeOf(secret, 1)));
    await runCommand(resetSecondFactor, player, {});
    expect(await tryAll({ idToken, refreshToken, cookie })).toEqual(nothingLeft);
  });
});

function runCommand(
  command: Command,
  { username }: TestPlayer,
  options: Record<string, boolean>,
): Promise<void> {
  return command.run(
    { operands: [username], options },
    { terminal, withDeps: (work) => work(site.deps), loadConfig: () => site.deps.config },
  );
}

describe('a token sent at the time', () => {
  test('of a password change is refused, and a session from the old password ends', async () => {
    const player = await site.addPlayer('Same Moment');
    const thief = await letThiefIn(player);
    let replayed = 0;
    let during = '';
    beforeChange = async () => {
      replayed = (await webLogin(thief.idToken)).statusCode;
      const { idToken } = await fetchTokens(site.app, player.email);
      during = sessionCookieOf(await webLogin(idToken));
      expect(await verify(during)).toBe(200);
    };
    expect((await changePassword(player)).statusCode).toBe(200);
    expect(replayed).toBe(401);
    expect(await verify(during)).toBe(401);
    expect(await tryAll(thief)).toEqual(nothingLeft);
  });

  test('of a password change that fails at the provider: other sessions still end', async () => {
    const player = await site.addPlayer('Refused');
    const thief = await letThiefIn(player);
    beforeChange = () => Promise.reject(new Error('the provider is down'));
    expect((await changePassword(player)).statusCode).toBe(500);
    expect(await verify(thief.cookie)).toBe(401);
    expect(await verify(player.cookie)).toBe(200);
  });

  test('of a password change: pages are notified only after the change', async () => {
    const player = await site.addPlayer('Told Later');
    const steps: string[] = [];
    const unsubscribe = site.deps.live.subscribe({
      onMessage: ({ topic, accountId }) => {
        if (topic === 'me' && accountId === player.id) steps.push('message');
      },
      onResync() {},
    });
    beforeChange = async () => void steps.push('change');
    await changePassword(player);
    unsubscribe();
    expect(steps).toEqual(['change', 'message']);
  });

  test.each<[string, (player: TestPlayer) => Promise<unknown>]>([
    ['a password change', (player) => changePassword(player)],
    ['a reset by email', resetByEmail],
    ['“sign out everywhere else”', signOutOthers],
    ['turning two-factor on', turnOnTwoFactor],
    [
      'a promotion',
      async (player) => promote(player, await site.addPlayer(`Boss ${player.id}`, 3), 2),
    ],
  ])('of %s starts no session, even if it was verified just before', async (what, end) => {
    const player = await site.addPlayer(`Race ${what.length}`);
    const { idToken } = await fetchTokens(site.app, player.email);
    const verified = createLatch();
    const ended = createLatch();
    afterVerify = () => {
      verified.open();
      return ended.opened;
    };
    const login = Promise.resolve(webLogin(idToken));
    await verified.opened;
    afterVerify = undefined;
    await end(player);
    ended.open();
    const answer = await login;
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toEqual([]);
  });

  test('of a sign-out does not confirm a session', async () => {
    const player = await site.addPlayer('Confirms');
    const { idToken } = await fetchTokens(site.app, player.email);
    await signOutOthers(player);
    const answer = await site.app.inject(json('POST', '/auth/reauthenticate', { idToken }, player));
    expect(answer.json()).toMatchObject({ code: 'accounts/token-refused' });
  });
});

test('a token sent at the time of a ban does not confirm a session', async () => {
  const player = await site.addPlayer('Confirms Ban');
  const { idToken } = await fetchTokens(site.app, player.email);
  afterVerify = async () => {
    const ban = { kind: 'ban', reason: 'Spam', source: 'site', issued_by: 'Mod' } as const;
    await site.deps.db
      .insertInto('sanctions')
      .values({ ...ban, account_id: player.id })
      .execute();
  };
  const answer = await site.app.inject(json('POST', '/auth/reauthenticate', { idToken }, player));
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'accounts/banned' });
});

describe('turning two-factor on', () => {
  test('ends the sessions that were started without it', async () => {
    const player = await site.addPlayer('Second Key');
    const thief = await letThiefIn(player);
    await turnOnTwoFactor(player);
    expect(await verify(thief.cookie)).toBe(401);
    expect(await verify(player.cookie)).toBe(200);
    expect((await webLogin(thief.idToken)).json()).toMatchObject({
      code: 'accounts/two-factor-required',
    });
  });

  test('does not confirm another setup that was started while the code was checked', async () => {
    const player = await site.addPlayer('Two Set-ups');
    const code = codeOf(await startTwoFactor(player));
    const owner = { ...player, userRights: 0, permissions: [] };
    const confirming = confirmTwoFactor(site.deps, owner, {
      code,
      ip: '127.0.0.1',
      check: async (trx) => {
        await insertSecret(trx, player.id, 'KRSXG5CTMVRXEZLU');
      },
    });
    await expect(confirming).rejects.toMatchObject({ code: 'accounts/two-factor-code-wrong' });
  });

  test('and off again needs a code from the last ten minutes, not just a fresh password', async () => {
    const player = await site.addPlayer('Keeps It');
    const secret = await turnOnTwoFactor(player);
    const setAge = (minutes: number) =>
      site.deps.db
        .updateTable('sessions')
        .set({ second_factor_at: new Date(Date.now() - minutes * 60_000) })
        .where('account_id', '=', player.id)
        .execute();
    await setAge(11);
    const off = json('DELETE', '/api/account/two-factor', undefined, player);
    expect((await site.app.inject(off)).json()).toMatchObject({
      code: 'accounts/reauthentication-required',
    });
    const { idToken } = await fetchTokens(site.app, player.email);
    const body = { idToken, code: codeOf(secret, 1) };
    await site.app.inject(json('POST', '/auth/reauthenticate', body, player));
    await setAge(9);
    expect((await site.app.inject(off)).statusCode).toBe(204);
  });
});

test('a code that confirms a session counts for turning two-factor off, an earlier one does not', async () => {
  const player = await site.addPlayer('Late Code');
  const secret = await turnOnTwoFactor(player);
  await site.deps.db
    .updateTable('sessions')
    .set({ second_factor_at: new Date(Date.now() - 11 * 60_000) })
    .where('account_id', '=', player.id)
    .execute();
  const turnOff = () =>
    site.app.inject(json('DELETE', '/api/account/two-factor', undefined, player));
  expect((await turnOff()).statusCode).toBe(403);
  const { idToken } = await fetchTokens(site.app, player.email);
  const body = { idToken, code: codeOf(secret, 1) };
  await site.app.inject(json('POST', '/auth/reauthenticate', body, player));
  expect((await turnOff()).statusCode).toBe(204);
});

test('a weak new password ends no sessions and writes no audit entry', async () => {
  const player = await site.addPlayer('Weak Choice');
  const admin = await site.addPlayer('Weak Admin', 3);
  const other = await letThiefIn(player);
  const body = { email: player.email, password: 'password1' };
  const answer = await site.app.inject(json('PATCH', '/api/users/weak choice', body, admin));
  expect(answer.json()).toMatchObject({ code: 'accounts/weak-password' });
  expect(await verify(other.cookie)).toBe(200);
  const entries = await site.deps.db
    .selectFrom('audit_log')
    .select('id')
    .where('subject', '=', 'weak choice')
    .where('action', '=', 'accounts/sign-in-changed')
    .execute();
  expect(entries).toEqual([]);
});

test('after a sign-out the right password can start a new session at once', async () => {
  const player = await site.addPlayer('Comes Back');
  await signOutOthers(player);
  const { idToken } = await fetchTokens(site.app, player.email, testPassword);
  expect((await webLogin(idToken)).statusCode).toBe(200);
});

describe('logging out', () => {
  const logOut = (cookie: string) =>
    site.app.inject(json('POST', '/auth/logout', undefined, { cookie }));

  test('ends the tokens of this browser, not the session of another one', async () => {
    const player = await site.addPlayer('Logs Out');
    const here = await letThiefIn(player);
    const elsewhere = await letThiefIn(player);
    expect((await logOut(here.cookie)).statusCode).toBe(204);
    expect(await tryAll(here)).toEqual(nothingLeft);
    expect(await verify(elsewhere.cookie)).toBe(200);
    expect((await webLogin(elsewhere.idToken)).statusCode).toBe(200);
    expect((await letThiefIn(player)).cookie).toBeTruthy();
  });

  test('does not prevent a sign-in whose answer was lost from being sent again', async () => {
    const player = await site.addPlayer('Bad Line');
    const { idToken } = await fetchTokens(site.app, player.email);
    const lost = await webLogin(idToken);
    const cookie = sessionCookieOf(lost);
    const request = json('POST', '/auth/web-login', { idToken }, { cookie });
    for (const answer of [await site.app.inject(request), await webLogin(idToken)]) {
      expect(answer.statusCode).toBe(200);
      expect(await verify(sessionCookieOf(answer))).toBe(200);
    }
    // The session that the browser sent with the second request was replaced.
    expect(await verify(cookie)).toBe(401);
  });

  test('also ends the sign-in from before the password was asked for again', async () => {
    const player = await site.addPlayer('Two Proofs');
    const first = await letThiefIn(player);
    const { idToken } = await fetchTokens(site.app, player.email);
    const confirm = json('POST', '/auth/reauthenticate', { idToken }, first);
    expect((await site.app.inject(confirm)).statusCode).toBe(204);
    expect((await site.app.inject(confirm)).statusCode).toBe(204);
    await logOut(first.cookie);
    for (const token of [first.idToken, idToken]) {
      expect((await webLogin(token)).json()).toMatchObject({ code: 'accounts/token-refused' });
    }
  });

  test('at the same time as a sign-in with the same token leaves no usable token', async () => {
    const player = await site.addPlayer('Both At Once');
    const { cookie, idToken } = await letThiefIn(player);
    await Promise.all([logOut(cookie), webLogin(idToken), logOut(cookie), webLogin(idToken)]);
    expect((await webLogin(idToken)).json()).toMatchObject({ code: 'accounts/token-refused' });
  });
});

import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { fetchIdToken, sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

import { accounts } from './accounts.feature.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp({ settings: { STAFF_TWO_FACTOR: 'on' } });
});
afterAll(() => site.close());

/** The code `steps` periods from now, because each code works only once. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

async function setUp(player: TestPlayer): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (
    await site.app.inject(json('POST', '/api/account/two-factor', undefined, player))
  ).json<{ secret: string }>();
  const body = { code: codeOf(secret) };
  const { recoveryCodes } = (
    await site.app.inject(json('PUT', '/api/account/two-factor', body, player))
  ).json<{ recoveryCodes: string[] }>();
  return { secret, recoveryCodes };
}

async function login(email: string, code?: string, remoteAddress = '127.0.0.1') {
  const idToken = await fetchIdToken(site.app, email);
  const request = json('POST', '/auth/web-login', { idToken, code });
  return site.app.inject({ ...request, remoteAddress });
}

async function forgetNetwork({ id }: TestPlayer, network: string): Promise<void> {
  await site.deps.db
    .deleteFrom('known_networks')
    .where('account_id', '=', id)
    .where('network', '=', network)
    .execute();
}

describe('with two-factor on', () => {
  test('signing in needs the password and the code', async () => {
    const player = await site.addPlayer('Careful');
    const { secret } = await setUp(player);
    const refused = await login(player.email);
    expect(refused.json()).toMatchObject({ code: 'accounts/two-factor-required' });
    expect(refused.cookies).toEqual([]);
    expect((await login(player.email, '000000')).json()).toMatchObject({
      code: 'accounts/two-factor-code-wrong',
    });
    expect((await login(player.email, codeOf(secret, 1))).statusCode).toBe(200);
  });

  test('a code works once, even if sent many times at once', async () => {
    const player = await site.addPlayer('Twice');
    const { secret } = await setUp(player);
    const idToken = await fetchIdToken(site.app, player.email);
    const code = codeOf(secret, 1);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        site.app.inject(json('POST', '/auth/web-login', { idToken, code })),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('a recovery code works once', async () => {
    const player = await site.addPlayer('Lost Phone');
    const { recoveryCodes } = await setUp(player);
    expect(recoveryCodes).toHaveLength(10);
    const [code = ''] = recoveryCodes;
    expect((await login(player.email, code.toUpperCase())).statusCode).toBe(200);
    expect((await login(player.email, code)).statusCode).toBe(401);
    const state = await site.app.inject({
      url: '/api/account/two-factor',
      headers: { cookie: player.cookie },
    });
    expect(state.json()).toEqual({ isEnabled: true, isRequired: false, recoveryCodesLeft: 9 });
  });

  test('after ten wrong guesses even the right code is refused', async () => {
    const player = await site.addPlayer('Guessed');
    const { secret } = await setUp(player);
    for (let guess = 0; guess < 10; guess += 1) await login(player.email, '000000');
    const answer = await login(player.email, codeOf(secret, 1));
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(answer.json()).toMatchObject({
      error: 'Too many failed attempts. Please try again later.',
    });
  });

  test('wrong codes lock neither recovery codes nor a network where the player signed in before', async () => {
    const player = await site.addPlayer('Kept Out');
    const { secret, recoveryCodes } = await setUp(player);
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(player.email, first, '192.0.2.1')).statusCode).toBe(200);
    for (let n = 0; n < 10; n += 1) await login(player.email, '000000', `192.0.2.${100 + n}`);
    expect((await login(player.email, codeOf(secret, 1), '192.0.2.2')).statusCode).toBe(429);
    expect((await login(player.email, second, '192.0.2.2')).statusCode).toBe(200);
    await forgetNetwork(player, '192.0.2.2');
    expect((await login(player.email, codeOf(secret, 1), '192.0.2.2')).statusCode).toBe(429);
    expect((await login(player.email, codeOf(secret, 1), '192.0.2.1')).statusCode).toBe(200);
  });

  test('a network where the player signed in before has ten wrong codes of its own', async () => {
    const player = await site.addPlayer('Home Guess');
    const { secret, recoveryCodes } = await setUp(player);
    await login(player.email, recoveryCodes[0], '192.0.2.3');
    for (let n = 0; n < 10; n += 1) await login(player.email, '000000', '192.0.2.3');
    expect((await login(player.email, codeOf(secret, 1), '192.0.2.3')).statusCode).toBe(429);
    expect((await login(player.email, codeOf(secret, 1), '192.0.2.4')).statusCode).toBe(200);
  });

  test('wrong recovery codes from elsewhere do not lock the right ones', async () => {
    const player = await site.addPlayer('Recovers');
    const { recoveryCodes } = await setUp(player);
    const [right = ''] = recoveryCodes;
    for (let n = 0; n < 10; n += 1) await login(player.email, 'aaaaa-bbbbb-ccccc', '192.0.2.5');
    expect((await login(player.email, right, '192.0.2.5')).statusCode).toBe(429);
    expect((await login(player.email, right, '192.0.2.6')).statusCode).toBe(200);
  });

  test('many wrong codes at once from many networks are checked ten times', async () => {
    const player = await site.addPlayer('Storm');
    await setUp(player);
    const idToken = await fetchIdToken(site.app, player.email);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        site.app.inject({
          ...json('POST', '/auth/web-login', { idToken, code: '000000' }),
          remoteAddress: `192.0.2.${10 + n}`,
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  test('it can be turned off with a fresh sign-in, second factor included', async () => {
    const player = await site.addPlayer('Had Enough');
    const { secret } = await setUp(player);
    const off = json('DELETE', '/api/account/two-factor', undefined, player);
    await site.deps.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - 11 * 60_000) })
      .where('account_id', '=', player.id)
      .execute();
    expect((await site.app.inject(off)).json()).toMatchObject({
      code: 'accounts/reauthentication-required',
    });
    const cookie = player.cookie;
    const idToken = await fetchIdToken(site.app, player.email);
    const confirm = (code?: string) =>
      site.app.inject(json('POST', '/auth/reauthenticate', { idToken, code }, { cookie }));
    expect((await confirm()).json()).toMatchObject({ code: 'accounts/two-factor-required' });
    expect((await confirm(codeOf(secret, 1))).statusCode).toBe(204);
    expect((await site.app.inject(off)).statusCode).toBe(204);
    expect((await login(player.email)).statusCode).toBe(200);
  });

  test('a second setup cannot replace it', async () => {
    const player = await site.addPlayer('Set Already');
    const { secret } = await setUp(player);
    const again = await site.app.inject(json('POST', '/api/account/two-factor', undefined, player));
    expect(again.statusCode).toBe(403);
    const body = { code: codeOf(secret, 1) };
    const confirmed = await site.app.inject(json('PUT', '/api/account/two-factor', body, player));
    expect(confirmed.json()).toMatchObject({ code: 'accounts/two-factor-not-started' });
  });

  test('a code is good for one period before and after, with spaces too, and the right one clears the count', async () => {
    const player = await site.addPlayer('Slow Typist');
    const { secret } = await setUp(player);
    const idToken = await fetchIdToken(site.app, player.email);
    const send = async (code: string) =>
      (await site.app.inject(json('POST', '/auth/web-login', { idToken, code }))).statusCode;
    const forgetUsed = () =>
      site.deps.db
        .updateTable('two_factor_secrets')
        .set({ last_step: 0 })
        .where('account_id', '=', player.id)
        .execute();
    await site.deps.db.deleteFrom('known_networks').where('account_id', '=', player.id).execute();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const outcomes: Record<string, number> = {};
    for (const steps of [-2, 2, -1, 0, 1]) {
      await forgetUsed();
      outcomes[steps] = await send(codeOf(secret, steps));
    }
    expect(outcomes).toEqual({ '-2': 401, '2': 401, '-1': 200, '0': 200, '1': 200 });
    for (let guess = 0; guess < 9; guess += 1) expect(await send('000000')).toBe(401);
    await forgetUsed();
    expect(await send(codeOf(secret).replace(/^.{3}/, '$& '))).toBe(200);
    expect(await send('000000')).toBe(401);
    await forgetUsed();
    expect(await send(codeOf(secret))).toBe(200);
  });

  test('of one account changes nothing at another', async () => {
    const [mine, yours] = [await site.addPlayer('Own Keys'), await site.addPlayer('Other Keys')];
    const { recoveryCodes: ownCodes } = await setUp(mine);
    const { recoveryCodes: otherCodes } = await setUp(yours);
    const read = async ({ cookie }: TestPlayer) =>
      (
        await site.app.inject({ url: '/api/account/two-factor', headers: { cookie } })
      ).json<object>();
    expect((await login(yours.email, ownCodes[0])).statusCode).toBe(401);
    expect((await login(yours.email, otherCodes[0])).statusCode).toBe(200);
    const state = { isEnabled: true, isRequired: false };
    expect(await read(mine)).toEqual({ ...state, recoveryCodesLeft: 10 });
    expect(await read(yours)).toEqual({ ...state, recoveryCodesLeft: 9 });
    const off = json('DELETE', '/api/account/two-factor', undefined, yours);
    expect((await site.app.inject(off)).statusCode).toBe(204);
    expect(await read(yours)).toEqual({ ...state, isEnabled: false, recoveryCodesLeft: 0 });
    expect(await read(mine)).toEqual({ ...state, recoveryCodesLeft: 10 });
    // Old codes do not work with a new setup.
    await setUp(yours);
    expect((await login(yours.email, otherCodes[1])).statusCode).toBe(401);
  });

  test('a setup that is begun again has a new secret, and the first one stops working', async () => {
    const player = await site.addPlayer('Starts Over');
    const begin = async () =>
      (await site.app.inject(json('POST', '/api/account/two-factor', undefined, player))).json<{
        secret: string;
      }>().secret;
    const [first, second] = [await begin(), await begin()];
    expect(second).not.toBe(first);
    const confirm = (code: string) =>
      site.app.inject(json('PUT', '/api/account/two-factor', { code }, player));
    expect((await confirm(codeOf(first))).json()).toMatchObject({
      code: 'accounts/two-factor-code-wrong',
    });
    expect((await confirm(codeOf(second))).statusCode).toBe(200);
  });

  test('a setup needs a fresh sign-in, and is off until its first code', async () => {
    const player = await site.addPlayer('Begins');
    const start = json('POST', '/api/account/two-factor', undefined, player);
    const body = { code: '000000' };
    const confirm = () => site.app.inject(json('PUT', '/api/account/two-factor', body, player));
    expect((await confirm()).json()).toMatchObject({ code: 'accounts/two-factor-not-started' });
    expect((await site.app.inject(start)).statusCode).toBe(200);
    expect((await confirm()).json()).toMatchObject({ code: 'accounts/two-factor-code-wrong' });
    const state = await site.app.inject({
      url: '/api/account/two-factor',
      headers: { cookie: player.cookie },
    });
    expect(state.json()).toEqual({ isEnabled: false, isRequired: false, recoveryCodesLeft: 0 });
    expect((await login(player.email)).statusCode).toBe(200);
    await site.deps.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - 11 * 60_000) })
      .where('account_id', '=', player.id)
      .execute();
    expect((await site.app.inject(start)).json()).toMatchObject({
      code: 'accounts/reauthentication-required',
    });
  });
});

describe('staff', () => {
  test('must set it up before their first session', async () => {
    const staff = await site.addPlayer('New Staff', 2);
    expect((await login(staff.email)).json()).toMatchObject({
      code: 'accounts/two-factor-setup-required',
    });
    const idToken = await fetchIdToken(site.app, staff.email);
    const begun = await site.app.inject(json('POST', '/auth/two-factor', { idToken }));
    const { secret, uri } = begun.json<{ secret: string; uri: string }>();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Wynhold:New%20Staff\?/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    const done = await login(staff.email, codeOf(secret));
    expect(done.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10);
    const cookie = sessionCookieOf(done);
    const state = await site.app.inject({ url: '/api/account/two-factor', headers: { cookie } });
    expect(state.json()).toEqual({ isEnabled: true, isRequired: true, recoveryCodesLeft: 10 });
    const off = await site.app.inject(
      json('DELETE', '/api/account/two-factor', undefined, { cookie }),
    );
    expect(off.json()).toMatchObject({ code: 'accounts/two-factor-enforced' });
  });

  test('cannot use a session from before the promotion that has no second factor', async () => {
    const player = await site.addPlayer('Was Player');
    const proven = await site.addPlayer('Has Factor');
    await site.deps.db
      .updateTable('accounts')
      .set({ user_rights: 3 })
      .where('id', 'in', [player.id, proven.id])
      .execute();
    for (const url of ['/auth/verify', '/api/admin/users', '/api/account/sessions']) {
      const answer = await site.app.inject({ url, headers: { cookie: player.cookie } });
      expect(answer.json()).toMatchObject({ code: 'access/login-required' });
    }
    await site.deps.db
      .updateTable('sessions')
      .set({ second_factor_at: new Date() })
      .where('account_id', '=', proven.id)
      .execute();
    const answer = await site.app.inject({
      url: '/api/admin/users',
      headers: { cookie: proven.cookie },
    });
    expect(answer.statusCode).toBe(200);
  });

  test('end their earlier sessions by the setup at sign-in', async () => {
    const moderator = await site.addPlayer('Rises', 1);
    await site.deps.db
      .updateTable('accounts')
      .set({ user_rights: 2 })
      .where('id', '=', moderator.id)
      .execute();
    const idToken = await fetchIdToken(site.app, moderator.email);
    const begun = await site.app.inject(json('POST', '/auth/two-factor', { idToken }));
    const { secret } = begun.json<{ secret: string }>();
    const done = await site.app.inject(
      json('POST', '/auth/web-login', { idToken, code: codeOf(secret) }),
    );
    expect(done.statusCode, done.body).toBe(200);
    const sessions = await site.deps.db
      .selectFrom('sessions')
      .select('second_factor_at')
      .where('account_id', '=', moderator.id)
      .execute();
    expect(sessions).toEqual([{ second_factor_at: expect.any(Date) }]);
  });

  test('does not include moderators and players', async () => {
    const moderator = await site.addPlayer('Calm Mod', 1);
    expect((await login(moderator.email)).statusCode).toBe(200);
  });
});

describe('with SECRETS_KEY', () => {
  let sealedSite: TestApp;
  const secretsKey = Buffer.alloc(32, 7);
  beforeAll(async () => {
    sealedSite = await openTestApp({ settings: { SECRETS_KEY: secretsKey.toString('base64') } });
  });
  afterAll(() => sealedSite.close());

  const readStored = async (accountId: number) => {
    const { secret } = await sealedSite.deps.db
      .selectFrom('two_factor_secrets')
      .select('secret')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return secret;
  };
  const setUpSealed = async (player: TestPlayer) => {
    const begun = await sealedSite.app.inject(
      json('POST', '/api/account/two-factor', undefined, player),
    );
    const { secret } = begun.json<{ secret: string }>();
    const body = { code: codeOf(secret) };
    const done = await sealedSite.app.inject(json('PUT', '/api/account/two-factor', body, player));
    expect(done.statusCode).toBe(200);
    return secret;
  };
  const loginSealed = async (email: string, code: string) => {
    const idToken = await fetchIdToken(sealedSite.app, email);
    return sealedSite.app.inject(json('POST', '/auth/web-login', { idToken, code }));
  };

  test('secrets are encrypted in the database, and signing in works', async () => {
    const player = await sealedSite.addPlayer('Sealed');
    const secret = await setUpSealed(player);
    expect(await readStored(player.id)).not.toContain(secret);
    expect((await loginSealed(player.email, codeOf(secret, 1))).statusCode).toBe(200);
  });

  test('a secret stored before the key was set is encrypted by a job', async () => {
    const player = await sealedSite.addPlayer('Older');
    const secret = await setUpSealed(player);
    await sealedSite.deps.db
      .updateTable('two_factor_secrets')
      .set({ secret })
      .where('account_id', '=', player.id)
      .execute();
    const another = await sealedSite.addPlayer('Sealed Two');
    await setUpSealed(another);
    const kept = await readStored(another.id);
    const jobs = accounts.jobs?.(sealedSite.deps, []) ?? [];
    await jobs.find(({ name }) => name === 'accounts/seal-secrets')?.run();
    expect(await readStored(player.id)).toMatch(/^sealed1\./);
    expect(await readStored(another.id)).toBe(kept);
    expect((await loginSealed(player.email, codeOf(secret, 1))).statusCode).toBe(200);
  });

  test('a secret copied from another account is refused', async () => {
    const thief = await sealedSite.addPlayer('Thief');
    const victim = await sealedSite.addPlayer('Victim');
    const secret = await setUpSealed(thief);
    await setUpSealed(victim);
    await sealedSite.deps.db
      .updateTable('two_factor_secrets')
      .set({ secret: await readStored(thief.id), last_step: 0 })
      .where('account_id', '=', victim.id)
      .execute();
    expect((await loginSealed(victim.email, codeOf(secret, 1))).json()).toMatchObject({
      code: 'accounts/two-factor-code-wrong',
    });
  });
});

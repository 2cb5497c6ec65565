import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { IdentityProvider } from '#server/lib/identity-provider.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { AppError } from '#shared/errors.ts';

import {
  findAccount,
  findAccountKeys,
  getAccount,
  removeAbandonedRegistrations,
} from './accounts.service.ts';

type Failing = Partial<Record<'createUser' | 'deleteUser', 'before' | 'after'>>;

let site: TestApp;
let identity: IdentityProvider;
let failing: Failing = {};

beforeAll(async () => {
  site = await openTestApp({
    replace: (deps) => {
      ({ identity } = deps);
      return { identity: failingOnDemand(deps.identity) };
    },
  });
});
afterAll(() => site.close());

/** `before`: fails before the operation; `after`: the operation succeeds but its answer is lost. */
function failingOnDemand(real: IdentityProvider): IdentityProvider {
  function breakable<A>(name: keyof Failing, call: (input: A) => Promise<void>) {
    return async (input: A) => {
      if (failing[name] !== 'before') await call(input);
      if (failing[name]) throw new AppError('identity/unavailable', 'The provider is down.');
    };
  }
  return {
    ...real,
    createUser: breakable('createUser', (user) => real.createUser(user)),
    deleteUser: breakable('deleteUser', (uid) => real.deleteUser(uid)),
  };
}

let visitors = 0;
const register = (username: string, email: string) =>
  site.app.inject({
    ...json('POST', '/auth/register', { username, email, password: testPassword }),
    // One IP address each, to stay below the rate limit.
    remoteAddress: `10.0.${Math.floor((visitors += 1) / 250)}.${visitors % 250}`,
  });

const countAccounts = async () =>
  (await site.deps.db.selectFrom('accounts').select('id').execute()).length;
const countUsers = async () =>
  (await site.deps.db.selectFrom('identity_users').select('uid').execute()).length;

const makeOld = () =>
  site.deps.db
    .updateTable('accounts')
    .set({ pending_since: new Date(Date.now() - 600_000) })
    .where('pending_since', 'is not', null)
    .execute();

describe('with HIDE_KNOWN_EMAILS on', () => {
  test('a known address gets the same answer as a new one, and its owner gets an email', async () => {
    const hiding = await openTestApp({ settings: { HIDE_KNOWN_EMAILS: 'on' } });
    const owner = await hiding.addPlayer('Has Account');
    const tryWith = (username: string, email: string, password = testPassword) =>
      hiding.app.inject(json('POST', '/auth/register', { username, email, password }));
    const known = await tryWith('Newcomer', owner.email);
    const unknown = await tryWith('Newcomer', 'unknown@example.test');
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect(unknown.json()).toEqual({ username: 'Newcomer' });
    const weak = await tryWith('Another', owner.email, '12345678');
    expect(weak.json()).toMatchObject({ code: 'accounts/weak-password' });
    for (let more = 0; more < 4; more += 1) await tryWith(`More ${more}`, owner.email);
    await hiding.close();
    const mailsTo = (address: string) =>
      hiding.mails.filter(({ to }) => to === address).map(({ subject }) => subject);
    const warning = 'You already have a Wynhold account';
    expect(mailsTo(owner.email)).toEqual([warning, warning, warning]);
    expect(mailsTo('unknown@example.test')).toEqual(['Confirm your email address for Wynhold']);
    expect(hiding.mails).toHaveLength(4);
  });
});

test('a weak password is reported before a taken address', async () => {
  const owner = await site.addPlayer('Told First');
  const answer = await site.app.inject(
    json('POST', '/auth/register', {
      username: 'Told Second',
      email: owner.email,
      password: '12345678',
    }),
  );
  expect(answer.json()).toMatchObject({ code: 'accounts/weak-password' });
});

describe('a registration that fails halfway leaves nothing behind', () => {
  test.each([
    ['the provider refuses', { createUser: 'before' }],
    ['the provider’s answer is lost', { createUser: 'after' }],
  ] as [string, Failing][])('when %s', async (_, failure) => {
    const before = [await countAccounts(), await countUsers()];
    failing = failure;
    expect((await register('Half Way', 'half@example.test')).statusCode).toBe(503);
    failing = {};
    expect([await countAccounts(), await countUsers()]).toEqual(before);
    expect((await register('Half Way', 'half@example.test')).statusCode).toBe(200);
    await site.deps.db.deleteFrom('accounts').where('username_key', '=', 'half way').execute();
    await site.deps.db
      .deleteFrom('identity_users')
      .where('email_key', '=', 'half@example.test')
      .execute();
  });

  test('when the provider takes so long that the job may have removed it', async () => {
    const before = [await countAccounts(), await countUsers()];
    const slow = vi.spyOn(site.deps.identity, 'createUser').mockImplementationOnce(async (user) => {
      await identity.createUser(user);
      await makeOld();
    });
    const answer = await register('Slow Sign', 'slow@example.test');
    slow.mockRestore();
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'identity/unavailable',
      error: 'Registration took too long. Please try again.',
    });
    expect([await countAccounts(), await countUsers()]).toEqual(before);
    expect(site.mails.filter(({ to }) => to === 'slow@example.test')).toEqual([]);
  });

  test('when the clean-up fails too: the job removes it later', async () => {
    // Other tests leave pending registrations behind.
    await makeOld();
    await removeAbandonedRegistrations({ ...site.deps, identity });
    const before = [await countAccounts(), await countUsers()];
    failing = { createUser: 'after', deleteUser: 'before' };
    await register('Stuck', 'stuck@example.test');
    failing = {};
    await makeOld();
    await removeAbandonedRegistrations({ ...site.deps, identity });
    expect([await countAccounts(), await countUsers()]).toEqual(before);
  });

  test('and until then the refusal of its name and address says how long to wait', async () => {
    failing = { createUser: 'before', deleteUser: 'before' };
    await register('Cut Off', 'cutoff@example.test');
    failing = {};
    const rest =
      'belongs to a registration that has not finished. If it is yours, log in, or register again in';
    expect((await register('Cut Off', 'other@example.test')).json()).toMatchObject({
      code: 'accounts/username-taken',
      error: expect.stringMatching(new RegExp(String.raw`^That username ${rest} \d minutes\.$`)),
    });
    expect((await register('Other Name', 'cutoff@example.test')).json()).toMatchObject({
      code: 'accounts/email-taken',
      error: expect.stringMatching(
        new RegExp(String.raw`^That email address ${rest} \d minutes\.$`),
      ),
    });
    // It is no account yet, and the job leaves it while it can still complete.
    await removeAbandonedRegistrations({ ...site.deps, identity });
    expect(await findAccount(site.deps.db, 'Cut Off')).toBeUndefined();
    await expect(getAccount(site.deps.db, 'Cut Off')).rejects.toMatchObject({
      code: 'accounts/not-found',
    });
    const { username } = await site.addPlayer('Whole One');
    const keys = await findAccountKeys(site.deps.db, ['CUT_OFF', username, 'No One']);
    expect([...keys]).toEqual(['whole one']);
    await makeOld();
    expect((await register('cut_off', 'other@example.test')).json()).toMatchObject({
      error: expect.stringContaining('register again in a minute.'),
    });
    await removeAbandonedRegistrations({ ...site.deps, identity });
    expect((await register('Cut Off', 'cutoff@example.test')).statusCode).toBe(200);
    expect((await register('Cut Off', 'other@example.test')).json()).toMatchObject({
      error: 'That username is already taken.',
    });
  });

  test('and the refusal counts the minutes until the job has removed it', async () => {
    failing = { createUser: 'before', deleteUser: 'before' };
    await register('Half Done', 'halfdone@example.test');
    failing = {};
    const wait = async (username: string, email: string) =>
      (await register(username, email)).json<{ error: string }>().error.replace(/.* in /, '');
    for (const [seconds, rest] of [
      [30, '6 minutes.'],
      [150, '4 minutes.'],
      [330, 'a minute.'],
    ] as const) {
      await site.deps.db
        .updateTable('accounts')
        .set({ pending_since: new Date(Date.now() - seconds * 1000) })
        .where('username_key', '=', 'half done')
        .execute();
      expect(await wait('half_done', 'free@example.test')).toBe(rest);
      expect(await wait('Free Name', 'HalfDone@example.test')).toBe(rest);
    }
  });

  test('unless the player signs in first, which completes it', async () => {
    failing = { createUser: 'after', deleteUser: 'before' };
    await register('Late Bloom', 'late@example.test');
    failing = {};
    const idToken = await fetchIdToken(site.app, 'late@example.test');
    const login = () => site.app.inject(json('POST', '/auth/web-login', { idToken }));
    const links = () => site.mails.filter(({ to }) => to === 'late@example.test');
    expect(links()).toEqual([]);
    expect((await login()).json()).toEqual({ username: 'Late Bloom' });
    expect(links()).toMatchObject([{ heading: 'Confirm your email address' }]);
    await makeOld();
    await removeAbandonedRegistrations({ ...site.deps, identity });
    expect((await login()).statusCode).toBe(200);
    expect(links()).toHaveLength(1);
  });

  test('and cannot be completed once it is abandoned', async () => {
    failing = { createUser: 'after', deleteUser: 'before' };
    await register('Too Late', 'toolate@example.test');
    failing = {};
    await makeOld();
    const idToken = await fetchIdToken(site.app, 'toolate@example.test');
    const answer = await site.app.inject(json('POST', '/auth/web-login', { idToken }));
    expect(answer.json()).toMatchObject({ code: 'accounts/unknown-account' });
  });
});

test('a user of the embedded provider without an account cannot create one', async () => {
  const email = 'stray@example.test';
  await identity.createUser({ uid: 'stray', email, password: testPassword });
  const idToken = await fetchIdToken(site.app, email);
  for (const [url, body] of [
    ['/auth/web-login', { idToken }],
    ['/auth/finish-registration', { idToken, username: 'Stray' }],
  ] as const) {
    const answer = await site.app.inject(json('POST', url, body));
    expect(answer.json()).toMatchObject({ code: 'accounts/unknown-account' });
  }
});

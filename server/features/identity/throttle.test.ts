import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { json } from '#server/testing/test-app.ts';

import { messageOf, openTestIdentity, testPassword } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity();
});
afterAll(() => idp.close());

const tooMany = 'TOO_MANY_ATTEMPTS_TRY_LATER';

async function guess(email: string, ip: string, password = 'a wrong guess'): Promise<string> {
  const { status, body } = await idp.call('signInWithPassword', { email, password }, ip);
  return status === 200 ? 'signed in' : messageOf(body);
}

describe('guessing a password', () => {
  test('is blocked after ten failures, even with the right one, but not for the owner elsewhere', async () => {
    const email = await idp.addUser('ada');
    for (let i = 0; i < 10; i++) expect(await guess(email, '192.0.2.10')).toBe('INVALID_PASSWORD');
    expect(await guess(email, '192.0.2.10')).toBe(tooMany);
    expect(await guess(email.toUpperCase(), '192.0.2.10', testPassword)).toBe(tooMany);
    expect(await guess(email, '192.0.2.11', testPassword)).toBe('signed in');
    expect(await guess(email, '192.0.2.10', testPassword)).toBe(tooMany);
  });

  test('is possible again after fifteen minutes', async () => {
    const email = await idp.addUser('bea');
    await setHits(`identity sign-in ${email} by 192.0.2.20`, 10);
    expect(await guess(email, '192.0.2.20', testPassword)).toBe(tooMany);
    await sql`update rate_limits set resets_at = resets_at - interval '15 minutes'`.execute(
      idp.deps.db,
    );
    expect(await guess(email, '192.0.2.20', testPassword)).toBe('signed in');
  });

  test('two hundred times at once checks at most ten guesses', async () => {
    const email = await idp.addUser('cid');
    const guesses = Array.from({ length: 200 }, () => guess(email, '192.0.2.30'));
    const checked = (await Promise.all(guesses)).filter((answer) => answer === 'INVALID_PASSWORD');
    expect(checked.length).toBeGreaterThan(0);
    expect(checked.length).toBeLessThanOrEqual(10);
    expect(await guess(email, '192.0.2.30', testPassword)).toBe(tooMany);
  });

  test('also counts for unknown addresses', async () => {
    expect(await guess('nobody@example.test', '192.0.2.40')).toBe('EMAIL_NOT_FOUND');
    expect(await getHits('identity sign-in nobody@example.test by 192.0.2.40')).toBe(1);
    await setHits('identity sign-in nobody@example.test by 192.0.2.40', 10);
    expect(await guess('nobody@example.test', '192.0.2.40')).toBe(tooMany);
  });

  test('for many addresses is blocked after a hundred attempts from one caller', async () => {
    await setHits('identity sign-in by 192.0.2.50', 99);
    expect(await guess('nobody2@example.test', '192.0.2.50')).toBe('EMAIL_NOT_FOUND');
    expect(await guess('nobody3@example.test', '192.0.2.50')).toBe(tooMany);
    expect(await guess('nobody3@example.test', '192.0.2.51')).toBe('EMAIL_NOT_FOUND');
  });

  test('from one IPv6 network counts as from one caller', async () => {
    const email = await idp.addUser('dee');
    await guess(email, '2001:db8:1:2::1');
    await guess(email, '2001:db8:1:2:a:b:c:d');
    const key = `identity sign-in ${email} by 2001:db8:1:2::/64`;
    expect(await getHits(key)).toBe(2);
    await setHits(key, 10);
    expect(await guess(email, '2001:db8:1:2:ffff::1', testPassword)).toBe(tooMany);
    expect(await guess(email, '2001:db8:1:3::1', testPassword)).toBe('signed in');
  });
});

describe('in a network where the player signed in before', () => {
  let pauses: number[] = [];

  /** A player who has signed in to the site from this address. */
  async function addKnown(username: string, ip: string): Promise<string> {
    idp.deps.pause = async (ms) => pauses.push(ms);
    const { email } = await idp.addPlayer(username);
    const credentials = { email, password: testPassword };
    const { body } = await idp.call('signInWithPassword', credentials, ip);
    const request = json('POST', '/auth/web-login', { idToken: body['idToken'] });
    const answer = await idp.app.inject({ ...request, remoteAddress: ip });
    expect(answer.statusCode).toBe(200);
    pauses = [];
    return email;
  }

  test('wrong guesses are slowed down, and the right password is never refused', async () => {
    const email = await addKnown('Known Ada', '192.0.2.100');
    for (let i = 0; i < 12; i++) {
      expect(await guess(email, '192.0.2.100')).toBe('INVALID_PASSWORD');
    }
    expect(pauses).toEqual([500, 1000, 2000, 3000, 3000, 3000, 3000]);
    expect(await guess(email, '192.0.2.100', testPassword)).toBe('signed in');
    pauses = [];
    expect(await guess(email, '192.0.2.100')).toBe('INVALID_PASSWORD');
    expect(pauses).toEqual([]);
    for (let i = 0; i < 10; i++) await guess(email, '192.0.2.101');
    expect(await guess(email, '192.0.2.101', testPassword)).toBe(tooMany);
  });

  test('attempts at other addresses do not refuse it either', async () => {
    const email = await addKnown('Known Bea', '192.0.2.110');
    await setHits('identity sign-in by 192.0.2.110', 100);
    expect(await guess('nobody4@example.test', '192.0.2.110')).toBe(tooMany);
    expect(await guess(email, '192.0.2.110', testPassword)).toBe('signed in');
  });

  test('at most thirty guesses of many at once are checked', async () => {
    const email = await addKnown('Known Cid', '192.0.2.120');
    const guesses = Array.from({ length: 60 }, () => guess(email, '192.0.2.120'));
    const checked = (await Promise.all(guesses)).filter((answer) => answer === 'INVALID_PASSWORD');
    expect(checked).toHaveLength(30);
  });
});

test('a sign-in clears earlier failures and does not count against the caller', async () => {
  const email = await idp.addUser('eve');
  await setHits(`identity sign-in ${email} by 192.0.2.60`, 9);
  await setHits('identity sign-in by 192.0.2.60', 9);
  expect(await guess(email, '192.0.2.60', testPassword)).toBe('signed in');
  expect(await getHits(`identity sign-in ${email} by 192.0.2.60`)).toBe(0);
  expect(await getHits('identity sign-in by 192.0.2.60')).toBe(9);
  expect(await guess(email, '192.0.2.60')).toBe('INVALID_PASSWORD');
  expect(await guess(email, '192.0.2.60')).toBe('INVALID_PASSWORD');
});

test('lookup is never limited, because refusing it would sign users out', async () => {
  const { idToken } = await idp.signIn(await idp.addUser('fay'));
  await sql`update rate_limits set hits = 100000`.execute(idp.deps.db);
  for (let i = 0; i < 30; i++) expect((await idp.call('lookup', { idToken })).status).toBe(200);
  await sql`delete from rate_limits`.execute(idp.deps.db);
});

describe('requesting reset emails', () => {
  test('is blocked after five for one address, but not for the owner elsewhere', async () => {
    const email = await idp.addUser('gil');
    for (let i = 0; i < 5; i++) expect(await ask(email, '192.0.2.80')).toBe('sent');
    expect(await ask(email, '192.0.2.80')).toBe(tooMany);
    expect(await ask(email, '192.0.2.81')).toBe('sent');
  });

  test('is blocked after twenty from one caller', async () => {
    for (let i = 0; i < 20; i++) {
      expect(await ask(`nobody${i}@example.test`, '192.0.2.90')).toBe('EMAIL_NOT_FOUND');
    }
    expect(await ask('somebody@example.test', '192.0.2.90')).toBe(tooMany);
  });
});

async function ask(email: string, ip: string): Promise<string> {
  const { status, body } = await idp.call(
    'sendOobCode',
    { requestType: 'PASSWORD_RESET', email },
    ip,
  );
  return status === 200 ? 'sent' : messageOf(body);
}

/** Sets a counter directly: real attempts would have to hash passwords. */
async function setHits(key: string, hits: number): Promise<void> {
  await sql`insert into rate_limits (key, hits, resets_at)
    values (${key}, ${hits}, now() + interval '15 minutes')
    on conflict (key) do update set hits = excluded.hits`.execute(idp.deps.db);
}

async function getHits(key: string): Promise<number> {
  const { rows } = await sql<{ hits: number }>`
    select hits from rate_limits where key = ${key}`.execute(idp.deps.db);
  return rows[0]?.hits ?? 0;
}

import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { maxHashing, queueHashing } from '#server/lib/passwords/password-hash.ts';
import { json } from '#server/testing/test-app.ts';

import { openTestIdentity, testPassword } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity();
});
afterAll(() => idp.close());

test('at most two passwords are hashed at a time', async () => {
  let running = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // Also after a failure: other tests use the same queue.
  onTestFinished(() => release());
  const tasks = Array.from({ length: 5 }, () =>
    queueHashing(() => {
      running += 1;
      return held;
    }),
  );
  await nextTurn();
  expect(running).toBe(2);
  release();
  await Promise.all(tasks);
  expect(running).toBe(5);
});

test('while too many passwords wait to be checked, users are asked to try again later', async () => {
  const email = await idp.addUser('rush');
  const registration = { username: 'Rush', email: 'new@example.test', password: testPassword };
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(() => release());
  const others = Array.from({ length: maxHashing.atOnce + maxHashing.waiting }, () =>
    queueHashing(() => held),
  );

  // More than the allowed failures: an attempt that could not be checked is not counted.
  for (let n = 0; n < 10; n += 1) {
    await idp.call('signInWithPassword', { email, password: testPassword });
  }
  const signIn = await idp.call('signInWithPassword', { email, password: testPassword });
  expect(signIn).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: {
      error: {
        code: 503,
        message: expect.stringMatching(/^SERVER_BUSY : Too many people .* try again\.$/) as string,
      },
    },
  });
  const register = await idp.app.inject(json('POST', '/auth/register', registration));
  expect(register.statusCode).toBe(503);
  expect(register.headers['retry-after']).toBe('5');
  expect(register.json()).toMatchObject({
    code: 'server/busy',
    error: expect.stringContaining('wait a few seconds') as string,
  });
  expect((await idp.app.inject({ url: '/api/news' })).statusCode).toBe(200);

  release();
  await Promise.all(others);
  await idp.signIn(email);
  expect((await idp.app.inject(json('POST', '/auth/register', registration))).statusCode).toBe(200);
});

import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

/** Sends two hundred registrations at the same time and returns how many succeed. */
async function race(personOf: (n: number) => { username: string; email: string }): Promise<number> {
  const attempts = Array.from({ length: 200 }, (_, n) =>
    site.app.inject({
      ...json('POST', '/auth/register', { ...personOf(n), password: testPassword }),
      // One IP address each, to stay below the rate limit.
      remoteAddress: `10.0.0.${n + 1}`,
    }),
  );
  const answers = await Promise.all(attempts);
  return answers.filter(({ statusCode }) => statusCode === 200).length;
}

const usersWith = (pattern: string) =>
  site.deps.db
    .selectFrom('identity_users')
    .select('uid')
    .where('email_key', 'like', pattern)
    .execute();

test('of two hundred concurrent registrations with one name, one succeeds', async () => {
  const winners = await race((n) => ({
    username: n % 2 ? 'Prize Name' : 'prize_name',
    email: `racer${n}@example.test`,
  }));
  expect(winners).toBe(1);
  expect(await usersWith('racer%')).toHaveLength(1);
});

test('of two hundred concurrent registrations with one email address, one succeeds', async () => {
  expect(await race((n) => ({ username: `Racer ${n}`, email: 'prize@example.test' }))).toBe(1);
  expect(await usersWith('prize@%')).toHaveLength(1);
});

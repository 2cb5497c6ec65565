import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

/** Two hundred people register at the same moment; answers how many succeed. */
async function race(personOf: (n: number) => { username: string; email: string }): Promise<number> {
  const attempts = Array.from({ length: 200 }, (_, n) =>
    site.app.inject({
      ...json('POST', '/auth/register', { ...personOf(n), password: testPassword }),
      // The limit per address is not what is tested here.
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

test('of two hundred who want one name, one gets it', async () => {
  const winners = await race((n) => ({
    username: n % 2 ? 'Prize Name' : 'prize_name',
    email: `racer${n}@example.test`,
  }));
  expect(winners).toBe(1);
  expect(await usersWith('racer%')).toHaveLength(1);
});

test('of two hundred who give one address, one gets it', async () => {
  expect(await race((n) => ({ username: `Racer ${n}`, email: 'prize@example.test' }))).toBe(1);
  expect(await usersWith('prize@%')).toHaveLength(1);
});

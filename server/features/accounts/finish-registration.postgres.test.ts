import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp({
    replace: ({ identity }) => ({
      identity: {
        ...identity,
        name: 'firebase',
        // All tokens are of one user, whose address at the provider is the token.
        verifyIdToken: async (idToken) => ({
          uid: 'eager',
          email: idToken,
          isEmailVerified: true,
          signedInAt: new Date(),
          validSince: new Date(0),
        }),
      },
    }),
  });
});
afterAll(() => site.close());

const finish = (username: string, email: string) =>
  site.app.inject(json('POST', '/auth/finish-registration', { idToken: email, username }));

/** Sends the requests and lets none insert before all have looked for an existing account. */
async function finishAtOnce(requests: [username: string, email: string][]) {
  // Kysely's own transaction, because inside transaction() the app could not use its connections.
  const { answers } = await site.deps.db.transaction().execute(async (trx) => {
    // Blocks inserts, but not reads.
    await sql`lock table accounts in share row exclusive mode`.execute(trx);
    const started = Promise.all(requests.map((request) => finish(...request)));
    const countWaiting = async () => {
      const waiting = sql`
        select from pg_locks where relation = 'accounts'::regclass and not granted`;
      return (await waiting.execute(trx)).rows.length;
    };
    await expect.poll(countWaiting).toBe(requests.length);
    return { answers: started };
  });
  return answers;
}

test('a provider’s user gets one account from requests that all found none', async () => {
  const answers = await finishAtOnce([
    ['Eager A', 'old@example.test'],
    ['Eager B', 'old@example.test'],
    // Changed at the provider in between, so only the user's id shows that it is the same user.
    ['Eager C', 'new@example.test'],
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const accounts = await site.deps.db.selectFrom('accounts').select('username').execute();
  expect(accounts).toHaveLength(1);
  for (const answer of answers) expect(answer.json()).toEqual(accounts[0]);
});

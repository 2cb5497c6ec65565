import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { countHit, enforceLimit, resetHits, uncountHit, rateLimitJobs } from './rate-limit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const limit = { max: 3, seconds: 60 };

test('of many uses at once exactly as many pass as are allowed', async () => {
  const uses = Array.from({ length: 50 }, () => enforceLimit(database.db, 'crowd', limit));
  const passed = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled');
  expect(passed).toHaveLength(3);
});

test('the refusal says when to come back', async () => {
  for (let use = 0; use < 3; use += 1) await enforceLimit(database.db, 'told', limit);
  await expect(enforceLimit(database.db, 'told', limit)).rejects.toMatchObject({
    code: 'request/rate-limited',
    retryAfterSeconds: 60,
  });
});

test('a past window counts no more', async () => {
  await countHit(database.db, 'past', limit);
  await database.db
    .updateTable('rate_limits')
    .set({ hits: 99, resets_at: new Date(Date.now() - 1000) })
    .where('key', '=', 'past')
    .execute();
  expect((await countHit(database.db, 'past', limit)).hits).toBe(1);
});

test('hits can be given back or forgotten', async () => {
  await countHit(database.db, 'kind', limit);
  await countHit(database.db, 'kind', limit);
  await uncountHit(database.db, 'kind');
  expect((await countHit(database.db, 'kind', limit)).hits).toBe(2);
  await resetHits(database.db, 'kind');
  expect((await countHit(database.db, 'kind', limit)).hits).toBe(1);
});

test('the clean-up job deletes past windows and keeps current ones', async () => {
  const { db } = database;
  await countHit(db, 'ended', limit);
  await countHit(db, 'running', limit);
  await countHit(db, 'running', limit);
  await db
    .updateTable('rate_limits')
    .set({ resets_at: new Date(Date.now() - 1000) })
    .where('key', '=', 'ended')
    .execute();
  for (const job of rateLimitJobs(db)) await job.run();
  const left = await db
    .selectFrom('rate_limits')
    .select(['key', 'hits'])
    .where('key', 'in', ['ended', 'running'])
    .execute();
  expect(left).toEqual([{ key: 'running', hits: 2 }]);
});

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

test('exactly the allowed number of concurrent hits passes', async () => {
  const uses = Array.from({ length: 50 }, () => enforceLimit(database.db, 'concurrent', limit));
  const passed = (await Promise.allSettled(uses)).filter(({ status }) => status === 'fulfilled');
  expect(passed).toHaveLength(3);
});

test('concurrent hits of several keys are counted one by one', async () => {
  const keys = ['b', 'a', 'b', 'c', 'a', 'b'].map((key) => `several ${key}`);
  const counts = await Promise.all(keys.map((key) => countHit(database.db, key, limit)));
  expect(counts.map(({ hits }) => hits)).toEqual([1, 1, 2, 1, 2, 3]);
  expect((await countHit(database.db, 'several b', limit)).hits).toBe(4);
});

test('the refusal says when to try again', async () => {
  for (let use = 0; use < 3; use += 1) await enforceLimit(database.db, 'refused', limit);
  await expect(enforceLimit(database.db, 'refused', limit)).rejects.toMatchObject({
    code: 'request/rate-limited',
    retryAfterSeconds: 60,
  });
});

test.each([
  [60, '60 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [3600, '60 minutes'],
])('a refusal for %i seconds says %s', async (seconds, text) => {
  const strict = { max: 0, seconds };
  await expect(enforceLimit(database.db, `text ${seconds}`, strict)).rejects.toThrow(
    `Too many requests. Please try again in ${text}.`,
  );
});

test('hits of a past window do not count', async () => {
  await countHit(database.db, 'past', limit);
  await database.db
    .updateTable('rate_limits')
    .set({ hits: 99, resets_at: new Date(Date.now() - 1000) })
    .where('key', '=', 'past')
    .execute();
  expect((await countHit(database.db, 'past', limit)).hits).toBe(1);
});

test('a hit does not start the window again', async () => {
  await countHit(database.db, 'same', limit);
  await database.db
    .updateTable('rate_limits')
    .set({ resets_at: new Date(Date.now() + 10_000) })
    .where('key', '=', 'same')
    .execute();
  const { hits, retryAfterSeconds } = await countHit(database.db, 'same', limit);
  expect(hits).toBe(2);
  expect(retryAfterSeconds).toBeLessThanOrEqual(10);
});

test('hits can be subtracted or reset', async () => {
  await countHit(database.db, 'reset', limit);
  await countHit(database.db, 'reset', limit);
  await uncountHit(database.db, 'reset');
  expect((await countHit(database.db, 'reset', limit)).hits).toBe(2);
  await resetHits(database.db, 'reset');
  expect((await countHit(database.db, 'reset', limit)).hits).toBe(1);
});

test('hits that are subtracted never go below none, and those of other keys stay', async () => {
  const { db } = database;
  for (const key of ['mine', 'mine of another']) await countHit(db, key, limit);
  for (let time = 0; time < 3; time += 1) await uncountHit(db, 'mine');
  expect((await countHit(db, 'mine', limit)).hits).toBe(1);
  await resetHits(db, 'mine');
  expect((await countHit(db, 'mine of another', limit)).hits).toBe(2);
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

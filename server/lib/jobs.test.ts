import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { runIfDue } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('of many replicas that wake at once, one runs the job', async () => {
  let runs = 0;
  const job = { name: 'once', everySeconds: 60, run: async () => void (runs += 1) };
  await Promise.all(Array.from({ length: 20 }, () => runIfDue(database.db, job)));
  expect(runs).toBe(1);
});

test('a finished job waits for its next turn', async () => {
  const job = { name: 'waits', everySeconds: 60, run: async () => {} };
  expect(await runIfDue(database.db, job)).toBe(true);
  expect(await runIfDue(database.db, job)).toBe(false);
});

test('a failed job keeps its error and gets another turn', async () => {
  const failing = {
    name: 'fails',
    everySeconds: 0,
    run: () => Promise.reject(new Error('no luck')),
  };
  await expect(runIfDue(database.db, failing)).rejects.toThrow('no luck');
  const row = await database.db
    .selectFrom('job_runs')
    .select('last_error')
    .where('name', '=', 'fails')
    .executeTakeFirstOrThrow();
  expect(row.last_error).toContain('no luck');
  expect(await runIfDue(database.db, { ...failing, run: async () => {} })).toBe(true);
});

test('a job of a replica that died is taken up after its time', async () => {
  const job = { name: 'orphan', everySeconds: 1, run: async () => {} };
  await database.db
    .insertInto('job_runs')
    .values({
      name: 'orphan',
      last_started_at: new Date(Date.now() - 3_600_000),
      last_finished_at: null,
      last_error: null,
    })
    .execute();
  expect(await runIfDue(database.db, job)).toBe(true);
});

import { setImmediate } from 'node:timers/promises';

import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { runIfDue, startJobs } from './jobs.ts';

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

test('a failed job keeps its error and since when it fails, until a run succeeds', async () => {
  const failing = {
    name: 'fails',
    everySeconds: 0,
    run: () => Promise.reject(new Error('no luck')),
  };
  await expect(runIfDue(database.db, failing)).rejects.toThrow('no luck');
  const read = () =>
    database.db
      .selectFrom('job_runs')
      .select(['last_error', 'last_finished_at', 'failing_since'])
      .where('name', '=', 'fails')
      .executeTakeFirstOrThrow();
  const first = await read();
  expect(first.last_error).toContain('no luck');
  expect(first.failing_since).toEqual(first.last_finished_at);
  await expect(runIfDue(database.db, failing)).rejects.toThrow('no luck');
  expect((await read()).failing_since).toEqual(first.failing_since);
  expect(await runIfDue(database.db, { ...failing, run: async () => {} })).toBe(true);
  expect(await read()).toMatchObject({ last_error: null, failing_since: null });
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

test('a job that is still running is not started again when its next turn comes', async () => {
  const gate = openGate();
  const job = { name: 'long', everySeconds: 60, run: () => gate.pass() };
  const first = runIfDue(database.db, job);
  await gate.reached;
  await database.db
    .updateTable('job_runs')
    .set({ last_started_at: new Date(Date.now() - 120_000) })
    .where('name', '=', 'long')
    .execute();
  const next = { ...job, run: async () => {} };
  expect(await runIfDue(database.db, next)).toBe(false);
  gate.open();
  expect(await first).toBe(true);
  expect(await runIfDue(database.db, next)).toBe(true);
});

test('stopping waits for the job that is running, until its end is recorded', async () => {
  const gate = openGate();
  const job = { name: 'stopping', everySeconds: 0, run: () => gate.pass() };
  const stop = startJobs(database.db, [job], pino({ level: 'silent' }));
  await gate.reached;
  const order: string[] = [];
  const stopped = stop().then(() => order.push('stopped'));
  // A stop that does not wait would be through by then.
  await setImmediate();
  order.push('job ends');
  gate.open();
  await stopped;
  expect(order).toEqual(['job ends', 'stopped']);
  const run = await database.db
    .selectFrom('job_runs')
    .select('last_finished_at')
    .where('name', '=', 'stopping')
    .executeTakeFirstOrThrow();
  expect(run.last_finished_at).not.toBeNull();
});

/** Work that has begun once `reached` resolves, and goes on only after `open`. */
function openGate() {
  let reach = (): void => {};
  let open = (): void => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    reached,
    open,
    pass() {
      reach();
      return opened;
    },
  };
}

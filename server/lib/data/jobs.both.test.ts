import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listJobs } from '#server/features.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { createJobRunner, startJobs } from './jobs.ts';
import type { Job } from './jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('when many replicas wake at once, one runs the job', async () => {
  let runs = 0;
  const job = { name: 'once', everySeconds: 60, run: async () => void (runs += 1) };
  await Promise.all(Array.from({ length: 20 }, () => runIfDue(job)));
  expect(runs).toBe(1);
});

test('a finished job waits for its next turn', async () => {
  const job = { name: 'waits', everySeconds: 60, run: async () => {} };
  expect(await runIfDue(job)).toBe('ran');
  expect(await runIfDue(job)).toBe('not-due');
});

test('a failed job keeps its error and the time it began to fail, until a run succeeds', async () => {
  const failing = {
    name: 'fails',
    everySeconds: 0,
    run: () => Promise.reject(new Error('no luck')),
  };
  await expect(runIfDue(failing)).rejects.toThrow('no luck');
  const first = await findRun('fails');
  expect(first.last_error).toContain('no luck');
  expect(first.failing_since).not.toBeNull();
  await expect(runIfDue(failing)).rejects.toThrow('no luck');
  expect((await findRun('fails')).failing_since).toEqual(first.failing_since);
  expect(await runIfDue({ ...failing, run: async () => {} })).toBe('ran');
  expect(await findRun('fails')).toMatchObject({ last_error: null, failing_since: null });
});

test('a job that is still running is not started again when its next turn comes', async () => {
  const gate = openGate();
  const job = { name: 'long', everySeconds: 60, run: () => gate.pass() };
  const first = runIfDue(job);
  await gate.reached;
  await setTimes('long', { started: -120 });
  const next = { ...job, run: async () => {} };
  expect(await runIfDue(next)).toBe('held');
  gate.open();
  expect(await first).toBe('ran');
  expect(await runIfDue(next)).toBe('ran');
});

test('a long job keeps its lease, because it is renewed', async () => {
  const gate = openGate();
  let renew = async (): Promise<void> => {};
  let isRenewing = false;
  const run = createJobRunner(database.db, (work) => {
    renew = work;
    isRenewing = true;
    return () => void (isRenewing = false);
  });
  const job = { name: 'renewed', everySeconds: 1, run: () => gate.pass() };
  const first = run(job);
  await gate.reached;
  await setTimes('renewed', { started: -120, lease: -1 });
  await renew();
  expect(await runIfDue({ ...job, run: async () => {} })).toBe('held');
  expect(isRenewing).toBe(true);
  gate.open();
  await first;
  expect(isRenewing).toBe(false);
  // A renewal in flight when the job ended must not set the lease again.
  await renew();
  expect((await findRun('renewed')).lease_until).toBeNull();
});

test('every job of a killed replica is run by another one once the lease has expired', async () => {
  const site = await openTestApp();
  const [first, second] = [createDyingRunner(site.deps.db), createJobRunner(site.deps.db)];
  for (const job of listJobs(site.deps)) {
    const gate = openGate();
    void first({ ...job, run: () => gate.pass() });
    await gate.reached;
    expect(await second(job), job.name).toBe('held');
    await endLease(site.deps.db, job.name);
    expect(await second(job), job.name).toBe('ran');
  }
  const { stuck } = await site.deps.db
    .selectFrom('job_runs')
    .select(({ fn }) => fn.count<number>('lease_id').as('stuck'))
    .executeTakeFirstOrThrow();
  expect(stuck).toBe(0);
  await site.close();
});

test('the lease is short enough: a killed job runs again within 30 s or three periods', async () => {
  const site = await openTestApp();
  const gate = openGate();
  void createDyingRunner(site.deps.db)({ name: 'any', everySeconds: 1, run: () => gate.pass() });
  await gate.reached;
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from lease_until - last_started_at)::float8 as seconds from job_runs
    where name = 'any'`.execute(site.deps.db);
  const longestPause = 1.1;
  for (const { name, everySeconds } of listJobs(site.deps)) {
    const worst = (rows[0]?.seconds ?? Infinity) + longestPause * everySeconds;
    expect(worst, name).toBeLessThanOrEqual(Math.max(30, 3 * everySeconds));
  }
  await site.close();
});

test('the end of a job that lost its lease does not end the run of another replica', async () => {
  const [lost, taken] = [openGate(), openGate()];
  const late = runIfDue({ name: 'late', everySeconds: 60, run: () => lost.pass() });
  await lost.reached;
  await endLease(database.db, 'late');
  const job = { name: 'late', everySeconds: 60, run: () => taken.pass() };
  const second = runIfDue(job);
  await taken.reached;
  lost.open();
  await late;
  expect(await runIfDue(job)).toBe('held');
  taken.open();
  expect(await second).toBe('ran');
});

test.each([
  { what: 'start', times: { started: 3_600 } },
  { what: 'lease', times: { started: 3_600, lease: 3_600 } },
])('a $what in the future, from a wrong clock, does not stop a job', async ({ what, times }) => {
  const job = { name: `future ${what}`, everySeconds: 60, run: async () => {} };
  await runIfDue(job);
  await setTimes(job.name, times);
  expect(await runIfDue(job)).toBe('ran');
  expect(await runIfDue(job)).toBe('not-due');
});

test('a result that could not be written is recorded at the next turn', async () => {
  const run = createJobRunner(database.db);
  const job: Job = {
    name: 'database away',
    everySeconds: 60,
    async run() {
      await sql`alter table job_runs rename to job_runs_away`.execute(database.db);
      throw new Error('the database went away');
    },
  };
  await expect(run(job)).rejects.toThrow('the database went away');
  await sql`alter table job_runs_away rename to job_runs`.execute(database.db);
  expect(await findRun(job.name)).toMatchObject({ last_finished_at: null, last_error: null });
  expect(await run(job)).toBe('not-due');
  expect(await findRun(job.name)).toMatchObject({
    last_finished_at: expect.any(Date),
    last_error: 'Error: the database went away',
    lease_until: null,
  });
});

test('a job that fails is logged by its name and takes its next turn all the same', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  let runs = 0;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const job: Job = {
    name: 'fails once',
    everySeconds: 0,
    async run() {
      runs += 1;
      if (runs === 1) throw new Error('no luck');
      end();
    },
  };
  const stop = startJobs(database.db, [job], log);
  await ended;
  await stop();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { job: 'fails once', msg: 'job failed', err: { message: 'no luck' } },
  ]);
});

test('stopping waits until the running job has ended and been recorded', async () => {
  const gate = openGate();
  const job = { name: 'stopping', everySeconds: 0, run: () => gate.pass() };
  const stop = startJobs(database.db, [job], pino({ level: 'silent' }));
  await gate.reached;
  const order: string[] = [];
  const stopped = stop().then(() => order.push('stopped'));
  // A stop that does not wait would have resolved by then.
  await setImmediate();
  order.push('job ends');
  gate.open();
  await stopped;
  expect(order).toEqual(['job ends', 'stopped']);
  expect((await findRun('stopping')).last_finished_at).not.toBeNull();
});

/** Each call acts as a separate replica. */
function runIfDue(job: Job) {
  return createJobRunner(database.db)(job);
}

/** Acts as a killed replica: it never renews its lease. */
function createDyingRunner(db: TestDatabase['db']) {
  return createJobRunner(db, () => () => {});
}

function findRun(name: string) {
  return database.db
    .selectFrom('job_runs')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
}

/** In seconds from now. */
async function setTimes(name: string, { started, lease }: { started: number; lease?: number }) {
  await sql`
    update job_runs set last_started_at = now() + make_interval(secs => ${started}),
      lease_until = coalesce(now() + make_interval(secs => ${lease ?? null}), lease_until)
    where name = ${name}`.execute(database.db);
}

async function endLease(db: TestDatabase['db'], name: string): Promise<void> {
  await sql`update job_runs set lease_until = now() - interval '1 second' where name = ${name}`.execute(
    db,
  );
}

/** `pass()` resolves `reached` and waits until `open()` is called. */
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

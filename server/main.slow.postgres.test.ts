import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';

import { findAddress, startBuiltServer } from './testing/built-server.ts';
import { openTestDatabase } from './testing/test-database.ts';
import type { TestDatabase } from './testing/test-database.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wynhold-main-'));
  database = await openTestDatabase();
  await buildIfChanged();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

// jobs.both.test.ts has the same for every job, without processes.
test('a job whose replica is killed while it runs is run by another one', async () => {
  const settings = {
    NODE_ENV: 'production',
    SITE_URL: 'http://localhost',
    PAYMENTS: 'off',
    LOG_LEVEL: 'info',
    DATA_DIR: folder,
    DATABASE_URL: database.databaseUrl ?? '',
  };
  const job = 'polls/end-in-time';
  const findRun = () =>
    database.db
      .selectFrom('job_runs')
      .select(['last_finished_at as finishedAt', 'lease_id as leaseId'])
      .where('name', '=', job)
      .executeTakeFirstOrThrow();
  const killed = startBuiltServer(settings);
  await findAddress(killed);
  const before = await database.db.transaction().execute(async (trx) => {
    // The job waits for this table and is killed meanwhile.
    await sql`lock table polls in access exclusive mode`.execute(trx);
    const findWaiting = async () =>
      (
        await sql`select from pg_locks where relation = 'polls'::regclass and not granted`.execute(
          trx,
        )
      ).rows;
    await expect.poll(findWaiting, { timeout: 60_000 }).not.toEqual([]);
    killed.child.kill('SIGKILL');
    await killed.exit;
    return findRun();
  });
  expect(before.leaseId).not.toBeNull();

  const other = startBuiltServer(settings);
  await findAddress(other);
  // jobs.both.test.ts has that the lease is respected; on a slow machine it may have expired by now.
  await sql`update job_runs set lease_until = now() where name = ${job}`.execute(database.db);
  await expect
    .poll(async () => (await findRun()).finishedAt, { timeout: 60_000 })
    .not.toEqual(before.finishedAt);
});

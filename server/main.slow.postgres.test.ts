import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

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

test('a database that crashes during and after the start does not end the server', async () => {
  // Each of these statements once: the first check of the migrations, the setup link, the first steps.
  const crashAt = ['kysely_migration_checksums', 'lock table setup_codes', 'as "admins"'];
  const run = startBuiltServer({
    DATA_DIR: folder,
    DATABASE_URL: await openCrashingProxy(database.databaseUrl ?? '', crashAt),
  });
  const address = await findAddress(run);
  expect(crashAt).toEqual([]);
  expect(run.output()).toContain('The database went away during the start; waiting for it.');
  expect(run.output()).toContain('Set up the site: ');
  expect(run.output()).toContain('There is no admin yet.');
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});

/** Cuts the connection that sends one of the texts, and takes the text from the list. */
async function openCrashingProxy(databaseUrl: string, texts: string[]): Promise<string> {
  const target = new URL(databaseUrl);
  const server = createServer((client) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const socket of [client, onward]) socket.on('error', () => {});
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.destroy());
    onward.pipe(client);
    client.on('data', (chunk) => {
      const at = texts.findIndex((text) => chunk.includes(text));
      if (at < 0) return onward.write(chunk);
      texts.splice(at, 1);
      return client.destroy();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url.href;
}

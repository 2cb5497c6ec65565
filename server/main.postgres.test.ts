import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';

import { findKeptSecretsKey } from './lib/secrets/secrets-key.ts';
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

test('lost database connections are JSON lines with a level and without keys', async () => {
  const run = startBuiltServer({
    NODE_ENV: 'production',
    SITE_URL: 'http://localhost',
    PAYMENTS: 'off',
    LOG_LEVEL: 'info',
    DATA_DIR: folder,
    DATABASE_URL: database.databaseUrl ?? '',
  });
  const address = await findAddress(run);
  async function loseConnections(): Promise<string> {
    // Leaves at least one connection idle, whatever the jobs are doing.
    await fetch(`${address}/readyz`);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    return run.output();
  }
  await expect
    .poll(loseConnections, { timeout: 60_000, interval: 500 })
    .toContain('An idle database connection was lost.');
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);

  const lines = run
    .output()
    .split('\n')
    // For the person who starts the site, beside the log.
    .filter((line) => !line.startsWith('Set up the site: '))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.every(({ level }) => typeof level === 'number')).toBe(true);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'An idle database connection was lost.',
      err: {
        type: 'error',
        message: 'terminating connection due to administrator command',
        code: '57P01',
        stack: expect.any(String),
      },
    }),
  );
  expect(run.output()).not.toMatch(/secretKey|password/);
  // The pictures are in the folder, so it lasts as long as the database, and may keep the key.
  expect(findKeptSecretsKey(folder)).toHaveLength(32);
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

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

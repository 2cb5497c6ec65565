import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';

import { assertLatestVersion } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { findKeptSecretsKey } from './lib/secrets/secrets-key.ts';
import {
  findAddress,
  killBuiltServer,
  spawnBuiltServer,
  startBuiltServer,
} from './testing/built-server.ts';
import type { BuiltServer } from './testing/built-server.ts';
import { fillDataDir } from './testing/embedded-folder.ts';

const tablesFilledByMigrations = [
  'kysely_migration',
  'kysely_migration_checksums',
  'kysely_migration_lock',
  'labels',
  'skills',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wynhold-main-'));
  await buildIfChanged();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the build has a database with all migrations and no content', async () => {
  const dataDir = join(folder, 'blank');
  await cp('dist/server/blank-database', join(dataDir, 'db'), { recursive: true });
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  await assertLatestVersion(database);
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(
    database.db,
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(database.db);
    if (rows.length > 0) filled.push(name);
  }
  expect(filled).toEqual(tablesFilledByMigrations);
});

test('the build has every picture of the demo', async () => {
  const names = await readdir('server/demo/art', { recursive: true });
  const drawings = names.filter((name) => name.endsWith('.json'));
  expect(drawings.length).toBeGreaterThan(20);
  for (const drawing of drawings) {
    const base = join('dist/server/art', drawing.replace(/\.json$/, ''));
    const text = await readFile(`${base}.json`, 'utf8');
    const { hash, widths } = JSON.parse(text) as { hash: string; widths: number[] };
    const widest = await readFile(`${base}-${widths.at(-1)}.webp`);
    expect(createHash('sha256').update(widest).digest('hex').slice(0, 32), drawing).toBe(hash);
  }
});

test('a bad setting is one clear line that names it', async () => {
  const run = startBuiltServer({ PORT: 'many', DATA_DIR: folder });
  expect(await run.exit).toBe(1);
  expect(run.output()).toBe('Setting PORT is not valid: must be a number.');
});

test('a data folder that cannot be written is one clear line', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const run = startBuiltServer({ DATA_DIR: join(file, 'data') });
  expect(await run.exit).toBe(1);
  expect(run.output().split('\n')).toHaveLength(1);
  expect(run.output()).toContain(file);
});

test('a refused database login is one clear line without the password', async () => {
  // PostgreSQL's answer to a wrong password.
  const fields = Buffer.from('SFATAL\0C28P01\0Mno\0\0');
  const refusal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), fields]);
  refusal.writeInt32BE(fields.length + 4, 1);
  const database = createServer((socket) => socket.once('data', () => socket.end(refusal)));
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  onTestFinished(() => void database.close());
  const { port } = database.address() as AddressInfo;
  const run = startBuiltServer({
    DATABASE_URL: `postgres://keeper:secret@127.0.0.1:${port}/site`,
    DATA_DIR: folder,
  });
  expect(await run.exit).toBe(1);
  expect(run.output().split('\n')).toHaveLength(1);
  expect(run.output()).toContain('the password is wrong');
  expect(run.output()).not.toContain('secret');
});

test('a database that is not ready yet is waited for, in one line without the password', async () => {
  const run = startBuiltServer({
    DATABASE_URL: 'postgres://keeper:secret@127.0.0.1:1/site',
    DATA_DIR: folder,
  });
  await expect.poll(run.output).toContain('127.0.0.1:1 is not ready yet');
  expect(run.output().split('\n')).toHaveLength(1);
  expect(run.output()).not.toContain('secret');
});

test('the command line does not create a site', async () => {
  const data = join(folder, 'nothing');
  const run = startBuiltServer({ DATA_DIR: data, PROGRAM: 'admin.js', ARGUMENTS: 'list-sessions' });
  expect(await run.exit).toBe(1);
  expect(run.output()).toMatch(
    /^There is no site in .*nothing\. Start the site once, .*ENV_FILE.*$/,
  );
  expect(existsSync(data)).toBe(false);
});

test('ENV_FILE applies to the server and the command line', async () => {
  const file = join(folder, 'site.env');
  await writeFile(file, `DATA_DIR=${join(folder, 'named-in-file')}\n`);
  const listed = startBuiltServer({
    ENV_FILE: file,
    PROGRAM: 'admin.js',
    ARGUMENTS: 'list-sessions',
  });
  expect(await listed.exit).toBe(1);
  expect(listed.output()).toContain('There is no site in ');
  expect(listed.output()).toContain('named-in-file');
  await writeFile(file, 'IDENTITY=facebook\n');
  const served = startBuiltServer({ ENV_FILE: file, DATA_DIR: folder });
  expect(await served.exit).toBe(1);
  expect(served.output()).toContain('Setting IDENTITY ');
  const missing = startBuiltServer({ ENV_FILE: join(folder, 'missing.env') });
  expect(await missing.exit).toBe(1);
  expect(missing.output()).toMatch(/^The settings in .*missing\.env cannot be read: .*$/);
});

describe('a site in production', () => {
  let data: string;
  let run: BuiltServer;
  let address: string;
  beforeAll(async () => {
    data = join(folder, 'shared');
    await fillDataDir(data);
    run = spawnBuiltServer({
      NODE_ENV: 'production',
      NODE_OPTIONS: '--trace-deprecation --pending-deprecation',
      SITE_URL: 'http://localhost',
      PAYMENTS: 'off',
      LOG_LEVEL: 'info',
      DATA_DIR: data,
    });
    address = await findAddress(run);
  });
  afterAll(() => killBuiltServer(run));

  test('a second server on the same folder exits at once, and the first keeps running', async () => {
    const second = startBuiltServer({ DATA_DIR: data });
    expect(await second.exit).toBe(1);
    expect(second.output().split('\n')).toHaveLength(1);
    expect(second.output()).toContain('already in use');
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  test('in production every line is a JSON object with a level, except the setup link', async () => {
    await fetch(`${address}/news?code=kept-secret`);
    await expect.poll(run.output, { timeout: 60_000 }).toContain('"path":"/news"');
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    // Made at the first start, since SECRETS_KEY is not set.
    expect(findKeptSecretsKey(data)).toHaveLength(32);
    const isLink = (line: string) => line.startsWith('Set up the site: ');
    const lines = run.output().split('\n');
    expect(lines.filter(isLink)).toEqual([
      expect.stringMatching(/: http:\/\/localhost\/setup\?code=[\w-]{43}$/),
    ]);
    expect(
      lines.filter((line) => !isLink(line)).map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      expect.objectContaining({
        level: 40,
        msg: expect.stringContaining('no admin yet') as string,
      }),
      expect.objectContaining({ level: 40, msg: expect.stringContaining('SMTP_URL') as string }),
      expect.objectContaining({
        level: 40,
        msg: expect.stringContaining('CONTACT_EMAIL') as string,
      }),
      expect.objectContaining({ level: 30, msg: `Wynhold is open: ${address}` }),
      expect.objectContaining({ level: 30, method: 'GET', path: '/news', status: 200 }),
    ]);
    expect(run.output()).not.toContain('kept-secret');
  });
});

test('a port in use is one clear line that names it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const run = startBuiltServer({ PORT: String(port), DATA_DIR: join(folder, 'shared') });
  expect(await run.exit).toBe(1);
  expect(run.output()).toMatch(new RegExp(`^Port ${port} is already in use\\..*$`));
});

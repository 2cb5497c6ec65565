import fs, { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';

import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { offerCopies } from '#server/db/embedded-copy.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { checkBackup } from '#server/features/backups/read-backup.ts';
import { digestTables } from '#server/features/backups/testing/backups.ts';
import { createFolderStore } from '#server/features/media/folder-store.ts';
import { openDeps } from '#server/open-deps.ts';
import { fillDataDir } from '#server/testing/embedded-folder.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { runProcess } from '#server/testing/run-process.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { testConfig } from '#server/testing/test-app.ts';
import { engine, openTestDatabase } from '#server/testing/test-database.ts';

import { runCommandLine } from './run-command-line.ts';

const picture = Buffer.from('a picture');

/** The settings of a site without content, which is stopped. */
async function createSite(): Promise<Config> {
  const dataDir = await createTemporaryFolder();
  if (engine === 'embedded') {
    await fillDataDir(dataDir);
    return testConfig({ DATA_DIR: dataDir });
  }
  const database = await openTestDatabase();
  await database.db.destroy();
  onTestFinished(() => database.close());
  return testConfig({ DATA_DIR: dataDir, DATABASE_URL: database.databaseUrl ?? '' });
}

async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>) {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function addPlayer({ db }: Database, name: string): Promise<void> {
  const key = name.toLowerCase();
  await sql`
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
    values (${name}, ${key}, ${`${key}@x.test`}, ${`${key}@x.test`}, 'embedded', ${key})`.execute(
    db,
  );
}

async function run(config: Config, ...args: string[]) {
  const output: string[] = [];
  const progress: string[] = [];
  const code = await runCommandLine(args, {
    terminal: {
      isInteractive: false,
      print: (line) => void output.push(line),
      printError: (line) => void output.push(line),
      showProgress: (line) => void progress.push(line),
      ask: async () => '',
      askHidden: async () => '',
      readAll: async () => '',
    },
    loadConfig: () => config,
    openDeps: () => openDeps(config, { mustExist: true }),
  });
  return { code, output, progress };
}

/** A backup of a site with Olga and one picture. */
async function makeFile(): Promise<string> {
  const file = path.join(await createTemporaryFolder(), 'site.wynhold');
  const database = await openTestDatabase();
  const media = createMemoryStore();
  await media.put('ab-1.webp', picture);
  await addPlayer(database, 'Olga');
  await makeBackup({ db: database.db, media }, file);
  await database.close();
  return file;
}

test('restore replaces a site with accounts only with --replace, and keeps it in a backup', async () => {
  const file = await makeFile();
  const config = await createSite();
  await withDatabase(config, (database) => addPlayer(database, 'Zed'));
  const refused = await run(config, 'restore', file);
  expect(refused).toMatchObject({ code: 1, output: [expect.stringContaining('Add --replace')] });

  const { code, output, progress } = await run(config, 'restore', file, '--replace');
  const [kept = ''] = await readdir(path.join(config.dataDir, 'backups'));
  expect(await checkBackup(path.join(config.dataDir, 'backups', kept))).toMatchObject({
    tables: expect.arrayContaining([expect.objectContaining({ name: 'accounts', rows: 1 })]),
  });
  expect({ code, output: [output[0], output[1], output.at(-1)] }).toEqual({
    code: 0,
    output: [
      expect.stringContaining(kept),
      expect.stringMatching(/is restored: \d+ rows and 1 files\.$/),
      expect.stringMatching(/^Ledger checked, no errors: 1 accounts/),
    ],
  });
  expect(progress.join()).toContain('% restoring');
  const names = await withDatabase(config, ({ db }) =>
    db.selectFrom('accounts').select('username').execute(),
  );
  expect(names).toEqual([{ username: 'Olga' }]);
  const store = createFolderStore(path.join(config.dataDir, 'media'));
  expect(await store.get('ab-1.webp')).toEqual(picture);
});

test('a bad file is one line, and does not create a site', async () => {
  const dataDir = await createTemporaryFolder();
  const config = testConfig({ DATA_DIR: dataDir });
  const { code, output } = await run(config, 'restore', path.join(dataDir, 'none'));
  expect({ code, output }).toEqual({
    code: 1,
    output: [`${path.join(dataDir, 'none')} cannot be read (ENOENT).`],
  });
  expect(await run(config, 'backup', path.join(dataDir, 'x'))).toMatchObject({
    code: 1,
    output: [expect.stringContaining('There is no site in')],
  });
  expect(await readdir(dataDir)).toEqual([]);
});

test('a file that is cut off, changed, newer or in another encoding is one line and changes nothing', async () => {
  const file = await makeFile();
  const config = await createSite();
  const before = await withDatabase(config, ({ db }) => digestTables(db));
  const whole = await readFile(file);
  const bad = `${file}.bad`;
  for (const [content, reason] of [
    [whole.subarray(0, whole.length / 2), 'is incomplete: its end is missing. Copy it again.'],
    [
      gzipSync(gunzipSync(whole).toString().replaceAll('Olga', 'Anna')),
      'is damaged: its content does not match its digest.',
    ],
    [
      gzipSync('{"wynholdBackup":99}\n'),
      'was made by a newer version of the site. Update this one first, then restore it.',
    ],
    [
      gzipSync(Buffer.from('{"wynholdBackup":1}\n', 'utf16le')),
      'is not a backup of this software.',
    ],
  ] as const) {
    await writeFile(bad, content);
    expect(await run(config, 'restore', bad)).toMatchObject({
      code: 1,
      output: [`${bad} ${reason}`],
    });
  }
  expect(await withDatabase(config, ({ db }) => digestTables(db))).toEqual(before);
});

test('a full disk is one line, and leaves nothing behind', async () => {
  const config = await createSite();
  const folder = await createTemporaryFolder();
  const file = path.join(folder, 'site.wynhold');
  for (const name of ['write', 'writev'] as const) {
    vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
      const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
      (args.at(-1) as (error: Error) => void)(full);
    });
  }
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await run(config, 'backup', file)).toMatchObject({
    code: 1,
    output: [`${file} was not made: the disk is full.`],
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a running site is backed up, and not replaced', async () => {
  const config = await createSite();
  const site = await openDatabase(config);
  const { copyTo } = site;
  const stop = copyTo && (await offerCopies({ copyTo, dataDir: config.dataDir }, console.warn));
  onTestFinished(async () => {
    await stop?.();
    await site.close();
  });
  await addPlayer(site, 'Olga');
  const socket = await stat(path.join(config.dataDir, 'copy.sock')).catch(() => undefined);
  expect(socket && socket.mode & 0o777).toBe(engine === 'embedded' ? 0o600 : undefined);
  const file = path.join(config.dataDir, 'site.wynhold');
  await createFolderStore(path.join(config.dataDir, 'media')).put('ab-1.webp', picture);
  const made = await run(config, 'backup', file);
  expect(made.output.join()).toMatch(/site\.wynhold: \d+ rows and 1 files, [\d.]+ kB\.$/);
  expect(made.progress.at(-1)).toBe(`[${'#'.repeat(30)}] 100% 1 files`);
  expect(await checkBackup(file)).toMatchObject({
    tables: expect.arrayContaining([expect.objectContaining({ name: 'accounts', rows: 1 })]),
  });
  await addPlayer(site, 'Zed');
  await expect
    .poll(() => readdir(config.dataDir))
    .not.toContainEqual(expect.stringContaining('db.copy-'));

  const { code, output } = await run(config, 'restore', file, '--replace');
  expect({ code, lines: output.length }).toEqual({ code: 1, lines: 1 });
  expect(output[0]).toMatch(
    engine === 'embedded' ? /already in use by another Wynhold/ : /The site is running/,
  );
  expect((await digestTables(site.db)).accounts?.rows).toBe(2);
});

test('a killed backup leaves no file of that name, and the next one succeeds', async () => {
  const config = await createSite();
  const file = path.join(config.dataDir, 'site.wynhold');
  await killInTheMiddle(config, 'backup', file);
  expect(existsSync(file)).toBe(false);
  expect((await run(config, 'backup', file)).code).toBe(0);
  expect(existsSync(`${file}.unfinished`)).toBe(false);
});

test('a killed restore changes nothing', async () => {
  const file = await makeFile();
  const to = await createSite();
  const before = await withDatabase(to, async (database) => {
    await addPlayer(database, 'Zed');
    return digestTables(database.db);
  });
  await killInTheMiddle(to, 'restore', file);
  expect(await withDatabase(to, ({ db }) => digestTables(db))).toEqual(before);
});

/** After all rows were written to the file, or to the transaction. */
async function killInTheMiddle(config: Config, task: string, file: string): Promise<void> {
  const user = runProcess('server/testing/backup-user.ts', [
    task,
    file,
    config.dataDir,
    config.databaseUrl ?? '',
  ]);
  expect(await user.readLine()).toBe('ready');
  await user.kill();
}

import fs from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { fillDataDir } from '#server/testing/embedded-folder.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import type { Database } from './database.ts';
import { prepareEmbeddedDirectory } from './embedded-directory.ts';
import { assertLatestVersion } from './migrate.ts';
import { openDatabase } from './open-database.ts';

describe('a new database', () => {
  let folder: string;
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-test-'));
    const built = path.join(folder, 'built');
    await fillDataDir(built);
    dataDir = path.join(folder, 'data');
    await mkdir(dataDir);
    await prepareEmbeddedDirectory(path.join(dataDir, 'db'), path.join(built, 'db'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  test('is a copy of the one that the build prepared', async () => {
    expect(await readdir(dataDir)).toEqual(['db']);
    const { mode } = await stat(path.join(dataDir, 'db'));
    expect(process.platform === 'win32' || (mode & 0o777) === 0o700).toBe(true);
    database = await openDatabase({ dataDir });
    await expect(assertLatestVersion(database)).resolves.toBeUndefined();
  });

  test('syncs every commit to the disk, except rate-limit counters', async () => {
    const { db } = database;
    const hit = { key: 'a', hits: 1, resets_at: new Date() };
    // After a migration, the first read of a catalogue page may also write to the log.
    await db
      .insertInto('rate_limits')
      .values({ ...hit, key: 'first' })
      .execute();
    await db.selectFrom('settings').selectAll().execute();
    const sync = vi.spyOn(fs, 'fsyncSync');
    for (let i = 1; i <= 3; i++) {
      await db
        .insertInto('settings')
        .values({ key: `k${i}`, value: '1' })
        .execute();
      expect(sync).toHaveBeenCalledTimes(i);
    }
    await db.insertInto('rate_limits').values(hit).execute();
    await db.selectFrom('settings').selectAll().execute();
    expect(sync).toHaveBeenCalledTimes(3);

    await sql`checkpoint`.execute(db);
    expect(sync.mock.calls.length).toBeGreaterThan(4);
    sync.mockRestore();
  });
});

describe('a data folder that cannot be used', () => {
  test('is refused if the database folder contains something else', async () => {
    const dataDir = await createTemporaryFolder();
    await mkdir(path.join(dataDir, 'db'));
    await writeFile(path.join(dataDir, 'db', 'photo.jpg'), '');
    expect(await refusal(dataDir)).toMatch(
      /^.*contains something other than a Wynhold database.*$/,
    );
    expect(await readdir(path.join(dataDir, 'db'))).toEqual(['photo.jpg']);
  });

  test('is refused if another PostgreSQL version created it', async () => {
    const dataDir = await createTemporaryFolder();
    await mkdir(path.join(dataDir, 'db'));
    await writeFile(path.join(dataDir, 'db', 'PG_VERSION'), '17\n');
    expect(await refusal(dataDir)).toMatch(
      /^.*was made by PostgreSQL 17; this Wynhold needs 18.*$/,
    );
  });

  test.each(['global/pg_control', 'pg_wal'])(
    'is refused in one line without its %s',
    async (part) => {
      const dataDir = await createTemporaryFolder();
      await fillDataDir(dataDir);
      await rm(path.join(dataDir, 'db', part), { recursive: true });
      expect(await refusal(dataDir)).toMatch(
        /^The database in .+ is damaged and cannot be opened\. .+$/,
      );
      // The lock was released.
      expect(await readdir(dataDir)).toEqual(['db']);
    },
  );

  test('is refused if it cannot be created', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(path.join(folder, 'file'), '');
    expect(await refusal(path.join(folder, 'file', 'data'))).toMatch(/^.*cannot be created.*$/);
  });
});

async function refusal(dataDir: string): Promise<string> {
  const error = await openDatabase({ dataDir }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: 'StartupError' });
  return (error as Error).message;
}

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { runProcess } from '#server/testing/run-process.ts';

import { openDatabase } from './open-database.ts';

const userFile = 'server/testing/data-dir-user.ts';

// All tests use one folder, and each continues where the previous one ended: creating a database takes
// seconds.
describe('the embedded database', { timeout: 180_000 }, () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'wynhold-test-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test('leaves no partial database if it is killed while creating one', async () => {
    const creator = runProcess(userFile, ['write', dataDir]);
    const unfinished = await vi.waitUntil(findUnfinished, { timeout: 60_000, interval: 5 });
    await creator.kill();
    expect((await readdir(dataDir)).toSorted()).toEqual(['db.lock', unfinished]);
  });

  test('is created by the next process, which locks out others meanwhile', async () => {
    const writer = runProcess(userFile, ['write', dataDir]);
    expect(await writer.readLine()).toBe('ready');
    expect((await readdir(dataDir)).toSorted()).toEqual(['db', 'db.lock']);
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `The data folder ${dataDir} is already in use by another Wynhold (process ${writer.pid}).`,
    );
    await writer.kill();
  });

  test('keeps what a killed process had stored, and can be opened immediately', async () => {
    const database = await openDatabase({ dataDir });
    const { rows } = await sql`select row from stored_rows`.execute(database.db);
    expect(rows).toEqual([{ row: 'by a process' }]);
    await database.close();
    expect(await readdir(dataDir)).toEqual(['db']);
  });

  async function findUnfinished(): Promise<string | undefined> {
    return (await readdir(dataDir)).find((name) => name.startsWith('db.unfinished-'));
  }
});

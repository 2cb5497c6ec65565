import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { runProcess } from '#server/testing/run-process.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import { lockDataDir, removeStale } from './data-dir-lock.ts';
import { describeProcessSpace, findProcessStart } from './process-identity.ts';

const userFile = 'server/testing/data-dir-user.ts';
const quick = { heartbeatMs: 20, silenceMs: 200 };

describe('the lock of the data folder', () => {
  test('refuses a second process and names the first, until that one has ended', async () => {
    const folder = await createTemporaryFolder();
    const first = runProcess(userFile, ['lock', folder]);
    expect(await first.readLine()).toBe('ready');

    await expect(lock(folder)).rejects.toThrow(
      `The data folder ${folder} is already in use by another Wynhold (process ${first.pid}).`,
    );
    const second = runProcess(userFile, ['lock', folder]);
    expect(await second.readLine()).toMatch(/^refused: The data folder .* is already in use/);

    await first.end();
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('is free again at once after its holder was killed', async () => {
    const folder = await createTemporaryFolder();
    const holder = runProcess(userFile, ['lock', folder]);
    expect(await holder.readLine()).toBe('ready');
    await holder.kill();

    expect(await readdir(folder)).toEqual(['db.lock']);
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('refuses the same process twice', async () => {
    const folder = await createTemporaryFolder();
    const held = await lock(folder);
    await expect(lock(folder)).rejects.toThrow(`(process ${process.pid})`);
    await held.release();
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('is not taken for held because a later process got the same number', async () => {
    const folder = await createTemporaryFolder();
    const space = await describeProcessSpace();
    await writeLock(folder, { pid: process.ppid, start: 'long ago', space });
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('is held while the process with that number is the one that took it', async () => {
    const folder = await createTemporaryFolder();
    const [space, start] = await Promise.all([
      describeProcessSpace(),
      findProcessStart(process.ppid),
    ]);
    await writeLock(folder, { pid: process.ppid, start, space });
    await expect(lock(folder)).rejects.toThrow(`(process ${process.ppid})`);
  });

  test('of another machine or container is held while its heartbeat goes on', async () => {
    const folder = await createTemporaryFolder();
    // The number belongs to nobody here: only the heartbeat can tell.
    const file = await writeLock(folder, { pid: 2 ** 30, start: '1', space: 'elsewhere' });
    const beat = setInterval(() => void utimes(file, new Date(), new Date()), 5);
    await expect(lock(folder)).rejects.toThrow('is already in use');
    clearInterval(beat);
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('has a heartbeat', async () => {
    const folder = await createTemporaryFolder();
    const { release } = await lock(folder);
    const file = path.join(folder, 'db.lock');
    const { mtimeMs } = await stat(file);
    await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(mtimeMs);
    await release();
  });

  test('whose writer was interrupted is taken over once it stays silent', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(path.join(folder, 'db.lock'), '{"pid":');
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('goes to exactly one of twenty newcomers that find a stale one', async () => {
    const space = await describeProcessSpace();
    for (let round = 0; round < 20; round += 1) {
      const folder = await createTemporaryFolder();
      await writeLock(folder, { pid: process.ppid, start: 'long ago', space });
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => lock(folder)));
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['db.lock']);
    }
  });

  test('that a quicker newcomer has just taken survives a slower one clearing the stale one', async () => {
    const folder = await createTemporaryFolder();
    const { release } = await lock(folder);
    const file = path.join(folder, 'db.lock');
    const fresh = await readFile(file, 'utf8');
    const { ino } = await stat(file);
    await removeStale(file, { pid: 1, start: '1', space: 'here', token: 'the stale one' });
    expect(await readFile(file, 'utf8')).toBe(fresh);
    // The same file: had it been away for a moment, a third one could have made its own.
    expect((await stat(file)).ino).toBe(ino);
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('is taken over although a newcomer was killed while removing the stale one', async () => {
    const folder = await createTemporaryFolder();
    const space = await describeProcessSpace();
    const file = await writeLock(folder, { pid: process.ppid, start: 'long ago', space });
    const claim = `${file}.an earlier one`;
    await writeFile(claim, '');
    const minuteAgo = new Date(Date.now() - 60_000);
    await utimes(claim, minuteAgo, minuteAgo);
    const { release } = await lock(folder);
    expect(await readdir(folder)).toEqual(['db.lock']);
    await release();
  });

  test('says in one line that the folder cannot be written to', async () => {
    // Root may write everywhere but where nobody can.
    const folder = process.platform === 'linux' ? '/proc' : '/';
    const refusal = await lock(folder).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/^The data folder .* cannot be written to \([A-Z]+\)\. .*\.$/),
    });
  });
});

function lock(folder: string) {
  return lockDataDir(folder, () => {}, quick);
}

/** What is left in the folder afterwards. */
async function lockAndRelease(folder: string): Promise<string[]> {
  const { release } = await lock(folder);
  await release();
  return readdir(folder);
}

type Holder = { pid: number; start: string | undefined; space: string };

async function writeLock(folder: string, holder: Holder): Promise<string> {
  const file = path.join(folder, 'db.lock');
  await writeFile(file, JSON.stringify({ ...holder, token: 'an earlier one' }));
  return file;
}

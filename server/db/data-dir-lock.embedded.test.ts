import { readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { runProcess } from '#server/testing/run-process.ts';
import { sized } from '#server/testing/sized.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { removeStale } from '#shared-node/file-lock.mjs';
import { describeProcessSpace, findProcessStart } from '#shared-node/process-identity.mjs';

import { lockDataDir } from './data-dir-lock.ts';

const userFile = 'server/testing/data-dir-user.ts';
const quick = { heartbeatMs: 20, silenceMs: 200 };

describe('the lock of the data folder', () => {
  test('refuses a second process and names the first, until the first has ended', async () => {
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

  test('is free immediately after its holder was killed', async () => {
    const folder = await createTemporaryFolder();
    const holder = runProcess(userFile, ['lock', folder]);
    expect(await holder.readLine()).toBe('ready');
    await holder.kill();

    expect(await readdir(folder)).toEqual(['db.lock']);
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('cannot be taken twice by the same process', async () => {
    const folder = await createTemporaryFolder();
    const held = await lock(folder);
    await expect(lock(folder)).rejects.toThrow(`(process ${process.pid})`);
    await held.release();
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('is not held if a later process has the same pid', async () => {
    const folder = await createTemporaryFolder();
    const space = await describeProcessSpace();
    await writeLock(folder, { pid: process.ppid, start: 'long ago', space });
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('is held while the process that took it is running', async () => {
    const folder = await createTemporaryFolder();
    const [space, start] = await Promise.all([
      describeProcessSpace(),
      findProcessStart(process.ppid),
    ]);
    await writeLock(folder, { pid: process.ppid, start, space });
    await expect(lock(folder)).rejects.toThrow(`(process ${process.ppid})`);
  });

  test('from another machine or container is held while its heartbeat continues', async () => {
    const folder = await createTemporaryFolder();
    // No process here has this pid, so only the heartbeat can decide.
    const file = await writeLock(folder, { pid: 2 ** 30, start: '1', space: 'elsewhere' });
    const beat = setInterval(() => void utimes(file, new Date(), new Date()), 5);
    await expect(lock(folder)).rejects.toThrow('is already in use');
    clearInterval(beat);
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('from another machine is free if it is given back during the wait', async () => {
    const folder = await createTemporaryFolder();
    const file = await writeLock(folder, { pid: 2 ** 30, start: '1', space: 'elsewhere' });
    const warnings: string[] = [];
    const giveBack = (text: string) => {
      warnings.push(text);
      // After the first look at the file.
      setTimeout(() => void rm(file), 10);
    };
    const { release } = await lockDataDir(folder, giveBack, { heartbeatMs: 60, silenceMs: 240 });
    expect(warnings).toEqual([expect.stringContaining('from another machine')]);
    await release();
  });

  test('has a heartbeat', async () => {
    const folder = await createTemporaryFolder();
    const { release } = await lock(folder);
    const file = path.join(folder, 'db.lock');
    const { mtimeMs } = await stat(file);
    await expect.poll(async () => (await stat(file)).mtimeMs).toBeGreaterThan(mtimeMs);
    await release();
  });

  test('with incomplete content is taken over if it has no heartbeat', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(path.join(folder, 'db.lock'), '{"pid":');
    expect(await lockAndRelease(folder)).toEqual([]);
  });

  test('goes to exactly one of twenty callers that find a stale one', async () => {
    const space = await describeProcessSpace();
    for (let round = 0; round < sized(4, 20); round += 1) {
      const folder = await createTemporaryFolder();
      await writeLock(folder, { pid: process.ppid, start: 'long ago', space });
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => lock(folder)));
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      expect(await readdir(folder)).toEqual(['db.lock']);
    }
  });

  test('is kept if it was taken just before another caller removes the stale one', async () => {
    const folder = await createTemporaryFolder();
    const { release } = await lock(folder);
    const file = path.join(folder, 'db.lock');
    const fresh = await readFile(file, 'utf8');
    const { ino } = await stat(file);
    await removeStale(file, { pid: 1, start: '1', space: 'here', token: 'the stale one' });
    expect(await readFile(file, 'utf8')).toBe(fresh);
    // The same file: if it had been gone for a moment, a third caller could have created its own.
    expect((await stat(file)).ino).toBe(ino);
    await release();
    expect(await readdir(folder)).toEqual([]);
  });

  test('is taken over even if another process was killed while removing the stale one', async () => {
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

  test('reports in one line that the folder cannot be written to', async () => {
    // Tests may run as root, which can write everywhere else.
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

/** Returns the files left in the folder. */
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

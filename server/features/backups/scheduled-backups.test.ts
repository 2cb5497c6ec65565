import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { listJobs } from '#server/features.ts';
import { createJobRunner } from '#server/lib/data/jobs.ts';
import { bucketSettings, startBucket } from '#server/testing/fake-bucket.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';

import { checkBackup } from './read-backup.ts';
import { makeDueBackup } from './scheduled-backups.service.ts';
import { explainWriteError } from './write-backup.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const site = 'play.example-8080';

afterEach(() => vi.restoreAllMocks());

async function open(settings: Record<string, string>): Promise<TestApp> {
  const opened = await openTestApp({
    settings: {
      BACKUP_EVERY_HOURS: '24',
      SITE_URL: 'http://play.example:8080',
      DATA_DIR: await createTemporaryFolder(),
      ...settings,
    },
  });
  onTestFinished(() => opened.close());
  return opened;
}

async function openWithFolder(settings: Record<string, string> = {}) {
  const folder = path.join(await createTemporaryFolder(), 'backups');
  return { folder, opened: await open({ BACKUP_TO: folder, ...settings }) };
}

async function readDashboard(opened: TestApp) {
  const { cookie } = await opened.addPlayer(`Admin ${Math.random().toString(36).slice(2, 7)}`, 3);
  const answer = await opened.app.inject({ url: '/api/admin/overview', headers: { cookie } });
  const { backup, concerns } = answer.json<AdminOverview>();
  return { backup, concern: concerns.find(({ kind }) => kind.startsWith('backup-')) };
}

const start = Date.now();
const ago = (ms: number) => new Date(start - ms);
const nameOf = (at: Date, of = site) =>
  `${of}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.wynhold`;

describe('into a folder', () => {
  test('a backup is made when it is due, and shown on the dashboard', async () => {
    const { folder, opened } = await openWithFolder();
    expect(await readDashboard(opened)).toEqual({
      backup: { everyHours: 24, last: null },
      concern: undefined,
    });
    const [first, early, second] = [ago(30 * hourMs), ago(6.1 * hourMs), ago(6 * hourMs)] as const;
    await makeDueBackup(opened.deps, { now: first });
    expect(await readdir(folder)).toEqual([nameOf(first)]);
    await makeDueBackup(opened.deps, { now: early });
    expect(await readdir(folder)).toEqual([nameOf(first)]);
    await makeDueBackup(opened.deps, { now: second });
    expect(await readdir(folder)).toEqual([nameOf(first), nameOf(second)]);

    const file = path.join(folder, nameOf(second));
    const accounts = expect.objectContaining({ name: 'accounts', rows: 1 });
    expect((await checkBackup(file)).tables).toContainEqual(accounts);
    const { size, mode } = await stat(file);
    expect(mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readDashboard(opened)).toEqual({
      backup: { everyHours: 24, last: { at: second.toISOString(), bytes: size, place: folder } },
      concern: undefined,
    });
  });

  test('one is made at once in a new folder, although the last one elsewhere is recent', async () => {
    const { opened } = await openWithFolder();
    await makeDueBackup(opened.deps, { now: ago(hourMs) });
    const folder = await createTemporaryFolder();
    const { config } = opened.deps;
    const backups = { ...config.backups, place: { kind: 'folder' as const, folder } };
    await makeDueBackup({ ...opened.deps, config: { ...config, backups } }, { now: ago(0) });
    expect(await readdir(folder)).toEqual([nameOf(ago(0))]);
  });

  test('one is made if the last one or its failure is from the future, by a clock that was wrong', async () => {
    const { folder, opened } = await openWithFolder();
    const [ahead, now] = [ago(-9 * hourMs), ago(0)];
    await makeDueBackup(opened.deps, { now: ahead });
    await makeDueBackup(opened.deps, { now });
    expect((await readdir(folder)).toSorted()).toEqual([nameOf(now), nameOf(ahead)].toSorted());
  });

  test('old ones are deleted, but never the newest, nor files of others', async () => {
    const { folder, opened } = await openWithFolder({ BACKUP_KEEP_DAYS: '3' });
    await makeDueBackup(opened.deps, { now: ago(5 * dayMs) });
    const kept = [nameOf(ago(9 * dayMs), 'other.example'), 'before-restore-2020.wynhold'];
    for (const name of [...kept, nameOf(ago(9 * dayMs)), nameOf(ago(8 * dayMs))]) {
      await writeFile(path.join(folder, name), '');
    }
    const newest = nameOf(ago(5 * dayMs));
    vi.spyOn(fs, 'write').mockImplementation(failWrites);
    vi.spyOn(fs, 'writev').mockImplementation(failWrites);
    await makeDueBackup(opened.deps, { now: ago(dayMs + hourMs) });
    expect((await readdir(folder)).sort()).toEqual([...kept, newest].sort());

    vi.restoreAllMocks();
    await makeDueBackup(opened.deps, { now: ago(dayMs) });
    expect((await readdir(folder)).sort()).toEqual([...kept, newest, nameOf(ago(dayMs))].sort());
    await makeDueBackup(opened.deps);
    expect(await readdir(folder)).toHaveLength(4);
    expect(await readdir(folder)).not.toContain(newest);
  });

  test('one is made also if an old one cannot be deleted, which is told', async () => {
    const { folder, opened } = await openWithFolder();
    const [old, first, second] = [ago(90 * dayMs), ago(30 * hourMs), ago(0)] as const;
    // A folder instead of a file.
    fs.mkdirSync(path.join(folder, nameOf(old)), { recursive: true });
    for (const now of [first, second]) await makeDueBackup(opened.deps, { now });
    expect((await readdir(folder)).toSorted()).toEqual(
      [old, first, second].map((at) => nameOf(at)),
    );
    const { backup, concern } = await readDashboard(opened);
    expect(backup?.last?.at).toBe(second.toISOString());
    expect(concern).toMatchObject({
      kind: 'backup-failed',
      count: 1,
      failures: [{ reason: expect.stringMatching(/^Old backups could not be deleted: /) }],
    });
  });

  test('what a killed one has left is removed, and that of other sites is not', async () => {
    const { folder, opened } = await openWithFolder();
    fs.mkdirSync(folder);
    const other = `${nameOf(ago(0), 'other.example')}.unfinished`;
    for (const name of [`${nameOf(ago(hourMs))}.unfinished`, other]) {
      await writeFile(path.join(folder, name), 'half');
    }
    const now = new Date();
    await makeDueBackup(opened.deps, { now });
    expect((await readdir(folder)).sort()).toEqual([nameOf(now), other].sort());
  });

  test('if several replicas wake up at once, one makes it', async () => {
    const { folder, opened } = await openWithFolder();
    const job = listJobs(opened.deps).find(({ name }) => name === 'backups/make-due')!;
    const turns = [1, 2, 3].map(() => createJobRunner(opened.deps.db)(job));
    expect((await Promise.all(turns)).filter((turn) => turn === 'ran')).toHaveLength(1);
    expect(await readdir(folder)).toHaveLength(1);
  });
});

describe('a failure', () => {
  test('is counted and shown until a backup succeeds, and tried again after an hour', async () => {
    const { folder, opened } = await openWithFolder();
    const good = ago(30 * hourMs);
    await makeDueBackup(opened.deps, { now: good });
    const log = { error: vi.fn() };
    const deps = { ...opened.deps, log: log as never };
    vi.spyOn(fs, 'write').mockImplementation(failWrites);
    vi.spyOn(fs, 'writev').mockImplementation(failWrites);
    const [first, soon, second] = [ago(4 * hourMs), ago(3.5 * hourMs), ago(3 * hourMs)] as const;
    for (const now of [first, soon, second]) await makeDueBackup(deps, { now });
    expect(log.error).toHaveBeenCalledTimes(2);
    expect(await readdir(folder)).toEqual([nameOf(good)]);
    const { backup, concern } = await readDashboard(opened);
    expect(backup?.last?.at).toBe(good.toISOString());
    expect(concern).toEqual({
      kind: 'backup-failed',
      count: 2,
      detail: '',
      failures: [
        {
          name: '',
          reason: expect.stringMatching(/was not made: the disk is full\.$/),
          since: first.toISOString(),
          lastAt: second.toISOString(),
        },
      ],
    });

    vi.restoreAllMocks();
    await makeDueBackup(deps);
    expect(await readdir(folder)).toHaveLength(2);
    expect((await readDashboard(opened)).concern).toBeUndefined();
  });

  test.each([
    [
      'a file instead of a folder',
      'file/backups',
      /^The folder .*backups cannot be created: a part of its path is not a folder\.$/,
    ],
    [
      'a folder that is a file',
      'file',
      /^The folder .*file cannot be created: a file with this name is in the way\.$/,
    ],
  ])('%s is one clear line', async (_, name, reason) => {
    const folder = await createTemporaryFolder();
    await writeFile(path.join(folder, 'file'), '');
    const opened = await open({ BACKUP_TO: path.join(folder, name) });
    await makeDueBackup(opened.deps);
    const { concern } = await readDashboard(opened);
    expect(concern?.failures[0]?.reason).toMatch(reason);
  });

  test('is not reported if the server stops', async () => {
    const opened = await open({ BACKUP_TO: '/dev/null/backups' });
    await makeDueBackup(opened.deps, { signal: AbortSignal.abort() });
    expect((await readDashboard(opened)).concern).toBeUndefined();
  });

  test('a first backup that never succeeds is overdue after two intervals', async () => {
    const opened = await open({ BACKUP_TO: '/dev/null/backups' });
    const stopped = AbortSignal.abort();
    await makeDueBackup(opened.deps, { signal: stopped, now: ago(47 * hourMs) });
    expect((await readDashboard(opened)).concern).toBeUndefined();
    const late = await open({ BACKUP_TO: '/dev/null/backups' });
    for (const hours of [49, 1]) {
      await makeDueBackup(late.deps, { signal: stopped, now: ago(hours * hourMs) });
    }
    expect((await readDashboard(late)).concern).toMatchObject({ kind: 'backup-overdue' });
  });

  test('a backup is overdue after two intervals', async () => {
    const { opened } = await openWithFolder();
    await makeDueBackup(opened.deps, { now: ago(47 * hourMs) });
    expect((await readDashboard(opened)).concern).toBeUndefined();
    await makeDueBackup(opened.deps, { now: ago(23 * hourMs) });
    const late = await openWithFolder();
    await makeDueBackup(late.opened.deps, { now: ago(49 * hourMs) });
    expect((await readDashboard(late.opened)).concern).toMatchObject({ kind: 'backup-overdue' });
  });
});

test('without the setting no backups are made, and the dashboard says so', async () => {
  const opened = await open({ BACKUP_EVERY_HOURS: '0' });
  await makeDueBackup(opened.deps);
  expect(await readDashboard(opened)).toEqual({
    backup: { everyHours: 0, last: null },
    concern: undefined,
  });
  const moderator = await opened.addPlayer('Mo', 1);
  const answer = await opened.app.inject({
    url: '/api/admin/overview',
    headers: { cookie: moderator.cookie },
  });
  expect(answer.json()).not.toHaveProperty('backup');
});

describe('into a bucket', () => {
  async function openWithBucket() {
    const bucket = await startBucket();
    const settings = { ...bucketSettings(bucket.endpoint), BACKUP_TO: 'bucket' };
    return { ...bucket, opened: await open({ ...settings, BACKUP_KEEP_DAYS: '1' }) };
  }
  const keyOf = (at: Date) => `/pictures/backups/${nameOf(at)}`;

  test('a backup is sent in parts, read again, and deleted when it is old', async () => {
    const { opened, files, uploads } = await openWithBucket();
    // More than one part.
    await opened.deps.media.put('launcher-ff.jar', randomBytes(18_000_000));
    files.set('/pictures/media/ab-400.webp', Buffer.from('x'));
    const [first, second, third] = [ago(3 * dayMs), ago(2 * dayMs), new Date()] as const;
    await makeDueBackup(opened.deps, { now: first });
    expect([...files.keys()]).toContain(keyOf(first));
    expect(uploads.size).toBe(0);
    const copy = path.join(await createTemporaryFolder(), 'copy');
    await writeFile(copy, files.get(keyOf(first)) ?? '');
    expect(await checkBackup(copy)).toMatchObject({ files: 1 });
    const { backup, concern } = await readDashboard(opened);
    expect(concern).toMatchObject({ kind: 'backup-overdue' });
    expect(backup?.last).toMatchObject({
      bytes: files.get(keyOf(first))?.length,
      place: 'the bucket pictures',
    });
    await opened.deps.media.remove('launcher-ff.jar');
    for (const now of [second, third]) await makeDueBackup(opened.deps, { now });
    expect([...files.keys()].sort()).toEqual(
      ['/pictures/media/ab-400.webp', keyOf(second), keyOf(third)].sort(),
    );
    // Nothing is left on the disk.
    expect(await readdir(opened.deps.config.dataDir)).toEqual([]);
  });

  test('what a killed one has left there and here is removed', async () => {
    const { opened, uploads } = await openWithBucket();
    uploads.set('x', { path: keyOf(ago(hourMs)), parts: new Map() });
    uploads.set('y', { path: '/pictures/backups/mine.zip', parts: new Map() });
    const folder = path.join(opened.deps.config.dataDir, 'backup-to-send');
    fs.mkdirSync(folder);
    await writeFile(path.join(folder, nameOf(ago(hourMs))), 'half');
    await makeDueBackup(opened.deps);
    expect([...uploads.keys()]).toEqual(['y']);
    expect(fs.existsSync(folder)).toBe(false);
  });

  test('a bucket that changes or refuses it is a failure, and keeps nothing', async () => {
    const { opened, files, uploads } = await openWithBucket();
    const now = ago(2 * hourMs);
    vi.spyOn(files, 'set').mockImplementation(function (this: typeof files, key) {
      return Map.prototype.set.call(this, key, Buffer.from('other')) as typeof files;
    });
    await makeDueBackup(opened.deps, { now });
    expect([...files.keys()]).toEqual([]);
    const { concern } = await readDashboard(opened);
    expect(concern?.failures[0]?.reason).toBe('the bucket did not return what was sent');

    vi.restoreAllMocks();
    vi.spyOn(uploads, 'get').mockReturnValue(undefined);
    await makeDueBackup(opened.deps);
    expect([...files.keys()]).toEqual([]);
    const again = await readDashboard(opened);
    expect(again.concern).toMatchObject({ kind: 'backup-failed', count: 2 });
    expect(again.concern?.failures[0]?.reason).toContain('the bucket answered 404');
  });
});

test('a folder that systemd keeps read-only is named as such', () => {
  const error = Object.assign(new Error('EROFS: mkdir'), { code: 'EROFS' });
  expect(explainWriteError(error)).toBe(
    'the disk is read-only, or the folder is missing in ReadWritePaths of the systemd unit (docs/operations.md)',
  );
});

function failWrites(...args: unknown[]): void {
  const error = Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' });
  (args.at(-1) as (error: Error) => void)(error);
}

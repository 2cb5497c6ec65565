import { readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { bucketSettings, startBucket } from '#server/testing/fake-bucket.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import { openEmptyTestDatabase } from '#server/testing/test-database.ts';
import type { Backups } from '#shared/endpoints/backups.ts';

import { checkBackup } from './read-backup.ts';
import { findBackupRequest } from './requested-backups.service.ts';
import { restoreBackup } from './restore.service.ts';
import { makeDueBackup } from './scheduled-backups.service.ts';

let site: TestApp;
let admin: TestPlayer;

async function open(settings: Record<string, string>): Promise<void> {
  const opened = await openTestApp({
    settings: {
      SITE_URL: 'http://localhost:8080',
      DATA_DIR: await createTemporaryFolder(),
      SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
      ...settings,
    },
  });
  onTestFinished(() => opened.close());
  site = opened;
  admin = await site.addPlayer('Warden', 3);
}

const ask = () => site.app.inject(json('POST', '/api/admin/backups', undefined, admin));
const get = (url: string) => site.app.inject({ url, headers: { cookie: admin.cookie } });
const list = async () => (await get('/api/admin/backups')).json<Backups>();
const nothing = { requestedAt: null, failure: null, problem: null };

describe.each(['a folder', 'a bucket'])('into %s', (where) => {
  let folder: string;
  beforeEach(async () => {
    folder = path.join(await createTemporaryFolder(), 'backups');
    const bucket = where === 'a bucket' ? await startBucket() : undefined;
    await open(
      bucket ? { ...bucketSettings(bucket.endpoint), BACKUP_TO: 'bucket' } : { BACKUP_TO: folder },
    );
  });

  test('an admin makes a backup without a schedule, sees it in the list and downloads it', async () => {
    const place = where === 'a folder' ? folder : 'the bucket pictures';
    const schedule = { place, everyHours: 0, keepDays: 14 };
    expect(await list()).toEqual({ ...schedule, ...nothing, backups: [] });
    await makeDueBackup(site.deps);
    expect((await list()).backups).toEqual([]);

    expect((await ask()).statusCode).toBe(204);
    const { requestedAt } = await list();
    expect(Date.parse(requestedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await makeDueBackup(site.deps);
    await makeDueBackup(site.deps);
    const made = await list();
    const at = `${requestedAt?.slice(0, 19)}Z`;
    const name = `localhost-8080-${at.replaceAll(':', '-')}.wynhold`;
    expect(made).toEqual({
      ...schedule,
      ...nothing,
      backups: [{ name, at, bytes: expect.any(Number), requestedBy: 'Warden' }],
    });

    const url = `/api/admin/backups/${name}`;
    const bytes = made.backups[0]!.bytes;
    expect((await get(url)).json()).toEqual({ name, bytes });
    const file = await get(`${url}/file`);
    expect(file.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(bytes),
      'cache-control': expect.stringContaining('no-store'),
    });
    const copy = path.join(await createTemporaryFolder(), 'copy.wynhold');
    await writeFile(copy, file.rawPayload);
    const accounts = expect.objectContaining({ name: 'accounts', rows: 1 });
    const checked = await checkBackup(copy, site.deps.config);
    expect(checked).toMatchObject({ isSigned: true, tables: expect.arrayContaining([accounts]) });
    const { rows } = await sql`
      select action, subject, actor_name from audit_log where actor_name = 'Warden' order by id`.execute(
      site.deps.db,
    );
    expect(rows).toEqual([
      { action: 'backups/requested', subject: name, actor_name: 'Warden' },
      { action: 'backups/downloaded', subject: name, actor_name: 'Warden' },
    ]);
  });

  test('other files cannot be downloaded', async () => {
    if (where === 'a folder') {
      await makeOne();
      await writeFile(path.join(folder, 'other.example-2026-01-02T03-04-05Z.wynhold'), 'secret');
      await writeFile(path.join(folder, '..', 'localhost-8080-secret.wynhold'), 'secret');
    }
    for (const name of [
      'other.example-2026-01-02T03-04-05Z.wynhold',
      '..%2Flocalhost-8080-secret.wynhold',
      'localhost-8080-..%2F..%2Fx.wynhold',
      'localhost-8080-2026-01-02T03-04-05Z.wynhold',
      'localhost-8080-deletions.json',
    ]) {
      for (const end of ['', '/file']) {
        const answer = await get(`/api/admin/backups/${name}${end}`);
        expect([400, 404], name).toContain(answer.statusCode);
      }
    }
  });
});

async function makeOne(): Promise<void> {
  expect((await ask()).statusCode).toBe(204);
  await makeDueBackup(site.deps);
}

test('without a schedule old backups are kept, and the list has all of this site, newest first', async () => {
  const folder = await createTemporaryFolder();
  await open({ BACKUP_TO: folder, BACKUP_KEEP_DAYS: '3' });
  const nameOf = (day: string, of = 'localhost-8080') => `${of}-${day}T03-04-05Z.wynhold`;
  const old = [nameOf('2024-05-01'), nameOf('2025-07-02'), nameOf('2023-02-03')];
  const others = [nameOf('2024-05-02', 'other.example'), 'localhost-8080-mine.wynhold'];
  for (const [at, name] of [...old, ...others].entries()) {
    await writeFile(path.join(folder, name), 'x'.repeat(at + 1));
  }
  const topics = recordTopics(site.deps.live);
  await ask();
  expect(topics.take()).toBe('admin');
  await makeDueBackup(site.deps);
  expect(topics.take()).toBe('admin');
  expect(await readdir(folder)).toEqual(expect.arrayContaining([...old, ...others]));
  const { backups } = await list();
  expect(backups.map(({ name, bytes, requestedBy }) => [name, bytes, requestedBy])).toEqual([
    [backups[0]!.name, expect.any(Number), 'Warden'],
    [old[1], 2, null],
    [old[0], 1, null],
    [old[2], 3, null],
  ]);
  expect(backups[1]!.at).toBe('2025-07-02T03:04:05Z');
});

test('the list says why the place of the backups cannot be read', async () => {
  const loop = path.join(await createTemporaryFolder(), 'loop');
  await symlink(loop, loop);
  await open({ BACKUP_TO: loop });
  const { place, problem, backups } = await list();
  expect({ place, backups }).toEqual({ place: loop, backups: [] });
  expect(problem).toContain('ELOOP');
});

test('of several requests at once, one is accepted', async () => {
  const folder = path.join(await createTemporaryFolder(), 'backups');
  await open({ BACKUP_TO: folder });
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    204, 409, 409,
  ]);
  await makeDueBackup(site.deps);
  expect(await readdir(folder)).toHaveLength(1);
});

test('a failed one is tried again at once, also if it was scheduled', async () => {
  const folder = path.join(await createTemporaryFolder(), 'backups');
  await writeFile(folder, 'in the way');
  await open({ BACKUP_TO: folder, BACKUP_EVERY_HOURS: '24' });
  await makeDueBackup(site.deps);
  expect(await list()).toMatchObject({
    requestedAt: null,
    failure: { reason: expect.stringContaining(folder) },
    backups: [],
  });
  expect((await ask()).statusCode).toBe(204);
  await makeDueBackup(site.deps);
  // Otherwise the job would try again every few seconds.
  expect(await list()).toMatchObject({ requestedAt: null, backups: [] });
  await rm(folder);
  await makeDueBackup(site.deps);
  expect(await list()).toMatchObject({ failure: { lastAt: expect.any(String) }, backups: [] });
  await makeOne();
  expect(await list()).toMatchObject({ ...nothing, backups: [{ requestedBy: 'Warden' }] });
});

test('a backup that was made before the process was killed is not made twice', async () => {
  const folder = path.join(await createTemporaryFolder(), 'backups');
  await open({ BACKUP_TO: folder });
  expect((await ask()).statusCode).toBe(204);
  const { rows: requests } = await sql<{ value: object }>`
    select value from settings where key = 'backups.requested'`.execute(site.deps.db);
  await makeDueBackup(site.deps);
  const value = JSON.stringify(requests[0]!.value);
  await sql`
    insert into settings (key, value) values ('backups.requested', ${value}::jsonb)`.execute(
    site.deps.db,
  );
  await makeDueBackup(site.deps);
  expect(await readdir(folder)).toHaveLength(1);
  expect(await list()).toMatchObject({ ...nothing, backups: [{ requestedBy: 'Warden' }] });
});

test('a restored backup does not ask for itself again', async () => {
  const folder = path.join(await createTemporaryFolder(), 'backups');
  await open({ BACKUP_TO: folder });
  await makeOne();
  const file = path.join(folder, (await list()).backups[0]!.name);
  const database = await openEmptyTestDatabase();
  onTestFinished(() => database.close());
  const header = await checkBackup(file);
  await restoreBackup({ db: database.db, media: createMemoryStore() }, file, { header });
  expect(await findBackupRequest(database.db)).toBeUndefined();
});

test('a public demo does not give its backups away', async () => {
  const folder = path.join(await createTemporaryFolder(), 'backups');
  await open({ BACKUP_TO: folder, SITE_URL: 'http://play.example:8080', DEMO: 'on' });
  await makeOne();
  const { name } = (await list()).backups[0]!;
  for (const end of ['', '/file']) {
    const answer = await get(`/api/admin/backups/${name}${end}`);
    expect(answer.json()).toMatchObject({ code: 'backups/public-demo' });
  }
});

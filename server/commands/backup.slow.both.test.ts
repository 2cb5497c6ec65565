import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { digestTables } from '#server/features/backups/testing/backups.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import {
  addPlayer,
  createSite,
  killInTheMiddle,
  run,
  withDatabase,
} from './testing/stopped-site.ts';

// backups.both.test.ts has a restore that the database refuses in the middle, without a process.

const picture = Buffer.from('a picture');

/** A backup of a site with Olga and one picture. */
let backup: string;
let idOfOlga: number;
/** The rows of a site without content. */
let untouched: Awaited<ReturnType<typeof digestTables>>;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-test-'));
  backup = path.join(folder, 'site.wynhold');
  const database = await openTestDatabase();
  untouched = await digestTables(database.db);
  const media = createMemoryStore();
  await media.put('ab-1.webp', picture);
  await addPlayer(database, 'Olga');
  ({ id: idOfOlga } = await database.db
    .selectFrom('accounts')
    .select('id')
    .executeTakeFirstOrThrow());
  await makeBackup({ db: database.db, media }, backup);
  await database.close();
  return () => rm(folder, { recursive: true });
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
  const to = await createSite();
  await killInTheMiddle(to, 'restore', backup);
  expect(await withDatabase(to, ({ db }) => digestTables(db))).toEqual(untouched);
});

test('deletions from before the backup, which may have been withdrawn, are not applied', async () => {
  const to = await createSite();
  const kept = {
    madeAt: '2026-01-02T03:04:05.000Z',
    leaving: [{ id: idOfOlga, deleteAfter: '2026-01-16T03:04:05.000Z' }],
    erased: [],
  };
  const name = `${new URL(to.siteUrl).host.replace(':', '-')}-deletions.json`;
  await writeFile(path.join(path.dirname(backup), name), JSON.stringify(kept));
  const { code, output } = await run(to, 'restore', backup);
  expect({ code, line: output.find((line) => line.startsWith('Deletions')) }).toEqual({
    code: 0,
    line: expect.stringContaining(': 0 asked for, 0 carried out, 0 withdrawn.') as string,
  });
});

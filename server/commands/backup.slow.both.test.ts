import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { digestTables } from '#server/features/backups/testing/backups.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { addPlayer, createSite, killInTheMiddle, withDatabase } from './testing/stopped-site.ts';

// backups.both.test.ts has a restore that the database refuses in the middle, without a process.

const picture = Buffer.from('a picture');

/** A backup of a site with Olga and one picture. */
let backup: string;
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
  await makeBackup({ db: database.db, media }, backup);
  await database.close();
  return () => rm(folder, { recursive: true });
});

test('a killed restore changes nothing', async () => {
  const to = await createSite();
  await killInTheMiddle(to, 'restore', backup);
  expect(await withDatabase(to, ({ db }) => digestTables(db))).toEqual(untouched);
});

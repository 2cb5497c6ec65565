import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { offerCopies } from '#server/db/embedded-copy.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { checkBackup } from '#server/features/backups/read-backup.ts';
import { digestTables } from '#server/features/backups/testing/backups.ts';
import { createFolderStore } from '#server/lib/files/folder-store.ts';
import { engine } from '#server/testing/test-database.ts';

import { addPlayer, createSite, run } from './testing/stopped-site.ts';

// The engines differ in files and locks, with a running site and when a restore is killed, which is in
// backup.slow.both.test.ts. The rest is in backup.test.ts.

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
  await createFolderStore(path.join(config.dataDir, 'media')).put(
    'ab-1.webp',
    Buffer.from('a picture'),
  );
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

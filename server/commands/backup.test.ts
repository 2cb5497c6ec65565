import fs from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { expect, onTestFinished, test, vi } from 'vitest';

import { createDeletionsKeeper } from '#server/features/backups/kept-deletions.service.ts';
import { checkBackup } from '#server/features/backups/read-backup.ts';
import { digestTables } from '#server/features/backups/testing/backups.ts';
import { createFolderStore } from '#server/lib/files/folder-store.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { testConfig } from '#server/testing/test-app.ts';

import { addPlayer, createSite, run, withDatabase } from './testing/stopped-site.ts';

test('a bad file is one line, and does not create a site', async () => {
  const dataDir = await createTemporaryFolder();
  const config = testConfig({ DATA_DIR: dataDir });
  const { code, output } = await run(config, 'restore', path.join(dataDir, 'none'));
  expect({ code, output }).toEqual({
    code: 1,
    output: [`${path.join(dataDir, 'none')} cannot be read: it does not exist.`],
  });
  expect(await run(config, 'backup', path.join(dataDir, 'x'))).toMatchObject({
    code: 1,
    output: [expect.stringContaining('There is no site in')],
  });
  expect(await readdir(dataDir)).toEqual([]);
});

const picture = Buffer.from('a picture');

/** The settings and the rows of a site with Olga and one picture, and a backup of it. */
async function backUpSite() {
  const config = await createSite();
  const media = createFolderStore(path.join(config.dataDir, 'media'));
  await media.put('ab-1.webp', picture);
  const rows = await withDatabase(config, async (database) => {
    await addPlayer(database, 'Olga');
    return digestTables(database.db);
  });
  const file = path.join(await createTemporaryFolder(), 'site.wynhold');
  expect(await run(config, 'backup', file)).toMatchObject({ code: 0 });
  return { config, rows, file, media };
}

test('a site with accounts is not replaced without --replace', async () => {
  const { config, file } = await backUpSite();
  await withDatabase(config, (database) => addPlayer(database, 'Zed'));
  expect(await run(config, 'restore', file)).toMatchObject({
    code: 1,
    output: [expect.stringContaining('Add --replace')],
  });
  expect((await withDatabase(config, ({ db }) => digestTables(db))).accounts?.rows).toBe(2);
});

test('a file that is cut off, changed, newer or in another encoding is one line and changes nothing', async () => {
  const { config, rows, file } = await backUpSite();
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
    expect(await run(config, 'restore', bad, '--replace')).toMatchObject({
      code: 1,
      output: [`${bad} ${reason}`],
    });
  }
  expect(await withDatabase(config, ({ db }) => digestTables(db))).toEqual(rows);
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

test('restore --replace replaces a site with accounts, and keeps it in a backup', async () => {
  const { config, file, media } = await backUpSite();
  const withKey = { ...config, secretsKey: Buffer.alloc(32, 1) };
  await withDatabase(config, async (database) => {
    await addPlayer(database, 'Zed');
    await database.db
      .updateTable('accounts')
      .set({ delete_after: new Date(Date.now() + 1e9) })
      .where('username', '=', 'Olga')
      .execute();
    await createDeletionsKeeper({ config: withKey, db: database.db })();
  });
  await rm(path.join(config.dataDir, 'media'), { recursive: true });
  const { code, output, progress } = await run(withKey, 'restore', file, '--replace');
  const made = await readdir(path.join(config.dataDir, 'backups'));
  const kept = made.find((name) => name.endsWith('.wynhold')) ?? '';
  expect(await checkBackup(path.join(config.dataDir, 'backups', kept))).toMatchObject({
    tables: expect.arrayContaining([expect.objectContaining({ name: 'accounts', rows: 2 })]),
  });
  expect({ code, output: [...output.slice(0, 6), output.at(-1)] }).toEqual({
    code: 0,
    output: [
      expect.stringContaining(kept),
      expect.stringMatching(/is restored: \d+ rows and 1 files\.$/),
      'Admins: none. Everybody must sign in again.',
      expect.stringMatching(/^Deletions since the backup: 1 asked for, 0 carried out, 0 withdrawn/),
      expect.stringMatching(
        /^Names since the backup: 0 players were renamed and are again, 1 names/,
      ),
      expect.stringMatching(/^The file is not signed with the SECRETS_KEY of this site:/),
      expect.stringMatching(/^Ledger checked, no errors: 1 accounts/),
    ],
  });
  expect(progress.join()).toContain('% restoring');
  const names = await withDatabase(config, ({ db }) =>
    db.selectFrom('accounts').select('username').execute(),
  );
  expect(names).toEqual([{ username: 'Olga' }]);
  expect(await media.get('ab-1.webp')).toEqual(picture);
});

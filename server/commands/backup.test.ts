import fs from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { expect, onTestFinished, test, vi } from 'vitest';

import { digestTables } from '#server/features/backups/testing/backups.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { testConfig } from '#server/testing/test-app.ts';

import { addPlayer, createSite, run, withDatabase } from './testing/stopped-site.ts';

test('a bad file is one line, and does not create a site', async () => {
  const dataDir = await createTemporaryFolder();
  const config = testConfig({ DATA_DIR: dataDir });
  const { code, output } = await run(config, 'restore', path.join(dataDir, 'none'));
  expect({ code, output }).toEqual({
    code: 1,
    output: [`${path.join(dataDir, 'none')} cannot be read (ENOENT).`],
  });
  expect(await run(config, 'backup', path.join(dataDir, 'x'))).toMatchObject({
    code: 1,
    output: [expect.stringContaining('There is no site in')],
  });
  expect(await readdir(dataDir)).toEqual([]);
});

/** The settings and the rows of a site with Olga, and a backup of it. */
async function backUpSite() {
  const config = await createSite();
  const rows = await withDatabase(config, async (database) => {
    await addPlayer(database, 'Olga');
    return digestTables(database.db);
  });
  const file = path.join(await createTemporaryFolder(), 'site.wynhold');
  expect(await run(config, 'backup', file)).toMatchObject({ code: 0 });
  return { config, rows, file };
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

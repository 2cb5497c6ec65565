import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import { findAddress, startBuiltServer } from '#server/testing/built-server.ts';
import { fillDataDir } from '#server/testing/embedded-folder.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { engine, openTestDatabase } from '#server/testing/test-database.ts';
import { buildIfChanged } from '#tooling/build-if-changed.mjs';

import { checkBackup } from '../read-backup.ts';

// The build makes scheduled backups in a thread of its own, which the other tests do not have.

export function testBuiltBackup(): void {
  beforeAll(() => buildIfChanged());

  test('the built server makes a scheduled backup while it serves', async () => {
    const { run, data, listBackups } = await startSite();
    const address = await findAddress(run);
    await expect
      .poll(listBackups, { timeout: 180_000 })
      .toEqual([expect.stringMatching(/^127\.0\.0\.1-0-.*Z\.wynhold$/)]);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const [name = ''] = await listBackups();
    expect((await checkBackup(path.join(data, 'backups', name))).tables.length).toBeGreaterThan(20);
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    expect(run.output()).not.toContain('backup');
    expect((await readdir(data)).filter((entry) => entry.startsWith('db.copy-'))).toEqual([]);
  });
}

export function testStoppedBackup(): void {
  beforeAll(() => buildIfChanged());

  test('a server that stops while it makes a backup leaves nothing behind', async () => {
    const { run, data, listBackups } = await startSite();
    await findAddress(run);
    const listFiles = async () => [...(await readdir(data)), ...(await listBackups())];
    await expect
      .poll(listFiles, { timeout: 180_000, interval: 5 })
      .toContainEqual(expect.stringMatching(/^db\.copy-|\.wynhold/));
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    expect(run.output()).not.toContain('failed');
    // It may have been finished in time.
    expect((await listFiles()).filter((name) => /^db\.copy-|\.unfinished$/.test(name))).toEqual([]);
  });
}

async function startSite() {
  const data = await createTemporaryFolder();
  const settings: Record<string, string> = { DATA_DIR: data, BACKUP_EVERY_HOURS: '1' };
  if (engine === 'embedded') {
    await fillDataDir(data);
  } else {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    settings.DATABASE_URL = database.databaseUrl ?? '';
  }
  // Beside them is the list of deletions.
  const listBackups = async () => {
    const names = await readdir(path.join(data, 'backups')).catch(() => []);
    return names.filter((name) => !name.endsWith('.json'));
  };
  return { run: startBuiltServer(settings), data, listBackups };
}

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { assertLatestVersion } from '#server/db/migrate.ts';
import { findMiscounts } from '#server/features/hiscores/testing/hiscores.ts';
import { runLedgerCheck } from '#server/features/wallet/ledger-check.service.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import {
  backUpFilledSite,
  describeObjects,
  digestTables,
  forgeBackup,
  giveCoins,
  launcher,
  pictureBytes,
  restore,
} from './testing/backups.ts';
import type { BackedUpSite } from './testing/backups.ts';

// Each engine with its own data. backups.test.ts has what does not depend on the engine, and
// round-trip.slow.postgres.test.ts restores into databases without tables, from one engine to the other.

let origin: BackedUpSite;
beforeAll(async () => {
  origin = await backUpFilledSite();
});
afterAll(() => origin.close());

describe('a round trip into a database with a site', () => {
  const media = createMemoryStore();
  let copy: TestApp;
  beforeAll(async () => {
    const database = await openTestDatabase();
    await restore(origin.file, database, media);
    copy = await openTestApp({ database, replace: () => ({ media }) });
  });
  afterAll(() => copy.close());

  test('gives equal rows, tables, triggers and pictures', async () => {
    const { db, database } = copy.deps;
    expect(await digestTables(db)).toEqual(await digestTables(origin.site.deps.db));
    expect(await describeObjects(db)).toEqual(await describeObjects(origin.site.deps.db));
    await assertLatestVersion(database);
    expect(await findMiscounts(db)).toEqual([]);
    expect((await runLedgerCheck(copy.deps)).isSound).toBe(true);
    // Previews are drawn again.
    expect([...media.files.keys()].sort()).toEqual(['ab-400.webp', 'launcher-ff.jar']);
    expect(media.files.get('launcher-ff.jar')?.equals(launcher)).toBe(true);
    expect(media.files.get('ab-400.webp')).toEqual(pictureBytes);
    expect(await fetchIdToken(copy.app, 'olga@example.test')).toBeTruthy();
  });

  test('ids continue, and the ledger still refuses every other writer', async () => {
    const { db } = copy.deps;
    await expect(sql`delete from ledger`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`update wallets set balance = 9`.execute(db)).rejects.toThrow('ledger alone');
    await expect(
      sql`insert into media (hash, width, height, widths, created_by) values (${'0'.repeat(32)}, 1, 1, '{1}', 99)`.execute(
        db,
      ),
    ).rejects.toThrow('foreign key');
    const {
      rows: [olga],
    } = await sql<{ id: number }>`
      select id from accounts where username_key = 'olga'`.execute(db);
    await giveCoins(db, olga?.id, 5);
    const { rows } = await sql`select balance from wallets`.execute(db);
    expect(rows).toEqual([{ balance: 255 }]);
  });
});

test('a restore that the database refuses in the middle changes nothing', async () => {
  const database = await openTestDatabase();
  await sql`insert into settings (key, value) values ('mine', '1')`.execute(database.db);
  const before = await digestTables(database.db);
  const forged = `${await createTemporaryFolder()}/forged`;
  // The accounts are in the file twice.
  await forgeBackup(origin.file, forged, (lines) => {
    const at = lines.indexOf('{"table":"accounts"}');
    return [...lines.slice(0, at + 2), ...lines.slice(at + 1)];
  });
  const media = createMemoryStore();
  await expect(restore(forged, database, media)).rejects.toThrow(
    /^[^\n]+ was not restored, and nothing was changed: duplicate key[^\n]+$/,
  );
  expect(await digestTables(database.db)).toEqual(before);
  expect(media.files.size).toBe(0);
  await database.close();
});

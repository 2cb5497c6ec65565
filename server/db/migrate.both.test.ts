import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { StartupError } from '#server/lib/startup-error.ts';
import {
  engine,
  openEmptyTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '#server/testing/test-database.ts';

import { assertLatestVersion, migrateToLatest } from './migrate.ts';
import { checksums } from './migration-checksums.ts';

const all = Object.keys(checksums);

describe('migrateToLatest', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openEmptyTestDatabase();
  });
  afterAll(() => database.close());

  test('applies every migration in order and returns their names, and nothing the second time', async () => {
    expect(await migrateToLatest(database)).toEqual(all.toSorted());
    expect(await migrateToLatest(database)).toEqual([]);
  });

  test('leaves the usual statement timeout in force', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      database.db,
    );
    expect(rows).toEqual([{ statement_timeout: engine === 'postgres' ? '100s' : '0' }]);
  });

  test('sets up trigram search', async () => {
    const { rows } = await sql`select similarity('zezima', 'zezma') > 0.3 as close`.execute(
      database.db,
    );
    expect(rows).toEqual([{ close: true }]);
  });
});

describe('a database that this version cannot use', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  test.each([
    [
      'a newer one',
      `insert into kysely_migration (name, timestamp) values ('9999_future', '')`,
      `delete from kysely_migration where name = '9999_future'`,
      /^The database belongs to a newer version of the site: this one does not know 9999_future\. .+$/,
    ],
    [
      'one with different content in a migration',
      `update kysely_migration_checksums set checksum = 'other' where name = '0004_news'`,
      `update kysely_migration_checksums set checksum = '${checksums['0004_news']}' where name = '0004_news'`,
      /^The database was made by another build of the site: its migration 0004_news differs from .+$/,
    ],
    [
      'one that lacks a migration in the middle',
      `delete from kysely_migration where name = '0004_news'`,
      `insert into kysely_migration (name, timestamp) values ('0004_news', '')`,
      /^The database was made by another build of the site: its migration 0005_events differs from .+$/,
    ],
    [
      'one without checksums',
      'alter table kysely_migration_checksums rename to moved_away',
      'alter table moved_away rename to kysely_migration_checksums',
      /^The database was made by another build of the site: its migration 0001_foundation differs from .+$/,
    ],
  ])('is refused in one line: %s', async (_, change, undo, line) => {
    await sql.raw(change).execute(database.db);
    onTestFinished(async () => void (await sql.raw(undo).execute(database.db)));
    for (const open of [migrateToLatest, assertLatestVersion]) {
      const refusal = await open(database).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StartupError);
      expect(String(refusal).replace('StartupError: ', '')).toMatch(line);
    }
  });
});

test('every test database starts migrated and empty', async () => {
  const database = await openTestDatabase();
  expect(await migrateToLatest(database)).toEqual([]);
  expect(await database.db.selectFrom('accounts').select('id').execute()).toEqual([]);
  await database.close();
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  engine,
  openEmptyTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '#server/testing/test-database.ts';

import { migrateToLatest } from './migrate.ts';
import { migrations } from './migrations/list.ts';

const all = Object.keys(migrations);

describe('migrateToLatest', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openEmptyTestDatabase();
  });
  afterAll(() => database.close());

  test('applies every migration in order and names them, then nothing any more', async () => {
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

test('every test database starts migrated and empty', async () => {
  const database = await openTestDatabase();
  expect(await migrateToLatest(database)).toEqual([]);
  expect(await database.db.selectFrom('accounts').select('id').execute()).toEqual([]);
  await database.close();
});

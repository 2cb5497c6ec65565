import { expect, test } from 'vitest';

import { openEmptyTestDatabase } from '#server/testing/test-database.ts';

import { openDatabase } from './client.ts';
import { migrateToLatest } from './migrate.ts';
import { migrations } from './migrations/list.ts';

test('four replicas that start at once apply each migration exactly once', async () => {
  const database = await openEmptyTestDatabase();
  const { databaseUrl } = database;
  const replicas = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ databaseUrl, dataDir: '' })),
  );
  const applied = await Promise.all(replicas.map(migrateToLatest));
  expect(applied.flat().toSorted()).toEqual(Object.keys(migrations).toSorted());
  await Promise.all(replicas.map((replica) => replica.close()));
  await database.close();
});

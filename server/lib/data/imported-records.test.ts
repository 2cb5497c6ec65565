import { expect, onTestFinished, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';

import { findImported, recordImported } from './imported-records.ts';

test('what was imported is known by its kind, and brought only once', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  await recordImported(db, 'news', { sourceId: 'a', recordId: 1 });
  await recordImported(db, 'news', { sourceId: 'b', recordId: 2 });
  await recordImported(db, 'polls', { sourceId: 'a', recordId: 3 });
  expect([...(await findImported(db, 'news'))].toSorted(([a], [b]) => (a < b ? -1 : 1))).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect([...(await findImported(db, 'polls'))]).toEqual([['a', 3]]);
  expect(await findImported(db, 'events')).toEqual(new Map());
  const again = recordImported(db, 'polls', { sourceId: 'a', recordId: 4 });
  await expect(again).rejects.toMatchObject({ code: '23505' });
});

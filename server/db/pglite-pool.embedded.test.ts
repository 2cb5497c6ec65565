import { expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';

import { afterCommit, transaction } from './transaction.ts';

test('using db inside a transaction is an error instead of a deadlock', async () => {
  const database = await openTestDatabase();
  const read = () => database.db.selectFrom('settings').select('key').execute();
  await expect(transaction(database.db, read)).rejects.toThrow(
    'Inside a transaction use its `trx`',
  );

  const seen: unknown[] = [];
  await transaction(database.db, async (trx) =>
    afterCommit(trx, async () => seen.push(await read())),
  );
  expect(seen).toEqual([[]]);
  await database.close();
});

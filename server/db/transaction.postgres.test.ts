import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

import type { Db } from './schema.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  await db.deleteFrom('settings').execute();
});

test('two transactions in a real deadlock both succeed', async () => {
  await transaction(db, async (trx) => {
    await put(trx, 'a');
    await put(trx, 'b');
  });
  const bothHoldOne = createBarrier(2);
  let attempts = 0;
  const lockBoth = (first: string, second: string) =>
    transaction(db, async (trx) => {
      attempts += 1;
      await append(trx, first);
      await bothHoldOne();
      await append(trx, second);
    });
  await Promise.all([lockBoth('a', 'b'), lockBoth('b', 'a')]);
  expect(attempts).toBe(3);
  const rows = await db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute();
  expect(rows).toEqual([
    { key: 'a', value: [1, 1] },
    { key: 'b', value: [1, 1] },
  ]);
});

test('serializable transactions that both read the old state run one after the other', async () => {
  const bothHaveRead = createBarrier(2);
  const addIfAlone = (key: string) =>
    transaction(
      db,
      async (trx) => {
        const others = await keys(trx);
        await bothHaveRead();
        if (others.length === 0) await put(trx, key);
      },
      { isolationLevel: 'serializable' },
    );
  await Promise.all([addIfAlone('a'), addIfAlone('b')]);
  expect(await keys()).toHaveLength(1);
});

async function put(on: Db, key: string): Promise<void> {
  await on.insertInto('settings').values({ key, value: '[]' }).execute();
}

async function append(on: Db, key: string): Promise<void> {
  await sql`update settings set value = value || '[1]' where key = ${key}`.execute(on);
}

async function keys(on: Db = db): Promise<string[]> {
  const rows = await on.selectFrom('settings').select('key').orderBy('key').execute();
  return rows.map((row) => row.key);
}

/** Resolves for all callers once there have been `size` calls, and immediately from then on. */
function createBarrier(size: number): () => Promise<void> {
  let arrived = 0;
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if ((arrived += 1) === size) open();
    return opened;
  };
}

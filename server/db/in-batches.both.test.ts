import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { inBatches } from './in-batches.ts';
import type { Db } from './schema.ts';
import { runLongWork, findLongWorkLimit } from './statement-limit.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function createDivider() {
  const batches: number[][] = [];
  const divide = inBatches(async (db: Db, inputs: number[]) => {
    batches.push(inputs);
    const { rows } = await sql<{ quotient: number }>`
      select 100 / one as quotient
      from unnest(${inputs}::integer[]) with ordinality as input (one, place) order by place`.execute(
      db,
    );
    return rows.map(({ quotient }) => quotient);
  });
  return { batches, divide };
}

test('calls that come while one runs share the next statement, and each gets its own output', async () => {
  const { batches, divide } = createDivider();
  const inputs = [5, 2, 10, 2, 1];
  const outputs = await Promise.all(inputs.map((input) => divide(database.db, input)));
  expect(outputs).toEqual([20, 50, 10, 50, 100]);
  expect(batches).toEqual([[5], [2, 10, 2, 1]]);
});

test('a value that makes the statement fail fails only its own call', async () => {
  const { batches, divide } = createDivider();
  const inputs = [5, 10, 0, 2];
  const outputs = await Promise.allSettled(inputs.map((input) => divide(database.db, input)));
  expect(outputs).toEqual([
    { status: 'fulfilled', value: 20 },
    { status: 'fulfilled', value: 10 },
    { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
    { status: 'fulfilled', value: 50 },
  ]);
  expect(batches).toEqual([[5], [10, 0, 2], [10], [0], [2]]);
});

test('a text with NUL fails only its own call', async () => {
  const repeat = inBatches(async (db: Db, inputs: string[]) => {
    const { rows } = await sql<{ text: string }>`
      select text from unnest(${inputs}::text[]) as text`.execute(db);
    return rows.map(({ text }) => text);
  });
  const inputs = ['first', 'a', 'a\0b', 'b'];
  const outputs = await Promise.allSettled(inputs.map((input) => repeat(database.db, input)));
  expect(outputs.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('another failure fails the whole batch once and does not stop the ones after it', async () => {
  let runs = 0;
  const fail = inBatches(async (_db: Db, inputs: string[]) => {
    runs += 1;
    if (inputs.includes('bad')) throw new Error('no connection');
    return inputs;
  });
  const first = fail(database.db, 'first');
  const failing = [fail(database.db, 'bad'), fail(database.db, 'good')].map(async (call) =>
    expect(call).rejects.toThrow('no connection'),
  );
  expect(await first).toBe('first');
  await Promise.all(failing);
  expect(await fail(database.db, 'good')).toBe('good');
  expect(runs).toBe(3);
});

test('a batch that hangs does not keep the next one waiting', async () => {
  let answer!: () => void;
  const hanging = new Promise<void>((resolve) => (answer = resolve));
  const wait = inBatches(async (_db: Db, inputs: string[]) => {
    if (inputs.includes('slow')) await hanging;
    return inputs;
  });
  const slow = wait(database.db, 'slow');
  expect(await Promise.all([wait(database.db, 'a'), wait(database.db, 'b')])).toEqual(['a', 'b']);
  answer();
  expect(await slow).toBe('slow');
});

test('a batch has at most 100 inputs', async () => {
  const { batches, divide } = createDivider();
  await Promise.all(Array.from({ length: 150 }, () => divide(database.db, 1)));
  expect(batches.map(({ length }) => length)).toEqual([1, 100, 49]);
});

test('a call inside a transaction sees its changes', async () => {
  const readSettings = inBatches(async (db: Db, keys: string[]) => {
    const rows = await db.selectFrom('settings').select('key').where('key', 'in', keys).execute();
    return keys.map((key) => rows.some((row) => row.key === key));
  });
  await transaction(database.db, async (trx) => {
    await trx.insertInto('settings').values({ key: 'new', value: '1' }).execute();
    expect(await Promise.all([readSettings(trx, 'new'), readSettings(trx, 'other')])).toEqual([
      true,
      false,
    ]);
  });
});

test('a batch does not inherit the time limit of long work', async () => {
  const readLimit = inBatches(async (_db: Db, inputs: null[]) => inputs.map(findLongWorkLimit));
  expect(await runLongWork(() => readLimit(database.db, null))).toBeUndefined();
});

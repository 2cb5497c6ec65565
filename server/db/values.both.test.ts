import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

// The two engines are interchangeable because both pass these tests.
describe('values', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  async function selectOne(expression: ReturnType<typeof sql>): Promise<unknown> {
    const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(
      database.db,
    );
    return rows[0]?.value;
  }

  test('bigint is a number up to the largest safe one', async () => {
    expect(await selectOne(sql`9007199254740991::int8`)).toBe(Number.MAX_SAFE_INTEGER);
    expect(await selectOne(sql`-9007199254740991::int8`)).toBe(Number.MIN_SAFE_INTEGER);
    expect(await selectOne(sql`count(*)`)).toBe(1);
    expect(await selectOne(sql`array[1, null, 3]::int8[]`)).toEqual([1, null, 3]);
  });

  test('a bigint beyond that is an error, never a rounded number', async () => {
    await expect(selectOne(sql`9007199254740992::int8`)).rejects.toThrow(
      'bigint 9007199254740992 does not fit a number',
    );
    await expect(selectOne(sql`array[9007199254740993]::int8[]`)).rejects.toThrow('does not fit');
  });

  test('an unreadable value leaves the connection usable', async () => {
    await expect(selectOne(sql`9007199254740992::int8`)).rejects.toThrow('does not fit');
    expect(await selectOne(sql`1::int8`)).toBe(1);
  });

  test('timestamptz is read and written as a Date, to the millisecond', async () => {
    const timestamp = new Date('2026-11-15T02:34:56.789Z');
    expect(await selectOne(sql`${timestamp}::timestamptz`)).toEqual(timestamp);
    expect(await selectOne(sql`'2026-11-15 04:34:56.789+02'::timestamptz`)).toEqual(timestamp);
    expect(await selectOne(sql`array[${timestamp}::timestamptz]`)).toEqual([timestamp]);
  });

  test('days begin at midnight UTC', async () => {
    const day = await selectOne(sql`date_trunc('day', '2026-11-15 23:30:00Z'::timestamptz)`);
    expect(day).toEqual(new Date('2026-11-15T00:00:00Z'));
  });

  test('date and numeric stay text', async () => {
    expect(await selectOne(sql`'2026-11-15'::date`)).toBe('2026-11-15');
    expect(await selectOne(sql`12345678901234567890.10::numeric`)).toBe('12345678901234567890.10');
    expect(await selectOne(sql`array['2026-11-15'::date]`)).toEqual(['2026-11-15']);
  });

  test('jsonb comes back as it was stringified', async () => {
    for (const value of [{ a: [1, null, 'ä"\\'] }, [1, 'two'], 'text', 7, true, null]) {
      expect(await selectOne(sql`${JSON.stringify(value)}::jsonb`)).toEqual(value);
      expect(await selectOne(sql`${JSON.stringify(value)}::json`)).toEqual(value);
    }
  });

  test('bytea is read and written as a Buffer', async () => {
    const bytes = Buffer.from([0, 1, 127, 128, 255]);
    const found = await selectOne(sql`${bytes}::bytea`);
    expect(found).toBeInstanceOf(Buffer);
    expect(found).toEqual(bytes);
  });

  test('arrays, booleans, numbers and quotes work as parameters', async () => {
    const texts = ['plain', 'with "quotes"', 'back\\slash', 'a,b', '', '{}', 'NULL', 'é\n'];
    expect(await selectOne(sql`${texts}::text[]`)).toEqual(texts);
    expect(await selectOne(sql`${['a', null]}::text[]`)).toEqual(['a', null]);
    expect(await selectOne(sql`${[[1, 2], [3, 4]]}::int[]`)).toEqual([[1, 2], [3, 4]]); // prettier-ignore
    expect(await selectOne(sql`${[]}::int[]`)).toEqual([]);
    expect(await selectOne(sql`${[true, false]}::bool[]`)).toEqual([true, false]);
    expect(await selectOne(sql`${true}::bool`)).toBe(true);
    expect(await selectOne(sql`${1.5}::float8`)).toBe(1.5);
    expect(await selectOne(sql`${12n}::int8`)).toBe(12);
    expect(await selectOne(sql`${null}::text`)).toBeNull();
    expect(await selectOne(sql`${7}::text`)).toBe('7');
  });

  test('updates and deletes return how many rows they changed', async () => {
    const keys = ['counted a', 'counted b', 'counted c'];
    const values = keys.map((key) => ({ key, value: '1' }));
    await database.db.insertInto('settings').values(values).execute();
    const { numUpdatedRows } = await database.db
      .updateTable('settings')
      .set({ value: '2' })
      .where('key', 'in', keys.slice(0, 2))
      .executeTakeFirst();
    const { numDeletedRows } = await database.db
      .deleteFrom('settings')
      .where('key', 'in', keys)
      .executeTakeFirst();
    expect([numUpdatedRows, numDeletedRows]).toEqual([2n, 3n]);
  });

  test('an error has its code and constraint, but not the parameters', async () => {
    const insert = database.db.insertInto('settings').values({ key: 'twice', value: '"secret"' });
    await insert.execute();
    const error: unknown = await insert.execute().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: '23505', constraint: 'settings_pkey' });
    expect(JSON.stringify({ ...(error as object) })).not.toContain('secret');
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { statusOf } from '#shared/error-codes.ts';

import { toAppError } from './errors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

// Endpoints should reject these values; this covers an endpoint that does not.
test.each([
  ['22003', sql`select ${'2147483648'}::int8::int4`],
  ['22007', sql`select ${'x'}::timestamptz`],
  ['22008', sql`select ${'0000-01-01'}::date`],
  ['22P02', sql`select ${'1.5'}::int8`],
  ['22021', sql`select ${'a\0b'}::text`],
  ['22P05', sql`select ${'"\\u0000"'}::jsonb ->> 0`],
])('database error %s is answered as a bad request', async (code, query) => {
  const error: unknown = await query.execute(database.db).catch((one: unknown) => one);
  expect(error).toMatchObject({ code });
  const refusal = toAppError(error);
  expect([refusal.code, statusOf(refusal)]).toEqual(['request/invalid', 400]);
});

test('other database errors are server errors', async () => {
  const error: unknown = await sql`select 1 / 0`.execute(database.db).catch((one: unknown) => one);
  const refusal = toAppError(error);
  expect([refusal.code, statusOf(refusal)]).toEqual(['server/unexpected', 500]);
});

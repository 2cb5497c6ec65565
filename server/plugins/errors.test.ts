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

test.each([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03',
  '57014',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
])('while the database answers %s the site is busy, and says when to come back', (code) => {
  const refusal = toAppError(Object.assign(new Error('x'), { code }));
  expect([refusal.code, statusOf(refusal), refusal.retryAfterSeconds]).toEqual([
    'server/unavailable',
    503,
    2,
  ]);
});

test('a refusal of the framework is the fault of the client, anything else a bug', () => {
  const codeOf = (error: unknown) => toAppError(error).code;
  expect(codeOf(Object.assign(new Error('x'), { statusCode: 400 }))).toBe('request/malformed');
  expect(codeOf(Object.assign(new Error('x'), { statusCode: 499 }))).toBe('request/malformed');
  expect(codeOf(new SyntaxError('x'))).toBe('request/malformed');
  expect(codeOf(Object.assign(new Error('x'), { statusCode: 500 }))).toBe('server/unexpected');
  expect(codeOf(Object.assign(new Error('x'), { statusCode: 304 }))).toBe('server/unexpected');
  for (const bug of [new Error('x'), 'x', null, undefined, { code: 7 }]) {
    expect(codeOf(bug)).toBe('server/unexpected');
  }
});

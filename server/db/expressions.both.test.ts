import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { asUuid, isInDays, isOfPlayer, sanctionInForce } from './expressions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The numbers of the rows that meet the condition. */
async function select(rows: RawBuilder<unknown>, where: RawBuilder<boolean>): Promise<number[]> {
  const found = await sql<{ n: number }>`
    select n from (values ${rows}) as row (n, at, until) where ${where} order by n`.execute(
    database.db,
  );
  return found.rows.map(({ n }) => n);
}

test('days begin and end at midnight UTC, and both are included', async () => {
  const times = [
    '2026-07-19 23:59:59.999Z',
    '2026-07-20 00:00Z',
    '2026-07-21 23:59:59.999Z',
    '2026-07-22 00:00Z',
  ];
  const rows = sql.join(times.map((time, at) => sql`(${at}::int, ${time}::timestamptz, null)`));
  const inDays = (from?: string, until?: string) => select(rows, isInDays('row.at', from, until));
  expect(await inDays('2026-07-20', '2026-07-21')).toEqual([1, 2]);
  expect(await inDays('2026-07-20')).toEqual([1, 2, 3]);
  expect(await inDays(undefined, '2026-07-21')).toEqual([0, 1, 2]);
  expect(await inDays()).toEqual([0, 1, 2, 3]);
});

test('a player is found by a part of the name as it is written, or by the whole name in any spelling', async () => {
  const names = ['Iron Ada', 'Ada', 'Adam', 'Ad_Am'];
  const ids = await Promise.all(
    names.map(async (username, at) => {
      const key = username.toLowerCase();
      const { id } = await database.db
        .insertInto('accounts')
        .values({
          username,
          username_key: key,
          email: `${at}@example.test`,
          email_key: `${at}@example.test`,
          identity_provider: 'test',
          identity_id: key,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }),
  );
  const rows = sql.join(ids.map((id, at) => sql`(${at}::int, ${id}::bigint, null)`));
  const find = (who: Parameters<typeof isOfPlayer>[1]) => select(rows, isOfPlayer('row.at', who));
  expect(await find({ player: 'ADA' })).toEqual([0, 1, 2]);
  expect(await find({ player: 'd_a' })).toEqual([3]);
  for (const player of ['a_a', '%', '\\']) expect(await find({ player })).toEqual([]);
  expect(await find({ username: 'iron__ADA' })).toEqual([0]);
  expect(await find({ username: 'ada' })).toEqual([1]);
  expect(await find({ player: 'iron', username: 'ada' })).toEqual([]);
  expect(await find({})).toEqual([0, 1, 2, 3]);
});

test('text that is no uuid matches none, and does not fail', async () => {
  const uuid = '0b8f4e0e-1111-4222-8333-444455556666';
  const { rows } = await sql`
    select ${asUuid(uuid)} as one, ${asUuid(uuid.toUpperCase())} as same, ${asUuid(`${uuid}0`)} as longer,
      ${asUuid('')} as none, ${asUuid(uuid.replaceAll('-', ''))} as bare`.execute(database.db);
  expect(rows).toEqual([{ one: uuid, same: uuid, longer: null, none: null, bare: null }]);
});

test('a sanction is in force until it is lifted or over', async () => {
  const { rows } = await sql<{ n: number }>`
    select n from (values (1, null, null), (2, null, now() + interval '1 second'), (3, null, now()),
        (4, now(), null), (5, now(), now() + interval '1 day')) as row (n, lifted_at, expires_at)
    where ${sanctionInForce('row')} order by n`.execute(database.db);
  expect(rows.map(({ n }) => n)).toEqual([1, 2]);
});

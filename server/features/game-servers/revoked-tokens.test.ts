import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';

import { deleteRevokedTokens } from './tokens.db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;

test('revoked game tokens are deleted after 90 days, valid ones never', async () => {
  const { id } = await database.db
    .insertInto('game_servers')
    .values({ name: 'World 1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const add = (hint: string, revoked: number | undefined) =>
    database.db
      .insertInto('game_tokens')
      .values({
        server_id: id,
        secret_hash: Buffer.alloc(32, hint),
        hint,
        slot: revoked === undefined ? 1 : null,
        scopes: ['status'],
        created_at: daysAgo(500),
        created_by: 'Wyn',
        revoked_at: revoked === undefined ? null : daysAgo(revoked),
      })
      .execute();
  await add('valid', undefined);
  await add('recent', 89);
  await add('old', 91);
  await deleteRevokedTokens(database.db);
  const left = await database.db.selectFrom('game_tokens').select('hint').orderBy('id').execute();
  expect(left.map(({ hint }) => hint)).toEqual(['valid', 'recent']);
});

import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

import type { Schema } from './schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('accounts', () => {
  test.each(['a', 'Zezima', 'a b_c-d', '123456789012', '0 0'])(
    'accepts the name %j',
    async (name) => {
      await expect(insertAccount({ username: name })).resolves.toBeTypeOf('number');
    },
  );

  test.each(['', ' a', 'a ', '_a', 'a-', '1234567890123', 'é', 'a\n', 'a\tb', 'a.b'])(
    'refuses the name %j',
    async (name) => {
      await expect(insertAccount({ username: name })).rejects.toMatchObject({
        code: '23514',
        constraint: 'accounts_username_format',
      });
    },
  );

  test.each([-1, 4])('refuses rights %i', async (rights) => {
    await expect(insertAccount({ user_rights: rights })).rejects.toMatchObject({
      constraint: 'accounts_user_rights_range',
    });
  });

  test('names, addresses and identities are unique', async () => {
    await insertAccount({ username_key: 'n', email_key: 'e', identity_id: 'i' });
    await expect(insertAccount({ username_key: 'n' })).rejects.toMatchObject({ code: '23505' });
    await expect(insertAccount({ email_key: 'e' })).rejects.toMatchObject({ code: '23505' });
    await expect(insertAccount({ identity_id: 'i' })).rejects.toMatchObject({ code: '23505' });
    await expect(
      insertAccount({ identity_provider: 'another', identity_id: 'i' }),
    ).resolves.toBeTypeOf('number');
  });

  test('refuses an address key with capitals', async () => {
    await expect(insertAccount({ email_key: 'A@example.org' })).rejects.toMatchObject({
      constraint: 'accounts_email_key_lower_case',
    });
  });

  test('deleting an account deletes its sessions and no others', async () => {
    const [leaving, staying] = [await insertAccount(), await insertAccount()];
    for (const account_id of [leaving, staying]) {
      await database.db
        .insertInto('sessions')
        .values({
          token_hash: Buffer.from([account_id]),
          account_id,
          valid_since: new Date(),
          expires_at: new Date(),
        })
        .execute();
    }
    await database.db.deleteFrom('accounts').where('id', '=', leaving).execute();
    const left = await database.db.selectFrom('sessions').select(['account_id', 'id']).execute();
    expect(left).toEqual([{ account_id: staying, id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
  });
});

describe('the audit log', () => {
  test.each([
    ['UPDATE', sql`update audit_log set action = 'nothing'`],
    ['DELETE', sql`delete from audit_log`],
    ['TRUNCATE', sql`truncate audit_log`],
  ])('refuses %s', async (name, statement) => {
    await database.db
      .insertInto('audit_log')
      .values({ action: 'settings/changed', before: null, after: JSON.stringify({ a: 1 }) })
      .execute();
    const before = await readLog();
    await expect(statement.execute(database.db)).rejects.toThrow(
      `The audit log is append-only: ${name} is refused.`,
    );
    expect(await readLog()).toEqual(before);
  });
});

async function readLog() {
  return database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
}

let count = 0;

async function insertAccount(
  account: Partial<Insertable<Schema['accounts']>> = {},
): Promise<number> {
  const unique = `unique${(count += 1)}`;
  const { id } = await database.db
    .insertInto('accounts')
    .values({
      username: 'Name',
      username_key: unique,
      email: 'a@example.org',
      email_key: unique,
      identity_provider: 'embedded',
      identity_id: unique,
      ...account,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

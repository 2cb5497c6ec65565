import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

import type { NewAccount } from './accounts.tables.ts';

type Keys = { names: string[]; emails: string[]; provider: string; uids: string[] };

/** Every account that has one of the names, addresses or uids. */
export function findAccountsLike(db: Db, { names, emails, provider, uids }: Keys) {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'username_key as usernameKey',
      'email_key as emailKey',
      'identity_provider as provider',
      'identity_id as uid',
    ])
    .where((row) =>
      row.or([
        row('username_key', '=', sql<string>`any(${names}::text[])`),
        row('email_key', '=', sql<string>`any(${emails}::text[])`),
        row.and([
          row('identity_provider', '=', provider),
          row('identity_id', '=', sql<string>`any(${uids}::text[])`),
        ]),
      ]),
    )
    .execute();
}

export function insertAccounts(db: Db, accounts: NewAccount[]) {
  return db
    .insertInto('accounts')
    .values(accounts)
    .returning(['id', 'identity_id as uid'])
    .execute();
}

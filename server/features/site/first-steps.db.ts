import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { rights } from '#shared/permissions.ts';

export async function countAccounts(
  db: Kysely<Schema>,
): Promise<{ accounts: number; admins: number }> {
  return db
    .selectFrom('accounts')
    .select((get) => [
      get.fn.countAll<number>().as('accounts'),
      get.fn.countAll<number>().filterWhere('user_rights', '=', rights.admin).as('admins'),
    ])
    .executeTakeFirstOrThrow();
}

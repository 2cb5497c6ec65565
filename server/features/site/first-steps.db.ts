import type { Db } from '#server/db/schema.ts';
import { rights } from '#shared/permissions.ts';

export async function countAccounts(db: Db): Promise<{ accounts: number; admins: number }> {
  return db
    .selectFrom('accounts')
    .select((get) => [
      get.fn.countAll<number>().as('accounts'),
      get.fn.countAll<number>().filterWhere('user_rights', '=', rights.admin).as('admins'),
    ])
    .executeTakeFirstOrThrow();
}

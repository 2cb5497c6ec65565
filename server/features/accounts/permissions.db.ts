import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

type NewPermission = { accountId: number; permission: StaffPermission; by: number | null };

/** One that the account already has stays as it was given. */
export async function insertPermission(
  db: Db,
  { accountId, permission, by }: NewPermission,
): Promise<void> {
  await db
    .insertInto('account_permissions')
    .values({ account_id: accountId, permission, given_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deletePermissionsExcept(
  db: Db,
  accountId: number,
  kept: readonly StaffPermission[],
): Promise<void> {
  await sql`
    delete from account_permissions
    where account_id = ${accountId} and permission <> all(${kept}::text[])`.execute(db);
}

/** With who gave each, and when. */
export function findPermissions(db: Db, accountId: number) {
  return db
    .selectFrom('account_permissions')
    .leftJoin('accounts', 'accounts.id', 'account_permissions.given_by')
    .select([
      'account_permissions.permission',
      'accounts.username as givenBy',
      'account_permissions.given_at as givenAt',
    ])
    .where('account_permissions.account_id', '=', accountId)
    .orderBy('account_permissions.permission')
    .execute();
}

/** The rights of an account that has one of these permissions and is not banned. */
export async function findPermittedRights(
  db: Db,
  accountId: number,
  permissions: readonly StaffPermission[],
): Promise<number | undefined> {
  if (permissions.length === 0) return undefined;
  const account = await db
    .selectFrom('accounts')
    .innerJoin('account_permissions', 'account_permissions.account_id', 'accounts.id')
    .select('accounts.user_rights as userRights')
    .where('accounts.id', '=', accountId)
    .where('accounts.user_rights', 'in', [1, 2])
    .where('account_permissions.permission', 'in', permissions)
    .where(sql<boolean>`not is_player_banned(accounts.username_key)`)
    .limit(1)
    .executeTakeFirst();
  return account?.userRights;
}

import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { rights } from '#shared/rules/permissions.ts';

export function hasAdmin(db: Db): Promise<boolean> {
  return hasRow(db, 'accounts', sql`user_rights = ${rights.admin}`);
}

/** Until commit no other code is added or used, and no admin is committed. */
export async function lockCodes(trx: Trx): Promise<void> {
  await sql`lock table setup_codes in share row exclusive mode`.execute(trx);
}

export async function replaceCode(
  trx: Trx,
  code: { replica: string; hash: Buffer; hours: number },
): Promise<void> {
  await trx
    .deleteFrom('setup_codes')
    .where((row) =>
      row.or([row('replica', '=', code.replica), row('expires_at', '<=', sql<Date>`now()`)]),
    )
    .execute();
  const expiresAt = sql<Date>`now() + make_interval(hours => ${code.hours})`;
  await trx
    .insertInto('setup_codes')
    .values({ replica: code.replica, code_hash: code.hash, expires_at: expiresAt })
    .execute();
}

export async function deleteCode(db: Db, replica: string): Promise<void> {
  await db.deleteFrom('setup_codes').where('replica', '=', replica).execute();
}

export async function findLiveHashes(db: Db): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('setup_codes')
    .select('code_hash as hash')
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return rows.map(({ hash }) => hash);
}

export async function countAccounts(db: Db): Promise<{ accounts: number; admins: number }> {
  return db
    .selectFrom('accounts')
    .select((get) => [
      get.fn.countAll<number>().as('accounts'),
      get.fn.countAll<number>().filterWhere('user_rights', '=', rights.admin).as('admins'),
    ])
    .executeTakeFirstOrThrow();
}

/** Admins who sign in with a password only. */
export async function countUnprotectedAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .leftJoin('two_factor_secrets as factor', (join) =>
      join.onRef('factor.account_id', '=', 'accounts.id').on('factor.confirmed_at', 'is not', null),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accounts.user_rights', '=', rights.admin)
    .where('factor.account_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function hasReportingGame(db: Db): Promise<boolean> {
  return hasRow(db, 'game_servers', sql`removed_at is null and heartbeat_at is not null`);
}

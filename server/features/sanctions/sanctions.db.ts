import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import { sanctionInForce } from '#server/db/expressions.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { SanctionKind } from '#shared/endpoints/players.ts';

const columns = [
  'id',
  'account_id as accountId',
  'kind',
  'reason',
  'source',
  'issued_by as issuedBy',
  'issued_at as issuedAt',
  'expires_at as expiresAt',
] as const;

export function findSanctionsInForce(db: Db, accountId: number) {
  return db
    .selectFrom('sanctions')
    .select(columns)
    .where('account_id', '=', accountId)
    .where(sanctionInForce('sanctions'))
    .orderBy('kind')
    .execute();
}

/** Locks the account's row until the transaction ends, so that concurrent sanctions queue up. */
export function lockSanctionedAccount(db: Db, accountId: number) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key as usernameKey'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Closes the open sanction of this kind. If it has already expired, records its expiry instead of `by`. */
export async function closeSanction(
  db: Db,
  { accountId, kind, by, id }: { accountId: number; kind: SanctionKind; by: string; id?: number },
): Promise<{ wasInForce: boolean } | undefined> {
  const { rows } = await sql<{ wasInForce: boolean }>`
    update sanctions set
      lifted_at = least(now(), coalesce(expires_at, now())),
      lifted_by = case when expires_at <= now() then ${expiry} else ${by} end
    where account_id = ${accountId} and kind = ${kind} and lifted_at is null
      and id = coalesce(${id ?? null}::bigint, id)
    returning coalesce(expires_at > now(), true) as "wasInForce"`.execute(db);
  return rows[0];
}

export const expiry = 'expiry';

export async function insertSanction(
  db: Db,
  sanction: Insertable<Schema['sanctions']>,
): Promise<void> {
  await db.insertInto('sanctions').values(sanction).execute();
}

export function findExpiredSanctions(db: Db) {
  return db
    .selectFrom('sanctions')
    .select(['id', 'account_id as accountId', 'kind'])
    .where('lifted_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .orderBy('expires_at')
    .limit(100)
    .execute();
}

/** False if the sanction was closed or replaced in the meantime. */
export async function markExpired(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sanctions')
    .set((row) => ({ lifted_at: row.ref('expires_at'), lifted_by: expiry }))
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function findSanctionsOf(db: Db, accountId: number) {
  return db
    .selectFrom('sanctions')
    .select([...columns, 'lifted_at as liftedAt', 'lifted_by as liftedBy'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** A transaction may commit later than its timestamps say: report a change twice rather than never. */
const overlap = sql`interval '60 seconds'`;

export async function findSanctionChanges(db: Db, since: Date | undefined) {
  const inForce = sanctionInForce('sanctions');
  const { rows } = await sql<{ asOf: Date }>`select now() as "asOf"`.execute(db);
  const changes = await db
    .selectFrom('sanctions')
    .innerJoin('accounts', 'accounts.id', 'sanctions.account_id')
    .select([
      'accounts.username as player',
      'sanctions.kind',
      'sanctions.reason',
      'sanctions.expires_at as until',
      inForce.as('isInForce'),
    ])
    .where(
      since === undefined
        ? inForce
        : sql<boolean>`greatest(sanctions.issued_at, sanctions.lifted_at,
            case when sanctions.expires_at <= now() then sanctions.expires_at end)
            > ${since}::timestamptz - ${overlap}`,
    )
    .orderBy('sanctions.id')
    .limit(10_000)
    .execute();
  return { asOf: rows[0]?.asOf ?? new Date(), changes };
}

export function findInfractions(db: Db, accountId: number) {
  return db
    .selectFrom('infractions')
    .select(['id', 'note', 'noted_by as notedBy', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

export async function insertInfraction(
  db: Db,
  infraction: Insertable<Schema['infractions']>,
): Promise<void> {
  await db.insertInto('infractions').values(infraction).execute();
}

export function deleteInfraction(db: Db, accountId: number, id: number) {
  return db
    .deleteFrom('infractions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(['note', 'noted_by as notedBy'])
    .executeTakeFirst();
}

import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import { countRows } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export type ContractRow = Awaited<ReturnType<typeof findContracts>>[number];
export type NewContract = Omit<Insertable<Schema['contracts']>, 'position' | 'version'>;

const columns = [
  'id',
  'name',
  'type',
  'skill',
  'level',
  'npc_id as npcId',
  'npc_name as npcName',
  'item_id as itemId',
  'min_amount as minAmount',
  'max_amount as maxAmount',
  'weight',
  'description',
  'enabled',
  'version',
  'updated_at as updatedAt',
  'updated_by as updatedBy',
] as const;

export function findContracts(db: Db) {
  return db.selectFrom('contracts').select(columns).orderBy('position').orderBy('id').execute();
}

export function lockContract(db: Db, id: number) {
  return db
    .selectFrom('contracts')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function insertContract(db: Db, contract: NewContract) {
  return db
    .insertInto('contracts')
    .values({
      ...contract,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from contracts)`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export function updateContract(db: Db, id: number, change: Partial<NewContract>) {
  return db
    .updateTable('contracts')
    .set((row) => ({ ...change, version: row('version', '+', 1), updated_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function deleteContract(db: Db, id: number): Promise<void> {
  await db.deleteFrom('contracts').where('id', '=', id).execute();
}

export async function deleteContracts(db: Db): Promise<void> {
  await db.deleteFrom('contracts').execute();
}

/** Locks out other writers, so that the limit on the number of contracts holds. Returns the count. */
export async function lockContracts(db: Db): Promise<number> {
  await sql`lock table contracts in share row exclusive mode`.execute(db);
  return countRows(db, 'contracts');
}

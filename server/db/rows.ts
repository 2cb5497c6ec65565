import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db, Schema } from './schema.ts';

/** Whether the table has a row that meets the condition. */
export async function hasRow(
  db: Db,
  table: keyof Schema,
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(table)} where ${where} limit 1`.execute(db);
  return rows.length > 0;
}

export async function countRows(
  db: Db,
  table: keyof Schema,
  where: RawBuilder<unknown> = sql`true`,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

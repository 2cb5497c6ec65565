import { sql } from 'kysely';
import type { InsertObject, Kysely, RawBuilder } from 'kysely';

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

/** Returns the id that the database gave to the row. */
export async function insertRow<T extends keyof Schema>(
  db: Db,
  table: T,
  values: InsertObject<Schema, T>,
): Promise<number> {
  // The parameters are typed; Kysely cannot type the columns of a table that is a type parameter.
  const { id } = await (db as unknown as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto(table)
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id as number;
}

type Sorted = 'own_pages' | 'shop_categories' | 'shop_items';

/** Rows that are not in `ids` keep their order, after the others. */
export async function updatePositions(
  db: Db,
  table: Sorted,
  ids: readonly number[],
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`
    update ${sql.table(table)} as moved set position = placed.place from (
      select id, row_number() over (
        order by array_position(${sql.val([...ids])}::bigint[], id::bigint), position, id) as place
      from ${sql.table(table)} where ${where}
    ) as placed
    where placed.id = moved.id and moved.position <> placed.place`.execute(db);
}

import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';

// Tables are read from the catalogue and not from Schema: a backup can come from an older version.

export type BackupTable = { name: string; columns: { name: string; type: string }[] };
export type Sequence = { name: string; value: string; isCalled: boolean };

/** Without rate limits, times of jobs, the migrator's tables and computed columns. Constraints need `skills` first. */
export async function listTables(db: Db): Promise<BackupTable[]> {
  const { rows } = await sql<BackupTable>`
    select c.relname as name, json_agg(
      json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
      order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relpersistence = 'p' and c.relname not like 'kysely\_%' and c.relname <> 'job_runs'
    group by c.relname
    order by c.relname <> 'skills', c.relname`.execute(db);
  return rows;
}

export async function listSequences(db: Db): Promise<Sequence[]> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by 1`.execute(db);
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const { rows } = await sql<Omit<Sequence, 'name'>>`
      select last_value::text as value, is_called as "isCalled" from ${sql.id(name)}`.execute(db);
    sequences.push(...rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** Whether there are accounts. A database without tables has none. */
export async function hasAccounts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('accounts') is not null as "isThere"`.execute(db);
  if (!rows[0]?.isThere) return false;
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return account !== undefined;
}

/** Values are printed the same on every server, and the transaction may wait for files. */
export async function setPrinting(trx: Trx): Promise<void> {
  await sql`
    select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
      set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
      set_config('extra_float_digits', '1', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(trx);
}

export async function countRows(trx: Trx, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.id(table)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The rows as JSON arrays of texts, in batches of about a megabyte, so that memory stays flat. */
export async function* readRows(
  trx: Trx,
  { name, columns }: BackupTable,
): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.id(column.name)}::text`));
  await sql`
    declare backup_rows no scroll cursor for
    select array_to_json(array[${texts}])::text as row from ${sql.id(name)}`.execute(trx);
  let size = firstBatch;
  for (;;) {
    const { rows } = await sql<{ row: string }>`
      fetch ${sql.lit(size)} from backup_rows`.execute(trx);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
    const bytes = rows.reduce((sum, { row }) => sum + row.length, 0);
    const fitting = Math.round((batchBytes * rows.length) / bytes);
    // Grows slowly: the next rows may be much longer.
    size = Math.max(1, Math.min(fitting, size * 4, largestBatch));
  }
  await sql`close backup_rows`.execute(trx);
}

const firstBatch = 50;
const largestBatch = 5_000;
const batchBytes = 1024 * 1024;

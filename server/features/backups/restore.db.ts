import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';

import type { BackupTable, Sequence } from './catalogue.db.ts';

/** Connections of this site's user to this database, apart from the given transaction's. */
export async function countOtherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and backend_type = 'client backend' and application_name = 'wynhold'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A server that still runs would otherwise keep the restore waiting without a word. */
export async function limitLockWaits(trx: Trx): Promise<void> {
  await sql`select set_config('lock_timeout', '10s', true)`.execute(trx);
}

/** Drops all tables, sequences, functions and types, except those of extensions. */
export async function dropEverything(trx: Trx): Promise<void> {
  // The lists are read first: a cascade drops further ones.
  await sql
    .raw(
      `do $$
      declare
        here constant oid := current_schema()::regnamespace;
        statements text[];
        statement text;
      begin
        select array_agg(what order by at) into statements from (
          select 1 as at, format('drop table if exists %I cascade', relname) as what from pg_class c
          where relnamespace = here and relkind in ('r', 'p') and not exists (
            select from pg_depend where objid = c.oid and deptype = 'e')
          union all
          select 2, format('drop sequence if exists %I cascade', relname) from pg_class c
          where relnamespace = here and relkind = 'S' and not exists (
            select from pg_depend where objid = c.oid and deptype in ('e', 'i'))
          union all
          select 3, format('drop routine if exists %I(%s) cascade',
            proname, pg_get_function_identity_arguments(p.oid)) from pg_proc p
          where pronamespace = here and not exists (
            select from pg_depend where objid = p.oid and deptype = 'e')
          union all
          select 4, format('drop type if exists %I cascade', typname) from pg_type t
          where typnamespace = here and typtype in ('d', 'e', 'r') and not exists (
            select from pg_depend where objid = t.oid and deptype in ('e', 'i'))
        ) as found;
        foreach statement in array coalesce(statements, '{}') loop
          execute statement;
        end loop;
      end
      $$`,
    )
    .execute(trx);
}

export type ForeignKey = { table: string; name: string; definition: string };

/** For rows in any order: without triggers, which would count them twice, foreign keys and rows of migrations. */
export async function beginLoading(trx: Trx, tables: BackupTable[]): Promise<ForeignKey[]> {
  const { rows: keys } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(trx);
  for (const { table, name } of keys) {
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(name)}`.execute(trx);
  }
  for (const { name } of tables) {
    await sql`alter table ${sql.id(name)} disable trigger user`.execute(trx);
    await sql`delete from ${sql.id(name)}`.execute(trx);
  }
  return keys;
}

/** Adding a foreign key checks it for all rows. */
export async function endLoading(
  trx: Trx,
  tables: BackupTable[],
  keys: ForeignKey[],
): Promise<void> {
  for (const { name } of tables) {
    await sql`alter table ${sql.id(name)} enable trigger user`.execute(trx);
  }
  for (const { table, name, definition } of keys) {
    await sql`
      alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      trx,
    );
  }
}

/** `rows` is a JSON array as readRows made it. As json it would be parsed again for every column. Returns their number. */
export async function insertRows(
  trx: Trx,
  { name, columns }: BackupTable,
  rows: string,
): Promise<number> {
  const values = columns.map(({ type }, at) => sql`(line ->> ${sql.lit(at)})::${sql.raw(type)}`);
  const { numAffectedRows } = await sql`
    insert into ${sql.id(name)} (${sql.join(columns.map((column) => sql.id(column.name)))})
    overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${rows}::jsonb) as lines (line)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** The number of skills is part of functions that constraints and indexes use. */
export async function adaptToSkills(trx: Trx): Promise<void> {
  await sql`
    select resize_hiscores() where skill_count() <> (select count(*) from skills)`.execute(trx);
}

export async function setSequence(trx: Trx, { name, value, isCalled }: Sequence): Promise<void> {
  await sql`select setval(${`"${name}"`}::regclass, ${value}::bigint, ${isCalled})`.execute(trx);
}

export async function listAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('username')
    .where('user_rights', '=', 3)
    .orderBy('username_key')
    .execute();
  return rows.map(({ username }) => username);
}

/**
 * Games know players by their account ids, also those that registered after the backup was made. New ids begin at
 * the number of seconds since 2025: more than one registration a second would be needed to reach a later one.
 */
export async function skipAccountIds(trx: Trx): Promise<void> {
  await sql`
    select setval(name::regclass, greatest(nextval(name::regclass),
      floor(extract(epoch from now() - timestamptz '2025-01-01Z'))::bigint))
    from (select pg_get_serial_sequence('accounts', 'id') as name) as sequence`.execute(trx);
}

/** The engine plans with the number of rows, which it learns here. */
export async function analyse(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

type RunSql = (statement: string) => Promise<{ rows: unknown[] }>;

/**
 * Resets a used database to its state after the migrations, which is much faster than creating a new
 * one. Returns false if that fails: a test changed the schema, or its user may not disable triggers.
 */
export async function emptyDatabase(run: RunSql, schema: string): Promise<boolean> {
  try {
    await run('discard all');
    if ((await describeSchema(run)) !== schema) return false;
    await run(emptyTables);
    return true;
  } catch {
    return false;
  }
}

/** Counts the database objects that a test could leave behind, and tells whether it changed the skills. */
export async function describeSchema(run: RunSql): Promise<string> {
  const { rows } = await run(`
    select
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as classes,
      (select count(*) from pg_trigger where tgenabled = 'O') as triggers,
      (select count(*) from pg_constraint) as constraints,
      (select count(*) from pg_proc where pronamespace = 'public'::regnamespace) as functions,
      (select json_agg(skills order by position) from skills) as skills`);
  return JSON.stringify(rows);
}

// The migrations insert no rows except their own names and the skills. session_replication_role = replica disables
// triggers and foreign keys. Deleting is faster than truncating, but leaves dead rows that slow reads.
const emptyTables = `
  do $$
  declare
    filled record;
  begin
    set local session_replication_role = replica;
    for filled in
      select oid::regclass as name, pg_relation_size(oid) > 131072 as is_large
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely%' and relname <> 'skills' and pg_relation_size(oid) > 0
    loop
      if filled.is_large then
        execute format('truncate %s cascade', filled.name);
      else
        execute format('delete from %s', filled.name);
      end if;
    end loop;
    perform setval(seqrelid::regclass, seqstart, false) from pg_sequence;
  end
  $$`;

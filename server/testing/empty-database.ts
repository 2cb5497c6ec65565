type RunSql = (statement: string) => Promise<{ rows: unknown[] }>;

/**
 * Leaves a used database as the migrations made it, for a fraction of what a new one costs. It says
 * no where that is not so: a test changed the tables themselves, or may not switch triggers off.
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

/** Counts what a test could leave behind. */
export async function describeSchema(run: RunSql): Promise<string> {
  const { rows } = await run(`
    select
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as classes,
      (select count(*) from pg_trigger where tgenabled = 'O') as triggers,
      (select count(*) from pg_constraint) as constraints,
      (select count(*) from pg_proc where pronamespace = 'public'::regnamespace) as functions`);
  return JSON.stringify(rows);
}

// The migrations insert nothing but their own names. For a replica no trigger refuses and no key is
// in the way. Deleting is quicker than truncating, but leaves dead rows to be read over.
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
        and relname not like 'kysely%' and pg_relation_size(oid) > 0
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

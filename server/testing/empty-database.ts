type RunSql = (statement: string) => Promise<{ rows: unknown[] }>;

/** The state after the migrations; `objects` also has what no test may change in a shared database. */
export type Schema = { objects: string; skills: string; labels: string };

/**
 * Resets a used database to its state after the migrations, which is much faster than creating a new
 * one. Returns false if that fails: a test changed the schema, or its user may not disable triggers.
 */
export async function emptyDatabase(run: RunSql, schema: Schema): Promise<boolean> {
  try {
    await run('discard all');
    const found = await describeSchema(run);
    if (found.objects !== schema.objects) return false;
    await run(emptyTables);
    if (found.skills !== schema.skills) await run(restoreSkills(schema.skills));
    if (found.labels !== schema.labels) await run(restoreLabels(schema.labels));
    return true;
  } catch {
    return false;
  }
}

/** Counts the database objects that a test could leave behind, and lists the migrations, the skills and the labels. */
export async function describeSchema(run: RunSql): Promise<Schema> {
  const objects = await run(`
    select
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as classes,
      (select count(*) from pg_trigger where tgenabled = 'O') as triggers,
      (select count(*) from pg_constraint) as constraints,
      (select count(*) from pg_proc where pronamespace = 'public'::regnamespace) as functions,
      (select json_agg(name order by name) from kysely_migration) as migrations,
      (select json_agg(known order by name) from kysely_migration_checksums as known) as checksums`);
  const skills = await run('select * from skills order by position');
  const labels = await run('select * from labels order by list, position');
  return {
    objects: JSON.stringify(objects.rows),
    skills: JSON.stringify(skills.rows),
    labels: JSON.stringify(labels.rows),
  };
}

/** For tests of other lists of skills. The function that adapts the schema to a list is the site's own. */
function restoreSkills(skills: string): string {
  return `
    do $$
    begin
      delete from skills;
      insert into skills select * from json_populate_recordset(null::skills, $list$${skills}$list$);
      perform resize_hiscores();
    end
    $$`;
}

function restoreLabels(labels: string): string {
  return `
    do $$
    begin
      delete from labels;
      insert into labels select * from json_populate_recordset(null::labels, $list$${labels}$list$);
    end
    $$`;
}

// The migrations insert no rows except their own names, the skills and the labels. session_replication_role = replica disables
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
        and relname not like 'kysely%' and relname not in ('skills', 'labels')
        and pg_relation_size(oid) > 0
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

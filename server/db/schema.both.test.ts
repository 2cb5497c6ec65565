import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ColumnType, readTables } from '#server/testing/read-tables.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

type FoundColumn = { table: string; isView: boolean; column: string; rules: string };
type Trigger = { table: string; source: string };

const kyselyTables = ['kysely_migration', 'kysely_migration_lock'];
const types = await readTables();

let database: TestDatabase;
let found: FoundColumn[];
let triggers: Trigger[];
beforeAll(async () => {
  database = await openTestDatabase();
  found = await findColumns();
  triggers = await findInsertTriggers();
});
afterAll(() => database.close());

test('every table and view has one type, and every type has a table', () => {
  const names = new Set(found.map(({ table }) => table));
  expect(types.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
});

test.each(types)(
  'the type of $name has the columns and rules of the table',
  ({ name, columns }) => {
    const rows = found.filter(({ table }) => table === name);
    // PostgreSQL does not know which columns of a view can be null.
    const isView = rows.some((row) => row.isView);
    const ofType = columns.map((column) => [column.name, isView ? '' : describeRules(column)]);
    const ofTable = rows.map(({ column, rules }) => [column, isView ? '' : rules]);
    expect(Object.fromEntries(ofType)).toEqual(Object.fromEntries(ofTable));
  },
);

const setByTrigger = types.flatMap(({ name, columns }) =>
  columns
    .filter(({ wrapper }) => wrapper === 'SetByTrigger')
    .map((column) => ({ table: name, column: column.name })),
);

test.each(setByTrigger)('a trigger sets $column of $table before inserts', ({ table, column }) => {
  const sources = triggers.filter((trigger) => trigger.table === table).map(({ source }) => source);
  expect(sources.join('\n')).toMatch(new RegExp(`into new\\.${column}\\b|new\\.${column} :=`));
});

const fills = { Generated: ' default', GeneratedAlways: ' generated', SetByTrigger: '' } as const;

function describeRules({ isNullable, wrapper }: ColumnType): string {
  return (isNullable ? 'null' : 'not null') + (wrapper ? fills[wrapper] : '');
}

async function findColumns(): Promise<FoundColumn[]> {
  const { rows } = await sql<FoundColumn>`
    select table_name as "table", table_type = 'VIEW' as "isView", column_name as "column",
      case is_nullable when 'YES' then 'null' else 'not null' end
      || case
        when identity_generation = 'ALWAYS' or is_generated = 'ALWAYS' then ' generated'
        when identity_generation is not null or column_default is not null then ' default'
        else ''
      end as rules
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and not table_name = any(${kyselyTables})
    order by table_name, ordinal_position`.execute(database.db);
  return rows;
}

async function findInsertTriggers(): Promise<Trigger[]> {
  const { rows } = await sql<Trigger>`
    select event_object_table as "table",
      pg_get_functiondef(substring(action_statement from 'FUNCTION (.+)[(]')::regproc) as source
    from information_schema.triggers
    where action_timing = 'BEFORE' and action_orientation = 'ROW' and event_manipulation = 'INSERT'
      and trigger_schema = current_schema()`.execute(database.db);
  return rows;
}

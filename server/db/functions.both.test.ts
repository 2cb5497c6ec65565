import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';

const folder = path.join(import.meta.dirname, 'functions');
const files = (await readdir(folder)).toSorted();
/** Written by resize_hiscores, with numbers that fit the count of skills. */
const computed = new Set(['hiscore_bucket', 'skill_count']);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('every function of the database has a file with the version in force', async () => {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname collate "C"`.execute(database.db);
  const own = rows.filter(({ name }) => !computed.has(name));
  expect(own.map(({ name }) => `${name}.sql`)).toEqual(files);
  for (const { name, body } of own) expect(await read(name)).toContain(body);
});

test('every trigger is in the file of its function', async () => {
  const { rows } = await sql<{ file: string; name: string; table: string }>`
    select proname as file, tgname as name, tgrelid::regclass::text as table
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal order by 1, 2, 3`.execute(database.db);
  expect(rows.length).toBeGreaterThan(20);
  for (const { file, name, table } of rows) {
    expect(await read(file)).toMatch(
      new RegExp(`create or replace trigger ${name}\\s[^;]*\\son ${table}\\s`),
    );
  }
});

async function read(name: string): Promise<string> {
  const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
  return text.replaceAll('\r\n', '\n');
}

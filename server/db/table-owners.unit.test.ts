import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { listServerFiles, readTables, serverFolder } from '#server/testing/read-tables.ts';

// Joins may read any table; only its owner writes it. The owner is the feature whose folder holds the
// .tables.ts file. In server/lib and server/db it is the files of the same name: mail-queue.tables.ts
// belongs to mail-queue.ts and mail-queue.db.ts.

/** A table name that is computed at run time. */
const computed = '(computed)';

const exceptions: { file: string; tables: string[]; reason: string }[] = [
  {
    file: 'db/rows.ts',
    tables: [computed],
    reason: 'Has insertRow and updatePositions, whose callers name the table.',
  },
  {
    file: 'demo/leave-demo.db.ts',
    tables: [
      computed,
      'accounts',
      'identity_users',
      'own_pages',
      'reserved_names',
      'settings',
      'supporter_steps',
    ],
    reason: 'Removes the demo content of all features.',
  },
  {
    file: 'features/backups/restore.db.ts',
    tables: [computed],
    reason: 'Fills all tables from a backup.',
  },
  {
    file: 'lib/data/personal-data.ts',
    tables: [computed],
    reason: 'Erases what the features declare in `deletes` and `names`.',
  },
];

const owners = new Map((await readTables()).map(({ name, file }) => [name, ownerOf(file)]));

test('only the owner of a table writes it', async () => {
  const found = await findForeignWrites();
  const allowed = exceptions.flatMap(({ file, tables }) =>
    tables.map((table) => `${file} writes ${table}`),
  );
  expect(found).toEqual(allowed.toSorted());
});

test.each([
  [`db.insertInto('orders').values(order)`, ['orders']],
  [`db\n  .updateTable('orders as o')\n  .set(x)`, ['orders']],
  [`db.deleteFrom("orders")`, ['orders']],
  [`insertRow(db, 'orders', order)`, ['orders']],
  [`updatePositions(\n  trx,\n  'orders', ids)`, ['orders']],
  [`db.deleteFrom(table)`, [computed]],
  ['sql`insert into orders (id) values (1)`', ['orders']],
  [
    'sql`with a as (update\n  only public.orders set x = 1) delete from "sessions"`',
    ['orders', 'sessions'],
  ],
  ["deletes: ['orders', 'sessions'],\n  names: ['orders.note'],", ['orders', 'sessions', 'orders']],
  ['sql`truncate table orders`', ['orders']],
  ['sql.raw(`truncate ${names}`)', [computed]],
  ['sql`select 1 from orders for update of orders skip locked`', []],
  [`// Update orders first.\ndb.selectFrom('orders')`, []],
])('the writes in %j are %j', (text, tables) => {
  expect(findWrites(text)).toEqual(tables);
});

async function findForeignWrites(): Promise<string[]> {
  const files = (await listServerFiles()).filter((file) => !isTest(file));
  const found = files.map(async (file) => {
    const tables = findWrites(await readFile(path.join(serverFolder, file), 'utf8'));
    const foreign = tables.filter((table) => !isOwner(file, table));
    return [...new Set(foreign)].map((table) => `${file} writes ${table}`);
  });
  return (await Promise.all(found)).flat().toSorted();
}

function isTest(file: string): boolean {
  return /\.(?:test|emulator-test)\.ts$|(?:^|\/)testing[./]/.test(file);
}

function isOwner(file: string, table: string): boolean {
  const owner = owners.get(table);
  return owner !== undefined && file.startsWith(owner);
}

/** The beginnings of the paths of the owner's files. */
function ownerOf(tablesFile: string): string {
  return /^features\/[^/]+\//.exec(tablesFile)?.[0] ?? tablesFile.replace(/tables\.ts$/, '');
}

const comment = /^\s*(?:\/\/|\/?\*|--).*$/gm;
const kyselyWrite =
  /\b(?:(?:insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\(|(?:insertRow|updatePositions)\(\s*\w+,)\s*(?:['"](\w+)|\S)/g;
const sqlWrite =
  /\b(?:(?:insert|merge)\s+into|delete\s+from|update|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?(?:"?(\w+)|\$\{)/gi;
/** Declarations in .personal-data.ts files. */
const declaredWrites = /\b(?:deletes|names): \[([^\]]*)\]/g;

function findWrites(text: string): string[] {
  const code = text.replaceAll(comment, '');
  const declared = [...code.matchAll(declaredWrites)].flatMap(([, list = '']) => [
    ...list.matchAll(/'(\w+)/g),
  ]);
  const matches = [...code.matchAll(kyselyWrite), ...code.matchAll(sqlWrite), ...declared];
  const names = matches.map(([, name]) => name ?? computed);
  return names.filter((name) => name === computed || owners.has(name));
}

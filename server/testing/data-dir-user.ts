// Tests run this as a separate process, so that it can be killed or compete for a data folder:
//   data-dir-user.ts lock FOLDER     takes the lock, prints "ready", releases it at the end
//   data-dir-user.ts write FOLDER    opens or creates the database, stores a row, prints "ready"
// A StartupError is printed as "refused: MESSAGE". The process ends when its standard input ends.

import { once } from 'node:events';
import process from 'node:process';

import { lockDataDir } from '#server/db/data-dir-lock.ts';
import { StartupError } from '#server/lib/startup-error.ts';

const [, , task, folder = ''] = process.argv;

try {
  const end = task === 'lock' ? await takeLock() : await storeRow();
  console.log('ready');
  process.stdin.resume();
  await once(process.stdin, 'end');
  await end();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.log(`refused: ${error.message}`);
}

async function takeLock(): Promise<() => Promise<void>> {
  const { release } = await lockDataDir(folder, console.warn);
  return release;
}

async function storeRow(): Promise<() => Promise<void>> {
  // Only here, because loading it takes longer than the lock.
  const { sql } = await import('kysely');
  const { openDatabase } = await import('#server/db/open-database.ts');
  const { db, close } = await openDatabase({ dataDir: folder });
  // Its own table: applying all migrations would take longer than creating the database.
  await sql`create table stored_rows as select 'by a process' as row`.execute(db);
  return close;
}

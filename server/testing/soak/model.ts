import * as fc from 'fast-check';

import { migrateToLatest } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import {
  addModelAccounts,
  followModel,
  sequences,
} from '#server/features/wallet/testing/ledger-model.ts';
import { startPostgres } from '#tooling/find-postgres.ts';

// npm run soak -- model [SEQUENCES] [SEED]
// A failure prints its seed and path.

const numRuns = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);

const postgres = await startPostgres();
const database = await openDatabase({
  databaseUrl: postgres.url,
  dataDir: '',
  onWarning: console.warn,
});
await migrateToLatest(database);
const { db } = database;

const begun = performance.now();
let run = 0;
let steps = 0;
const property = fc.asyncProperty(sequences, async (sequence) => {
  run += 1;
  steps += sequence.reduce((sum, [, times]) => sum + times, 0);
  await followModel(db, await addModelAccounts(db, `m${run.toString(36)}x`), sequence);
  if (run % 1000 === 0) console.log(`  ${run.toLocaleString('en')} sequences`);
});
await fc.assert(property, { numRuns, seed });
const seconds = Math.round((performance.now() - begun) / 1000);
console.log(
  `${numRuns.toLocaleString('en')} sequences with ${steps.toLocaleString('en')} steps in ${seconds} s, seed ${seed}: the ledger matched the model.`,
);
await database.close();
await postgres.stop();

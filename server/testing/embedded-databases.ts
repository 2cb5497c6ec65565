import { readFile } from 'node:fs/promises';

import type { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { createEmbeddedDatabase } from '#server/db/embedded.ts';
import { openPglite } from '#server/db/pglite.ts';

import { openBlankEmbedded } from './blank-embedded.ts';
import { emptyDatabase } from './empty-database.ts';
import { patient } from './test-database-options.ts';
import type { TestDatabaseOptions } from './test-database-options.ts';

/** Emptied databases that earlier test files of this worker have closed. */
const free: PGlite[] = [];

export async function openEmbeddedCopy(options: TestDatabaseOptions): Promise<Database> {
  return open(free.pop() ?? (await loadTemplate()), options);
}

export async function openBlankEmbeddedDatabase(options: TestDatabaseOptions): Promise<Database> {
  return open(await openBlankEmbedded(), options);
}

function open(pglite: PGlite, options: TestDatabaseOptions): Database {
  const { onWarning = () => {}, waitingMs = patient } = options;
  return createEmbeddedDatabase({ pglite, onWarning, waitingMs });
}

async function loadTemplate(): Promise<PGlite> {
  const template = inject('testDump');
  if (!template) throw new Error('The global setup of the project `embedded` has not run.');
  const pglite = await openPglite({ loadDataDir: new Blob([await readFile(template.file)]) });
  const closeForGood = pglite.close.bind(pglite);
  pglite.close = async () => {
    const isFree = await emptyDatabase((statement) => pglite.query(statement), template.schema);
    return isFree ? void free.push(pglite) : closeForGood();
  };
  return pglite;
}

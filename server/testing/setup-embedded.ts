import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';

import type { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';

import { createEmbeddedDatabase } from '#server/db/embedded.ts';
import { migrateToLatest } from '#server/db/migrate.ts';

import { dumpEmbedded, openBlankEmbedded } from './blank-embedded.ts';
import './provided-context.ts';

/** Makes the migrated template once; every test file loads a copy of it into memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // As for the workers (vitest.config.ts).
  v8.setFlagsFromString('--liftoff-only');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-template-'));
  const file = path.join(folder, 'template.tar');
  await writeFile(file, await dumpTemplate());
  project.provide('engine', 'embedded');
  project.provide('testDump', file);
  return () => rm(folder, { recursive: true, force: true });
}

async function dumpTemplate(): Promise<Buffer> {
  const pglite = await openBlankEmbedded();
  const database = createEmbeddedDatabase({ pglite, onWarning: console.warn });
  try {
    await migrateToLatest(database);
    await dropTemplates(pglite);
    return await dumpEmbedded(pglite);
  } finally {
    await database.close();
  }
}

/** Two thirds of its files, which every test file would load in vain: nobody creates databases in it. */
async function dropTemplates(pglite: PGlite): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`alter database ${name} is_template false`);
    await pglite.exec(`drop database ${name}`);
  }
}

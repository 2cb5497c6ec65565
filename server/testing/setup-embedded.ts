import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';

import type { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';

import { createEmbeddedDatabase } from '#server/db/embedded.ts';
import { migrateToLatest } from '#server/db/migrate.ts';

import { dumpEmbedded, openBlankEmbedded } from './blank-embedded.ts';
import { describeSchema } from './empty-database.ts';
import type { Schema } from './empty-database.ts';
import './provided-context.ts';

/** Creates the migrated template once; the workers load copies of it into memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Same flag as for the workers (vitest.config.ts).
  v8.setFlagsFromString('--liftoff-only');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-template-'));
  const file = path.join(folder, 'template.tar');
  const { dump, schema } = await createTemplate();
  await writeFile(file, dump);
  project.provide('engine', 'embedded');
  project.provide('testDump', { file, schema });
  return () => rm(folder, { recursive: true, force: true });
}

async function createTemplate(): Promise<{ dump: Buffer; schema: Schema }> {
  const pglite = await openBlankEmbedded();
  const database = createEmbeddedDatabase({ pglite, onWarning: console.warn });
  try {
    await migrateToLatest(database);
    await dropTemplates(pglite);
    const schema = await describeSchema((statement) => pglite.query(statement));
    return { dump: await dumpEmbedded(pglite), schema };
  } finally {
    await database.close();
  }
}

/** The tests create no databases inside PGlite, and these two are two thirds of the files to load. */
async function dropTemplates(pglite: PGlite): Promise<void> {
  for (const name of ['template0', 'template1']) {
    await pglite.exec(`alter database ${name} is_template false`);
    await pglite.exec(`drop database ${name}`);
  }
}

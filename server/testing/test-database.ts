import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { inject } from 'vitest';

import { type Database, openDatabase } from '#server/db/client.ts';
import { createEmbeddedDatabase } from '#server/db/embedded.ts';
import { openPglite } from '#server/db/pglite.ts';

import { openBlankEmbedded } from './blank-embedded.ts';
import { createTestDatabase, dropTestDatabase, urlOf } from './postgres-databases.ts';
import './provided-context.ts';

export type TestDatabase = Database & {
  /** Where further replicas can open it; undefined on the embedded engine, which has none. */
  databaseUrl: string | undefined;
};

/** Which engine this run tests. */
export const engine = inject('engine');

type Options = { onWarning?: (message: string, error?: unknown) => void; poolSize?: number };

/** A fresh, migrated database of the caller's own. close() removes it. */
export async function openTestDatabase(options: Options = {}): Promise<TestDatabase> {
  return engine === 'postgres' ? openPostgresCopy(options) : openEmbeddedCopy(options);
}

/** A database without any table, for tests of the migrations themselves. */
export async function openEmptyTestDatabase(options: Options = {}): Promise<TestDatabase> {
  if (engine === 'postgres') return openPostgresCopy(options, 'template1');
  return withoutUrl(await openBlankEmbedded(), options);
}

async function openPostgresCopy(options: Options, template?: string): Promise<TestDatabase> {
  const server = inject('testServer');
  if (!server) throw new Error('The global setup of the project `postgres` has not run.');
  const name = `wynhold_test_${randomUUID().replaceAll('-', '')}`;
  await createTestDatabase(server.url, name, template ?? server.template);
  const databaseUrl = urlOf(server.url, name);
  const database = await openDatabase({ onWarning: ignore, ...options, databaseUrl, dataDir: '' });
  async function close(): Promise<void> {
    await database.close();
    await dropTestDatabase(server!.url, name);
  }
  return { ...database, databaseUrl, close };
}

async function openEmbeddedCopy(options: Options): Promise<TestDatabase> {
  const file = inject('testDump');
  if (!file) throw new Error('The global setup of the project `embedded` has not run.');
  const loadDataDir = new Blob([await readFile(file)]);
  return withoutUrl(await openPglite({ loadDataDir }), options);
}

function withoutUrl(
  pglite: Awaited<ReturnType<typeof openPglite>>,
  { onWarning = ignore }: Options,
): TestDatabase {
  return { ...createEmbeddedDatabase({ pglite, onWarning }), databaseUrl: undefined };
}

function ignore(): void {}

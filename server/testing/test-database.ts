import { inject } from 'vitest';

import type { Database } from '#server/db/database.ts';

import { openBlankEmbeddedDatabase, openEmbeddedCopy } from './embedded-databases.ts';
import { openBlankPostgresDatabase, openPostgresCopy } from './postgres-databases.ts';
import './provided-context.ts';
import type { TestDatabaseOptions } from './test-database-options.ts';

export type TestDatabase = Database & {
  /** For opening more replicas; undefined on the embedded engine, which has none. */
  databaseUrl?: string | undefined;
};

export const engine = inject('engine');

/** Opens a migrated, empty database, which no other test uses until close(). */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return engine === 'postgres' ? openPostgresCopy(options) : openEmbeddedCopy(options);
}

/** Opens a database without tables, for tests of the migrations. */
export async function openEmptyTestDatabase(
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  return engine === 'postgres'
    ? openBlankPostgresDatabase(options)
    : openBlankEmbeddedDatabase(options);
}

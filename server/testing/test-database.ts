import { inject } from 'vitest';

import type { Database } from '#server/db/client.ts';

import { openBlankEmbeddedDatabase, openEmbeddedCopy } from './embedded-databases.ts';
import { openBlankPostgresDatabase, openPostgresCopy } from './postgres-databases.ts';
import './provided-context.ts';
import type { TestDatabaseOptions } from './test-database-options.ts';

export type TestDatabase = Database & {
  /** Where further replicas can open it; undefined on the embedded engine, which has none. */
  databaseUrl: string | undefined;
};

/** Which engine this run tests. */
export const engine = inject('engine');

/** A migrated database without a row, the caller's own until close(). */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return engine === 'postgres' ? openPostgresCopy(options) : openEmbeddedCopy(options);
}

/** A database without any table, for tests of the migrations themselves. */
export async function openEmptyTestDatabase(
  options: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  return engine === 'postgres'
    ? openBlankPostgresDatabase(options)
    : openBlankEmbeddedDatabase(options);
}

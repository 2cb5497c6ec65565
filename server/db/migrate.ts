import { type Kysely, Migrator, sql } from 'kysely';

import type { Database } from './client.ts';
import { migrations } from './migrations/list.ts';
import type { Schema } from './schema.ts';

/**
 * Brings the database to the newest version, all pending migrations in one transaction, and returns
 * the names of those it applied. Replicas may start at once: the migrator's advisory lock lets one
 * through, the others then find nothing left to do.
 */
export async function migrateToLatest(database: Database): Promise<string[]> {
  return database.db.connection().execute(async (connection) => {
    // A replica that waits for another one's migration must not be cut off by the usual limit.
    const usual = await setStatementTimeout(connection, '0');
    try {
      return await runMigrations(connection);
    } finally {
      await setStatementTimeout(connection, usual);
    }
  });
}

async function runMigrations(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}

/** Returns the value it replaced. */
async function setStatementTimeout(db: Kysely<Schema>, value: string): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    with previous as materialized (select current_setting('statement_timeout') as before)
    select before, set_config('statement_timeout', ${value}, false) from previous`.execute(db);
  return rows[0]?.before ?? '0';
}

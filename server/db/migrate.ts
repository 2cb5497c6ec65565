import { type Kysely, Migrator, sql } from 'kysely';

import { StartupError } from '#server/lib/startup-error.ts';

import type { Database } from './client.ts';
import { migrations } from './migrations/list.ts';
import type { Schema } from './schema.ts';
import { runLongWork } from './statement-limit.ts';

/**
 * Brings the database to the newest version, all pending migrations in one transaction, and returns
 * the names of those it applied. Replicas may start at once: the migrator's advisory lock lets one
 * through, the others then find nothing left to do.
 */
export async function migrateToLatest(database: Database): Promise<string[]> {
  if (await isLatest(database.db)) return [];
  // Without end: a replica may have to wait for another one's migration.
  return runLongWork(() => runMigrations(database.db), 0);
}

/** For the command line, which must not update the tables under a running server of another version. */
export async function refuseOtherVersion({ db }: Pick<Database, 'db'>): Promise<void> {
  if (await isLatest(db)) return;
  throw new StartupError(
    'The database is empty or belongs to another version of the site. Start this version of the site first, then run the command again.',
  );
}

/** The usual start: two small reads instead of the migrator's long look at the catalogue. */
async function isLatest(db: Kysely<Schema>): Promise<boolean> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!table.rows[0]?.exists) return false;
  const applied = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  const names = Object.keys(migrations);
  return (
    applied.rows.length === names.length && applied.rows.every(({ name }, at) => name === names[at])
  );
}

async function runMigrations(db: Kysely<Schema>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw isCode(error, '42501') ? notOwner(error) : error;
  return results.map((result) => result.migrationName);
}

function notOwner(cause: unknown): StartupError {
  return new StartupError(
    'The database user may not create tables. Make it the owner of the database: alter database NAME owner to USER.',
    { cause },
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

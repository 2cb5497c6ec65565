import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'kysely';

import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import type { Database } from './database.ts';
import { checksums } from './migration-checksums.ts';
import type { Db, Trx } from './schema.ts';
import { runLongWork } from './statement-limit.ts';
import { transaction } from './transaction.ts';

/** The number that Kysely's migrator uses: an older version of the site may be starting too. */
const lockNumber = 3853314791062309107n;

/** In one transaction. Of several replicas that start at once, the lock lets one migrate. Returns the new names. */
export async function migrateToLatest(database: Database): Promise<string[]> {
  if (await isLatest(database.db)) return [];
  // No time limit: a replica may have to wait for another one's migration.
  return runLongWork(() => runMigrations(database.db), 0);
}

/** For the command line, which must not migrate the database of a running server of another version. */
export async function assertLatestVersion({ db }: Pick<Database, 'db'>): Promise<void> {
  if (await isLatest(db)) return;
  throw new StartupError(
    'The database is empty or belongs to another version of the site. Start this version of the site first, then run the command again.',
  );
}

/** Makes a normal start fast: two small reads instead of the migrator's slow catalogue queries. */
async function isLatest(db: Db): Promise<boolean> {
  const applied = await findApplied(db);
  assertKnownMigrations(applied);
  return applied.length === names.length;
}

const names = Object.keys(checksums);

export type Applied = { name: string; checksum: string | null };

export async function findApplied(db: Db): Promise<Applied[]> {
  const { rows: tables } = await sql<{ names: boolean; checksums: boolean }>`
    select to_regclass('kysely_migration') is not null as names,
      to_regclass('kysely_migration_checksums') is not null as checksums`.execute(db);
  if (!tables[0]?.names) return [];
  const { rows } = await (
    tables[0].checksums
      ? sql<Applied>`
          select name, checksum from kysely_migration
          left join kysely_migration_checksums using (name) order by name`
      : sql<Applied>`select name, null as checksum from kysely_migration order by name`
  ).execute(db);
  return rows;
}

function assertKnownMigrations(applied: Applied[]): void {
  const other = findOtherMigration(applied);
  if (!other) return;
  throw new StartupError(
    other.isUnknown
      ? `The database belongs to a newer version of the site: this one does not know ${other.name}. Start the newer version, or restore the backup made before the update.`
      : `The database was made by another build of the site: its migration ${other.name} differs from the one in this version. Start the version that made it, or restore a backup made by this version.`,
  );
}

/** The first that this version lacks or has with other content. Undefined if they are the first of this version. */
export function findOtherMigration(
  applied: Applied[],
): { name: string; isUnknown: boolean } | undefined {
  const unknown = applied.find(({ name }) => !names.includes(name));
  if (unknown) return { name: unknown.name, isUnknown: true };
  const other = applied.find(
    ({ name, checksum }, at) => name !== names[at] || checksum !== checksums[name],
  );
  return other && { name: other.name, isUnknown: false };
}

/** Applies as many as given, or all. After the last one, server/db/functions replaces older functions and triggers. */
export async function migrateWithin(
  trx: Trx,
  { first = 0, count = names.length - first }: { first?: number; count?: number },
): Promise<void> {
  if (first === 0) await createMigratorTables(trx);
  for (const name of names.slice(first, first + count)) await applyMigration(trx, name);
  if (first + count === names.length) await applyFunctions(trx);
}

/** In older versions of the site Kysely's migrator made them. */
async function createMigratorTables(trx: Trx): Promise<void> {
  await sql
    .raw(
      `create table if not exists kysely_migration (
        name varchar(255) not null primary key, "timestamp" varchar(255) not null);
      create table if not exists kysely_migration_lock (
        id varchar(255) not null primary key, is_locked integer not null default 0);
      insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing`,
    )
    .execute(trx);
}

async function runMigrations(db: Db): Promise<string[]> {
  try {
    return await transaction(db, async (trx) => {
      await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(trx);
      const applied = await findApplied(trx);
      await migrateWithin(trx, { first: applied.length });
      return names.slice(applied.length);
    });
  } catch (error) {
    throw codeOf(error) === '42501' ? notOwner(error) : error;
  }
}

async function applyMigration(trx: Trx, name: string): Promise<void> {
  await applyFile(trx, 'migrations', `${name}.sql`);
  await sql`
    insert into kysely_migration_checksums (name, checksum)
    values (${name}, ${checksums[name]})`.execute(trx);
  await sql`
    insert into kysely_migration (name, timestamp)
    values (${name}, ${new Date().toISOString()})`.execute(trx);
}

async function applyFunctions(trx: Trx): Promise<void> {
  const files = await readdir(path.join(import.meta.dirname, 'functions'));
  for (const file of files.toSorted()) await applyFile(trx, 'functions', file);
}

async function applyFile(trx: Trx, folder: string, file: string): Promise<void> {
  const text = await readFile(path.join(import.meta.dirname, folder, file), 'utf8');
  await sql.raw(text).execute(trx);
}

function notOwner(cause: unknown): StartupError {
  return new StartupError(
    'The database user may not create tables. Make it the owner of the database: alter database NAME owner to USER.',
    { cause },
  );
}

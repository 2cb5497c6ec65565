import { constants, existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql } from 'kysely';

import { StartupError } from '#server/lib/startup-error.ts';

import { lockDataDir } from './data-dir-lock.ts';
import type { Database, DatabaseOptions, OnWarning, WaitingMs } from './database.ts';
import { prepareEmbeddedDirectory } from './embedded-directory.ts';
import { createNotificationHub } from './notification-hub.ts';
import { createPglitePool } from './pglite-pool.ts';
import { openDurablePglite } from './pglite.ts';
import type { Schema } from './schema.ts';

/** Opens PostgreSQL inside this process, stored in `dataDir`/db and locked against other processes. */
export async function openEmbedded(
  dataDir: string,
  onWarning: OnWarning,
  { mustExist = false, waitingMs }: Pick<DatabaseOptions, 'mustExist' | 'waitingMs'> = {},
): Promise<Database> {
  if (mustExist && !hasEmbeddedDatabase(dataDir)) throw new StartupError(noSite(dataDir));
  await createDataDir(dataDir);
  const lock = await lockDataDir(dataDir, onWarning);
  try {
    const directory = path.join(dataDir, 'db');
    await prepareEmbeddedDirectory(directory);
    const pglite = await openExisting(directory);
    return createEmbeddedDatabase({
      pglite,
      directory,
      onWarning,
      waitingMs,
      onClosed: lock.release,
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openExisting(directory: string): Promise<PGlite> {
  try {
    return await openDurablePglite(directory);
  } catch (error) {
    // System errors such as a missing permission or a full disk already explain themselves.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new StartupError(
      `The database in ${directory} is damaged and cannot be opened. Keep a copy of the folder, then restore your last backup of the data folder (docs/operations.md, Backups).`,
      { cause: error },
    );
  }
}

type Parts = {
  pglite: PGlite;
  /** Undefined if the database is only in memory. */
  directory?: string;
  onWarning: OnWarning;
  waitingMs?: WaitingMs | undefined;
  onClosed?: () => Promise<void>;
};

export function createEmbeddedDatabase(parts: Parts): Database {
  const { pglite, directory, onWarning, waitingMs, onClosed } = parts;
  const hub = createNotificationHub(onWarning);
  const pool = createPglitePool(pglite, waitingMs?.connection);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const stopDispatching = pglite.onNotification((channel, payload) =>
    hub.dispatch(channel, payload),
  );

  const listen: Database['listen'] = async (channel, onMessage, onReconnect) => {
    const remove = hub.add({ channel, onMessage, onReconnect });
    // Goes through the queue: inside another transaction, a rollback would undo the LISTEN.
    await sql`listen ${sql.id(channel)}`.execute(db);
    return async () => {
      remove();
      if (!hub.channels().includes(channel)) await sql`unlisten ${sql.id(channel)}`.execute(db);
    };
  };

  async function closeAll(): Promise<void> {
    await db.destroy();
    stopDispatching();
    await pool.runExclusively(() => pglite.close());
    await onClosed?.();
  }

  let closing: Promise<void> | undefined;
  return {
    engine: 'embedded',
    db,
    listen,
    // Between two transactions the files are like those of a database that was killed, which it survives.
    ...(directory && {
      // Shares the blocks of the files if the file system can.
      copyTo: (folder) =>
        pool.runExclusively(() =>
          cp(directory, folder, { recursive: true, mode: constants.COPYFILE_FICLONE }),
        ),
    }),
    close: () => (closing ??= closeAll()),
  };
}

/** Whether a site was ever started on this folder without DATABASE_URL. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'db', 'PG_VERSION'));
}

function noSite(dataDir: string): string {
  return `There is no site in ${path.resolve(dataDir)}. Start the site once, or point ENV_FILE to the settings of the running one.`;
}

async function createDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new StartupError(
      `The data folder ${path.resolve(dataDir)} cannot be created: ${String(error)}`,
      { cause: error },
    );
  }
}

import type { Kysely } from 'kysely';

import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';

/** The open database, handed down everywhere. */
export type Database = {
  engine: 'embedded' | 'postgres';
  db: Kysely<Schema>;
  /**
   * Notifications can be lost while the connection is down: `onReconnect` tells when to read again
   * what they would have told. Returns the function that ends the subscription.
   */
  listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect?: () => void,
  ) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
};

export type WaitingMs = { connection: number; lock: number; statement: number };

export type DatabaseOptions = {
  /** A PostgreSQL server; without it the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined;
  dataDir: string;
  onWarning?: (message: string, error?: unknown) => void;
  poolSize?: number;
  /** How long a query may wait for a connection and for a lock, and how long it may take (runLongWork aside). */
  waitingMs?: WaitingMs;
  /** Given, a PostgreSQL that is still starting is waited for, with this between the attempts. */
  pauseWhileStarting?: (ms: number) => Promise<unknown>;
  /** Refuses to create the embedded database, for commands that work on an existing site. */
  mustExist?: boolean;
};

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const onWarning = options.onWarning ?? warnOnProcess;
  return options.databaseUrl
    ? openPostgres({ ...options, databaseUrl: options.databaseUrl, onWarning })
    : openEmbedded(options.dataDir, onWarning, options);
}

function warnOnProcess(message: string, error?: unknown): void {
  process.emitWarning(error instanceof Error ? `${message} ${error.message}` : message);
}

import type { Db } from './schema.ts';

export type Database = {
  engine: 'embedded' | 'postgres';
  db: Db;
  /** Notifications are lost while the connection is down: `onReconnect` reloads. Returns a function that unsubscribes. */
  listen: (
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect?: () => void,
  ) => Promise<() => Promise<void>>;
  /** Copies the files of the embedded database at one moment; writes wait meanwhile. */
  copyTo?: ((folder: string) => Promise<void>) | undefined;
  close: () => Promise<void>;
};

export type OnWarning = (message: string, error?: unknown) => void;

export type WaitingMs = { connection: number; lock: number; statement: number };

export type DatabaseOptions = {
  /** PostgreSQL server. If not set, the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined;
  dataDir: string;
  onWarning?: OnWarning;
  poolSize?: number;
  /** Limits for waiting for a connection or a lock, and for running a statement (except in runLongWork). */
  waitingMs?: WaitingMs;
  /** If set, waits for a PostgreSQL that is still starting and calls this between the attempts. */
  pauseWhileStarting?: (ms: number) => Promise<unknown>;
  /** Fails if there is no embedded database yet. For commands that work on an existing site. */
  mustExist?: boolean;
};

import { Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientBase, Pool } from 'pg';

import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import { createCheckedPool } from './checked-pool.ts';
import { retryWhileAway } from './database-away.ts';
import type { Database, DatabaseOptions, OnWarning } from './database.ts';
import { createPostgresListener } from './postgres-listener.ts';
import { connectionOptions, describeServer, giveUpAfter } from './postgres-options.ts';
import type { Schema } from './schema.ts';

const oldestVersion = 15;

/** Settings that query results depend on, and a limit for transactions left open. */
const sessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
  idle_in_transaction_session_timeout: '60s',
};
const usualWaitingMs = { connection: 5000, lock: 8000, statement: 10_000 };

type Options = Omit<DatabaseOptions, 'dataDir'> & { databaseUrl: string; onWarning: OnWarning };

export async function openPostgres(options: Options): Promise<Database> {
  await waitForServer(options);
  const { waitingMs = usualWaitingMs } = options;
  const pool = createPool({ ...options, waitingMs });
  const checkedPool = createCheckedPool(pool, waitingMs);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: checkedPool }) });
  const listener = createPostgresListener(options.databaseUrl, options.onWarning);

  async function closeAll(): Promise<void> {
    await listener.close();
    await db.destroy();
    // Kysely ends the pool only if it has used it.
    if (!pool.ending) await pool.end();
  }

  let closing: Promise<void> | undefined;
  const close = () => (closing ??= closeAll());
  return { engine: 'postgres', db, listen: listener.listen, close };
}

type PoolOptions = Options & Required<Pick<Options, 'waitingMs'>>;

function createPool({ databaseUrl, onWarning, poolSize = 10, waitingMs }: PoolOptions): Pool {
  const settings = {
    ...sessionSettings,
    statement_timeout: `${waitingMs.statement}ms`,
    lock_timeout: `${waitingMs.lock}ms`,
  };
  const pool = new Pool({
    ...connectionOptions(databaseUrl),
    connectionTimeoutMillis: waitingMs.connection,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    onConnect: (client) => applySettings(client, settings, waitingMs.connection),
  });
  // The server may go away while a connection is idle or between two queries. Without these listeners
  // the error would end the process; with them the next query gets a new connection.
  pool.on('error', (error) => onWarning('An idle database connection was lost.', error));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function applySettings(
  client: ClientBase,
  settings: Record<string, string>,
  limitMs: number,
): Promise<void> {
  const names = Object.keys(settings);
  const calls = names.map((_, i) => `set_config($${i * 2 + 1}, $${i * 2 + 2}, false)`);
  await client.query({
    text: `select ${calls.join(', ')}`,
    values: Object.entries(settings).flat(),
    ...giveUpAfter(limitMs),
  });
}

/** Fails with a one-line error instead of at the first query. */
async function waitForServer(options: Options) {
  const { databaseUrl, onWarning, pauseWhileStarting, waitingMs = usualWaitingMs } = options;
  const server = describeServer(databaseUrl);
  const check = () => checkServer(databaseUrl, { server, limitMs: waitingMs.connection });
  const onWait = () =>
    onWarning(`The database at ${server} is not ready yet; waiting up to a minute for it.`);
  try {
    await (pauseWhileStarting
      ? retryWhileAway(check, { pause: pauseWhileStarting, onWait })
      : check());
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The database at ${server} cannot be used: ${explain(error)}`, {
      cause: error,
    });
  }
}

type CheckOptions = { server: string; limitMs: number };

async function checkServer(databaseUrl: string, { server, limitMs }: CheckOptions): Promise<void> {
  const client = new Client({
    ...connectionOptions(databaseUrl),
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await checkVersion(client, server);
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkVersion(client: Client, server: string): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= oldestVersion) return;
  throw new StartupError(
    `The database at ${server} is PostgreSQL ${version}; Wynhold needs ${oldestVersion} or newer.`,
  );
}

const explanations: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there. Is PostgreSQL running?',
  ENOTFOUND: 'there is no such host.',
  '28P01': 'the password is wrong, or there is no such user.',
  '28000': 'this user may not connect from here.',
  '3D000': 'it has no database of that name.',
  '53300': 'it has no connections left.',
  '57P03': 'it is still starting or shutting down.',
};

function explain(error: unknown): string {
  return explanations[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

import { randomUUID } from 'node:crypto';

import { inject } from 'vitest';

import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';

import { emptyDatabase } from './empty-database.ts';
import { createDatabase, dropDatabase, urlOf, withClient } from './postgres-server.ts';
import { patient } from './test-database-options.ts';
import type { TestDatabaseOptions } from './test-database-options.ts';

type PostgresDatabase = Database & { databaseUrl: string };

/** Emptied databases that earlier test files of this worker have closed. The global setup drops them. */
const free: string[] = [];

export async function openPostgresCopy(options: TestDatabaseOptions): Promise<PostgresDatabase> {
  const { url, template, schema } = findServer();
  const name = free.pop() ?? (await create(template));
  const database = await openByName(name, options);
  async function close(): Promise<void> {
    await database.close();
    const isFree = await withClient(urlOf(url, name), (client) =>
      emptyDatabase((statement) => client.query(statement), schema),
    );
    if (isFree) free.push(name);
    else await dropDatabase(url, name);
  }
  return { ...database, close };
}

export async function openBlankPostgresDatabase(
  options: TestDatabaseOptions,
): Promise<PostgresDatabase> {
  const name = await create();
  const database = await openByName(name, options);
  async function close(): Promise<void> {
    await database.close();
    await dropDatabase(findServer().url, name);
  }
  return { ...database, close };
}

async function create(template?: string): Promise<string> {
  const { url, template: prefix } = findServer();
  const name = `${prefix}_${randomUUID().slice(0, 8)}`;
  await createDatabase(url, name, template);
  return name;
}

async function openByName(name: string, options: TestDatabaseOptions): Promise<PostgresDatabase> {
  const databaseUrl = urlOf(findServer().url, name);
  const onWarning = () => {};
  const defaults = { onWarning, waitingMs: patient };
  const database = await openDatabase({ ...defaults, ...options, databaseUrl, dataDir: '' });
  return { ...database, databaseUrl };
}

function findServer() {
  const server = inject('testServer');
  if (!server) throw new Error('The global setup of the project `postgres` has not run.');
  return server;
}

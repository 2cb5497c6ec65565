import { randomUUID } from 'node:crypto';

import type { TestProject } from 'vitest/node';

import { openDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';

import { startPostgres } from '../../scripts/lib/find-postgres.mjs';
import { createTestDatabase, dropTestDatabase, urlOf } from './postgres-databases.ts';
import './provided-context.ts';

/** Makes the migrated template once; every test file gets a copy of it as its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = `wynhold_template_${randomUUID().replaceAll('-', '')}`;
  await createTestDatabase(server.url, template);
  const database = await openDatabase({ databaseUrl: urlOf(server.url, template), dataDir: '' });
  await migrateToLatest(database);
  await database.close();
  project.provide('engine', 'postgres');
  project.provide('testServer', { url: server.url, template });
  return async () => {
    await dropTestDatabase(server.url, template);
    await server.stop();
  };
}

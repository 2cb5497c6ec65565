import { randomUUID } from 'node:crypto';

import type { TestProject } from 'vitest/node';

import { migrateToLatest } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { startPostgres } from '#tooling/find-postgres.ts';

import { describeSchema } from './empty-database.ts';
import { createDatabase, dropDatabasesNamed, urlOf, withClient } from './postgres-server.ts';
import './provided-context.ts';

/** None of these changes a result. Together they take a tenth of the server's processor time away. */
const quickly = {
  // Tables of a few rows have no statistics, so queries look dear enough to be compiled.
  jit: 'off',
  // There is no standby, and nothing that is written has to survive for long.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
};

/** Creates the migrated template once; the names of the workers' copies begin with its name. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(quickly);
  const template = `wynhold_test_${randomUUID().slice(0, 8)}`;
  const templateUrl = urlOf(server.url, template);
  await createDatabase(server.url, template);
  const database = await openDatabase({ databaseUrl: templateUrl, dataDir: '' });
  await migrateToLatest(database);
  await database.close();
  const schema = await withClient(templateUrl, (client) =>
    describeSchema((statement) => client.query(statement)),
  );
  project.provide('engine', 'postgres');
  project.provide('testServer', { url: server.url, template, schema });
  return async () => {
    await dropDatabasesNamed(server.url, template);
    await server.stop();
  };
}

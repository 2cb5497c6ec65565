import { randomBytes } from 'node:crypto';

import { startPostgres } from '#tooling/find-postgres.ts';

import { createDatabase, dropDatabase, urlOf } from '../postgres-server.ts';

/** A new database on the PostgreSQL that the tests use; remove() also stops that if it was started here. */
export async function createClusterDatabase(): Promise<{
  url: string;
  remove: () => Promise<void>;
}> {
  const postgres = await startPostgres();
  const name = `wynhold_cluster_${randomBytes(4).toString('hex')}`;
  await createDatabase(postgres.url, name);
  return {
    url: urlOf(postgres.url, name),
    async remove() {
      await dropDatabase(postgres.url, name);
      await postgres.stop();
    },
  };
}

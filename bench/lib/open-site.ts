import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { parseConfig } from '#server/config.ts';
import { openDeps } from '#server/open-deps.ts';
import { startPostgres } from '#tooling/find-postgres.ts';

type Options = {
  /** Settings of a new PostgreSQL, which otherwise runs as in the tests: commits are not synced to disk. */
  postgres?: Record<string, string>;
  settings?: Record<string, string | undefined>;
};

/** Opens an empty site in a new folder, on the embedded database unless `postgres` is given. */
export async function openSite({ postgres, settings }: Options = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-bench-'));
  const server = postgres && (await startPostgres(postgres));
  const deps = await openDeps(
    parseConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DEMO: 'off',
      DATA_DIR: folder,
      DATABASE_URL: server?.url,
      ...settings,
    }),
  );
  async function close(): Promise<void> {
    await deps.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { deps, folder, databaseUrl: server?.url ?? '', close };
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { openEmbedded } from './embedded.ts';
import { migrateToLatest } from './migrate.ts';
import { checksums, functionFiles } from './migration-checksums.ts';

// node server/db/make-blank-database.ts CACHE FOLDER, in the folder of the project: writes FOLDER, and keeps a
// copy in CACHE.

const [cacheDir, target] = process.argv.slice(2);
if (!cacheDir || !target) {
  throw new Error('Usage: node server/db/make-blank-database.ts CACHE FOLDER');
}
await cp(await prepareBlankDatabase(cacheDir), target, { recursive: true });

/**
 * Creates and migrates an embedded database as a first start without a build does, and returns its folder.
 * It takes seconds, so it is kept until the engine or a migration changes. It contains only what the
 * migrations write: everything secret is created by the site that uses a copy.
 */
async function prepareBlankDatabase(cache: string): Promise<string> {
  const engine = await readFile('node_modules/@electric-sql/pglite/package.json', 'utf8');
  const { version } = JSON.parse(engine) as { version: string };
  const contents = createHash('sha256').update(JSON.stringify([version, checksums, functionFiles]));
  const folder = join(cache, `blank-database-${contents.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const dataDir = await mkdtemp(join(cache, 'blank-database-unfinished-'));
  try {
    const database = await openEmbedded(dataDir, console.warn);
    await migrateToLatest(database);
    await database.close();
    await makeReadable(join(dataDir, 'db'));
    // Another build may have finished meanwhile.
    await rename(join(dataDir, 'db'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return folder;
}

/** The site may run as another user than the build. The copy is in a folder of its own user only. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

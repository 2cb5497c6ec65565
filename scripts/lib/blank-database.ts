import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { openEmbedded } from '#server/db/embedded.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { checksums, functionFiles } from '#server/db/migration-checksums.ts';

import { cacheDir, exitWith, root } from './project.mjs';

// node scripts/lib/blank-database.ts FOLDER: writes FOLDER.

const target = process.argv[2];
if (!target) throw new Error('Usage: node scripts/lib/blank-database.ts FOLDER');
await prepareBlankDatabase()
  .then((folder) => cp(folder, target, { recursive: true }))
  .catch(exitWith);

/** Takes seconds, so it is kept until the engine or a migration changes. Only what migrations write: nothing secret. */
async function prepareBlankDatabase(): Promise<string> {
  const engine = await readFile(
    join(root, 'node_modules/@electric-sql/pglite/package.json'),
    'utf8',
  );
  const { version } = JSON.parse(engine) as { version: string };
  const contents = createHash('sha256').update(JSON.stringify([version, checksums, functionFiles]));
  const folder = join(cacheDir, `blank-database-${contents.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const dataDir = await mkdtemp(join(cacheDir, 'blank-database-unfinished-'));
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

import { cp, mkdtemp, open, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';

import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import { syncDirectory } from './durable-node-fs.ts';
import { openDurablePglite } from './pglite.ts';

const postgresVersion = '18';

/**
 * A migrated database without content, which the build prepares because creating one takes seconds and
 * hundreds of megabytes. Missing while running from source.
 */
export const blankFolder = path.join(import.meta.dirname, 'blank-database');

/**
 * Makes sure `directory` contains a complete database. A new one is created beside it and then renamed,
 * so that a crash leaves no partial database. The caller holds the lock.
 */
export async function prepareEmbeddedDirectory(
  directory: string,
  blank = blankFolder,
): Promise<void> {
  await removeUnfinished(directory);
  const version = await findVersion(directory);
  if (version === postgresVersion) return;
  if (version !== undefined) {
    throw new StartupError(
      `The database in ${directory} was made by PostgreSQL ${version}; this Wynhold needs ${postgresVersion}. Restore a backup into an empty data folder instead.`,
    );
  }
  await removeEmpty(directory);
  await createDatabase(directory, blank);
}

async function createDatabase(directory: string, blank: string): Promise<void> {
  const unfinished = await mkdtemp(unfinishedPrefix(directory));
  try {
    if ((await findVersion(blank)) === postgresVersion) {
      await cp(blank, unfinished, { recursive: true });
    } else {
      const pglite = await openDurablePglite(unfinished);
      await pglite.close();
    }
    await syncTree(unfinished);
    await rename(unfinished, directory);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new StartupError(
      `The database could not be created in ${path.dirname(directory)}. Check that the disk has 100 MB free and that this user may write there.`,
      { cause: error },
    );
  }
  syncDirectory(path.dirname(directory));
}

function unfinishedPrefix(directory: string): string {
  return `${directory}.unfinished-`;
}

async function removeUnfinished(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const prefix = path.basename(unfinishedPrefix(directory));
  const leftovers = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  await Promise.all(
    leftovers.map((name) => rm(path.join(parent, name), { recursive: true, force: true })),
  );
}

async function findVersion(directory: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(directory, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes an empty folder, and fails if it contains files that are not ours. */
async function removeEmpty(directory: string): Promise<void> {
  try {
    await rmdir(directory);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw new StartupError(
      `The folder ${directory} contains something other than a Wynhold database. Move it away or choose another data folder.`,
      { cause: error },
    );
  }
}

async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const entryPath = path.join(directory, entry.name);
    if (entry.isDirectory()) await syncTree(entryPath);
    else await syncFile(entryPath);
  }
  syncDirectory(directory);
}

async function syncFile(file: string): Promise<void> {
  // Windows syncs only files that are open for writing.
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

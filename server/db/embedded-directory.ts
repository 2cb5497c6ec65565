import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises';
import path from 'node:path';

import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import { syncDirectory } from './durable-node-fs.ts';
import { openDurablePglite } from './pglite.ts';

const postgresVersion = '18';

/** A migrated empty database, which the build prepares because it takes seconds. Missing while running from source. */
const blankFolder = path.join(import.meta.dirname, 'blank-database');

/** A new database is made beside `directory` and renamed, so a crash leaves no partial one. The caller holds the lock. */
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
      await copyTree(blank, unfinished);
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

// A database has a thousand small files. The files of a folder are handled together, because one after
// the other they would mostly wait; the folders in turn, because the number of open files is limited.

async function copyTree(from: string, to: string): Promise<void> {
  const { files, folders } = await listFolder(from);
  await Promise.all(files.map((name) => copyFile(path.join(from, name), path.join(to, name))));
  for (const name of folders) {
    await mkdir(path.join(to, name));
    await copyTree(path.join(from, name), path.join(to, name));
  }
}

async function syncTree(directory: string): Promise<void> {
  const { files, folders } = await listFolder(directory);
  await Promise.all(files.map((name) => syncFile(path.join(directory, name))));
  for (const name of folders) await syncTree(path.join(directory, name));
  syncDirectory(directory);
}

async function listFolder(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true });
  const namesOf = (isFolder: boolean) =>
    entries.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name);
  return { files: namesOf(false), folders: namesOf(true) };
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

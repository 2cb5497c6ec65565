import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';

import type { BackupPlace } from './backup-place.ts';
import { explainWriteError, unfinishedSuffix } from './write-backup.ts';

export function createFolderPlace(folder: string): BackupPlace {
  const remove = (name: string) => rm(path.join(folder, name), { force: true });
  return {
    description: folder,
    async store(name, make) {
      await createFolder(folder);
      try {
        return await make(path.join(folder, name));
      } finally {
        // Still there if the thread that wrote it was ended.
        await remove(`${name}${unfinishedSuffix}`).catch(() => {});
      }
    },
    async write(name, text) {
      await createFolder(folder);
      const unfinished = path.join(folder, `${name}${unfinishedSuffix}`);
      await writeFile(unfinished, text, { mode: 0o600, flush: true });
      await rename(unfinished, path.join(folder, name));
    },
    async read(name) {
      try {
        return await readFile(path.join(folder, name), 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async list() {
      const names = await readNames(folder);
      return Promise.all(
        names.map(async (name) => {
          // A file that was deleted meanwhile has no size.
          const file = await stat(path.join(folder, name)).catch(() => undefined);
          return { name, bytes: file?.size ?? 0 };
        }),
      );
    },
    async open(name) {
      try {
        const file = await open(path.join(folder, name));
        const { size } = await file.stat();
        return { bytes: size, stream: file.createReadStream() };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove,
    async removeUnfinished(isOwn) {
      const unfinished = (await readNames(folder)).filter(
        (name) => name.endsWith(unfinishedSuffix) && isOwn(name.slice(0, -unfinishedSuffix.length)),
      );
      for (const name of unfinished) await remove(name);
    },
  };
}

async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartupError(`The folder ${folder} cannot be created: ${explainWriteError(error)}.`, {
      cause: error,
    });
  }
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Then it cannot be created either, which says more.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}

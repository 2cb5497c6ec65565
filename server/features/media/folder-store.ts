import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { StartupError } from '#server/lib/startup-error.ts';
import { AppError } from '#shared/errors.ts';

import type { MediaStore } from './media-store.ts';

/** `name` must match our own pattern (hash and width); callers never pass unchecked input. */
export function createFolderStore(folder: string): MediaStore {
  return {
    async put(name, bytes) {
      const temporary = join(folder, `.${name}.${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true });
        await writeDurably(temporary, bytes);
        await rename(temporary, join(folder, name));
      } catch (error) {
        if (!hasCode(error, diskProblems)) throw error;
        throw new AppError(
          'media/not-stored',
          'The file was not stored: the site’s disk is full or cannot be written to.',
          { cause: error },
        );
      } finally {
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
    async check() {
      const probe = join(folder, `.check.${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true });
        await writeDurably(probe, Buffer.from('x'));
        await rm(probe);
      } catch (error) {
        await rm(probe, { force: true }).catch(() => {});
        throw new StartupError(
          `The folder ${folder} cannot be written to: ${error instanceof Error ? error.message : String(error)}. Change DATA_DIR or the folder’s owner.`,
          { cause: error },
        );
      }
    },
    async get(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (hasCode(error, ['ENOENT'])) return undefined;
        throw error;
      }
    },
  };
}

const diskProblems = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR'];

function hasCode(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Syncs the file before it is renamed, so a reader never sees half a picture. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import { AppError } from '#shared/errors.ts';

import type { MediaStore } from './media-store.ts';

/** `name` must match our own pattern (hash and width); callers never pass unchecked input. */
export function createFolderStore(folder: string): MediaStore {
  return {
    async put(name, bytes) {
      const temporary = join(folder, `.${name}.${randomUUID()}`);
      try {
        await mkdir(folder, { recursive: true });
        // Flushed before the rename, so that a reader never sees half a picture.
        await writeFile(temporary, bytes, { flag: 'wx', flush: true });
        await rename(temporary, join(folder, name));
      } catch (error) {
        if (!diskProblems.has(codeOf(error))) throw error;
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
        await writeFile(probe, 'x', { flag: 'wx', flush: true });
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
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async list() {
      try {
        const entries = await readdir(folder, { withFileTypes: true });
        // Unfinished files begin with a dot.
        const stored = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
        return stored.map(({ name }) => name);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

const diskProblems = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR']);

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { MediaStore } from './media-store.ts';

/** Names come from our own pattern (hash and width), never from a request as it is. */
export function createFolderStore(folder: string): MediaStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      const temporary = join(folder, `.${name}.${randomUUID()}`);
      try {
        await writeDurably(temporary, bytes);
        await rename(temporary, join(folder, name));
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async get(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}

/** Whole and on the disk before it gets its name: a reader never sees half a picture. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

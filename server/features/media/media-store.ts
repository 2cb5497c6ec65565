import type { Config } from '#server/config.ts';

import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

/** Where files lie. They are named by their content, so writing one again changes nothing. */
export type MediaStore = {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
  /** Throws a StartupError where nothing can be stored, so that a start tells it, not the first upload. */
  check?(): Promise<void>;
};

export function createMediaStore({ media }: Pick<Config, 'media'>): MediaStore {
  return media.kind === 's3' ? createS3Store(media) : createFolderStore(media.folder);
}

import type { Config } from '#server/config.ts';

import { createFolderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';
import { createS3Store } from './s3-store.ts';

export function createMediaStore({ media }: Pick<Config, 'media'>): MediaStore {
  return media.kind === 's3' ? createS3Store(media) : createFolderStore(media.folder);
}

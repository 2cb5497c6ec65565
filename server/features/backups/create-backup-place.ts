import type { Config } from '#server/config.ts';

import type { BackupPlace } from './backup-place.ts';
import { createBucketPlace } from './bucket-place.ts';
import { createFolderPlace } from './folder-place.ts';

export function createBackupPlace({ backups, dataDir }: Config): BackupPlace {
  const { place } = backups;
  return place.kind === 's3' ? createBucketPlace(place, dataDir) : createFolderPlace(place.folder);
}

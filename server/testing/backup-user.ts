// Tests run this as a separate process, so that it can be killed in the middle of its work:
//   backup-user.ts backup|restore FILE DATA-DIR DATABASE-URL
// Prints "ready" when it comes to the first picture, after all rows, and then waits forever.

import process from 'node:process';

import { openDatabase } from '#server/db/open-database.ts';
import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { checkBackup } from '#server/features/backups/read-backup.ts';
import { restoreBackup } from '#server/features/backups/restore.service.ts';
import type { MediaStore } from '#server/lib/files/media-store.ts';

const [, , task, file = '', dataDir = '', databaseUrl = ''] = process.argv;

const media: MediaStore = {
  list: async () => (task === 'backup' ? ['ab-400.webp'] : []),
  get: waitForever,
  put: waitForever,
  remove: async () => {},
};

const { db } = await openDatabase({ dataDir, databaseUrl });
if (task === 'backup') await makeBackup({ db, media }, file);
else await restoreBackup({ db, media }, file, { header: await checkBackup(file) });

function waitForever(): Promise<never> {
  console.log('ready');
  process.stdin.resume();
  return new Promise(() => {});
}

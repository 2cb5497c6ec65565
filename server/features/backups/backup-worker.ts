import { parentPort, workerData } from 'node:worker_threads';

import { openCopy } from '#server/db/embedded-copy.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { runLongWork } from '#server/db/statement-limit.ts';
import { messageOf } from '#server/lib/describe-error.ts';
import { createMediaStore } from '#server/lib/files/create-media-store.ts';

import type { BackupAnswer, BackupRequest } from './make-apart.service.ts';
import { makeBackup } from './make-backup.service.ts';
import type { BackupSummary } from './make-backup.service.ts';

async function run({ file, copy, ...config }: BackupRequest): Promise<BackupSummary> {
  const database = copy
    ? await openCopy(copy)
    : await openDatabase({ ...config, poolSize: 1, mustExist: true });
  try {
    const source = { db: database.db, media: createMediaStore(config), config };
    return await runLongWork(() => makeBackup(source, file), 0);
  } finally {
    await database.close();
  }
}

// workerData is what make-apart.service.ts has passed.
const answer: BackupAnswer = await run(workerData as BackupRequest).then(
  (summary) => ({ summary }),
  (error: unknown) => ({ problem: messageOf(error) }),
);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
parentPort?.postMessage(answer);

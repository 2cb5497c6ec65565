import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

import type { Config } from '#server/config.ts';
import { withOwnCopy } from '#server/db/embedded-copy.ts';
import type { Deps } from '#server/deps.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import { makeBackup } from './make-backup.service.ts';
import type { BackupSummary } from './make-backup.service.ts';

export type BackupRequest = Pick<Config, 'databaseUrl' | 'dataDir' | 'media' | 'secretsKey'> & {
  file: string;
  /** The folder with a copy of the embedded database. */
  copy?: string | undefined;
};
export type BackupAnswer = { summary: BackupSummary } | { problem: string };

/** Only in the build; elsewhere the work is done here. */
const workerFile = path.join(import.meta.dirname, 'backup-worker.js');

/** In a thread of its own, so that no request waits. Of the embedded database it reads a copy. */
export async function makeBackupApart(
  deps: Pick<Deps, 'config' | 'database' | 'db' | 'media'>,
  file: string,
  signal: AbortSignal,
): Promise<BackupSummary> {
  if (!existsSync(workerFile)) return makeBackup(deps, file);
  const { databaseUrl, dataDir, media, secretsKey } = deps.config;
  const request = { databaseUrl, dataDir, media, secretsKey, file };
  const { copyTo } = deps.database;
  if (!copyTo) return runWorker(request, signal);
  return withOwnCopy({ copyTo, dataDir }, (copy) => runWorker({ ...request, copy }, signal));
}

async function runWorker(request: BackupRequest, signal: AbortSignal): Promise<BackupSummary> {
  signal.throwIfAborted();
  const worker = new Worker(workerFile, { workerData: request });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    const answer = await new Promise<BackupAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread that makes the backup ended.')));
    });
    if ('summary' in answer) return answer.summary;
    throw new StartupError(answer.problem);
  } finally {
    signal.removeEventListener('abort', end);
    // Also if it has answered: the embedded database may leave something open.
    await worker.terminate();
  }
}

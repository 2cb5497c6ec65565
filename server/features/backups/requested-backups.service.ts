import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import {
  deleteStoredValue,
  findStoredValue,
  storeFirstValue,
} from '#server/lib/data/settings.db.ts';
import { AppError } from '#shared/errors.ts';

import { namesOf } from './backup-names.ts';

// A backup that an admin asks for is a row of `settings` until it is made or has failed, so that any replica can make
// it, and another one if that is killed. The request says its name: made again, it is still one backup.

const requestKey = 'backups.requested';

export type BackupRequest = z.infer<typeof BackupRequest>;
const BackupRequest = z.object({ at: z.iso.datetime(), name: z.string() });

/** The job makes it within seconds. */
export async function requestBackup(
  deps: Pick<Deps, 'config' | 'db' | 'live'>,
  actor: Actor,
  now = new Date(),
): Promise<void> {
  const request = { at: now.toISOString(), name: namesOf(deps.config).nameAt(now) };
  await change(deps, actor, 'admin', async (trx, audit) => {
    await storeFirstValue(trx, requestKey, request);
    if ((await findBackupRequest(trx))?.at !== request.at) {
      throw new AppError('backups/under-way', 'A backup is already being made.');
    }
    audit(requestAction, request.name);
  });
}

export async function findBackupRequest(db: Db): Promise<BackupRequest | undefined> {
  return z.safeParse(BackupRequest, await findStoredValue(db, requestKey)).data;
}

export async function endBackupRequest(db: Db): Promise<void> {
  await deleteStoredValue(db, requestKey);
}

export const requestAction = 'backups/requested';

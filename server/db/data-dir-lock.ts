import path from 'node:path';

import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import { takeLock } from '#shared-node/file-lock.mjs';

import type { OnWarning } from './database.ts';

/** The embedded engine has no lock: two processes on one directory silently lose acknowledged commits. */
export async function lockDataDir(
  dataDir: string,
  onWarning: OnWarning,
  timing?: { heartbeatMs: number; silenceMs: number },
): Promise<{ release: () => Promise<void> }> {
  const folder = path.resolve(dataDir);
  try {
    return await takeLock(path.join(dataDir, 'db.lock'), {
      what: 'The data folder',
      whenHeld(holder) {
        const who = holder ? ` (process ${holder.pid})` : '';
        throw new StartupError(
          `The data folder ${folder} is already in use by another Wynhold${who}. Stop that one first, or choose another data folder for this one.`,
        );
      },
      onWarning,
      ...(timing && { timing }),
    });
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The data folder ${folder} cannot be written to (${codeOf(error)}). Give the user that runs Wynhold write access, or choose another data folder.`,
      { cause: error },
    );
  }
}

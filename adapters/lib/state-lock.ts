import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { takeLock } from '#shared-node/file-lock.mjs';

import type { Log } from './log.ts';
import { SettingsError } from './settings.ts';

/** Two adapters that share a state folder could deliver an item twice, so each locks its folder. */
export async function lockStateFolder(
  folder: string,
  log: Log,
  timing?: { heartbeatMs: number; silenceMs: number },
): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const what = `The folder ${path.resolve(folder)}`;
  return takeLock(path.join(folder, 'lock'), {
    what,
    whenHeld(holder) {
      const who = holder ? ` (process ${holder.pid})` : '';
      throw new SettingsError(
        `${what} is in use by another adapter${who}. Stop it first, or set STATE_DIR to another folder`,
      );
    },
    onWarning: (message, error) => log.warn(message, error),
    ...(timing && { timing }),
  });
}

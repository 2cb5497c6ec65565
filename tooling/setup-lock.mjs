import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { takeLock } from '#shared-node/file-lock.mjs';

import { cacheDir } from './project.mjs';

const lockFile = join(cacheDir, 'setup.lock');

/**
 * Keeps two commands from installing or building at the same time.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  mkdirSync(cacheDir, { recursive: true });
  let isAnnounced = false;
  const lock = await takeLock(lockFile, {
    what: 'The project folder',
    async whenHeld() {
      if (!isAnnounced)
        console.log(`Waiting for another Wynhold command that is setting up (${lockFile})…`);
      isAnnounced = true;
      await sleep(200);
    },
    onWarning: (message) => console.warn(message),
  });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { cacheDir } from './project.mjs';

// Two commands started at once must not install or build into each other. The lock is a file that
// only one process can create; it names its holder, so that one left by a killed process is noticed.

const lockFile = join(cacheDir, 'setup.lock');

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  await acquire();
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire() {
  mkdirSync(cacheDir, { recursive: true });
  const content = `${process.pid} ${randomUUID()}`;
  let told = false;
  while (!create(lockFile, content)) {
    const holder = read(lockFile);
    if (holder !== undefined && !isAlive(holder)) removeStale(holder);
    else {
      if (!told)
        console.log(`Waiting for another Wynhold command that is setting up (${lockFile})…`);
      told = true;
      await sleep(200);
    }
  }
}

function release() {
  rmSync(lockFile, { force: true });
}

/**
 * Of several that notice the same dead holder only one removes its lock, and only while it is
 * still that one: otherwise a slow process could remove the lock of the next, living holder.
 * @param {string} holder
 */
function removeStale(holder) {
  const claim = `${lockFile}.${holder.replace(' ', '.')}`;
  if (!create(claim, '')) return;
  if (read(lockFile) === holder) release();
  rmSync(claim, { force: true });
}

/**
 * @param {string} path
 * @param {string} content
 */
function create(path, content) {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    // Windows answers EPERM while a file of that name is being deleted.
    if (['EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} holder */
function isAlive(holder) {
  const pid = Number.parseInt(holder, 10);
  // Created, but its content not yet written.
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return String(/** @type {NodeJS.ErrnoException} */ (error).code);
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { cacheDir } from './project.mjs';

// Keeps two commands from installing or building at the same time. The lock is a file that only one
// process can create. It names its holder, so that a lock left by a killed process is recognised.

const lockFile = join(cacheDir, 'setup.lock');

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  mkdirSync(cacheDir, { recursive: true });
  const self = `${process.pid} ${randomUUID()}`;
  let isAnnounced = false;
  while (!create(lockFile, self)) {
    const holder = readHolder();
    if (isDead(holder)) {
      removeStale(holder);
      continue;
    }
    if (!isAnnounced)
      console.log(`Waiting for another Wynhold command that is setting up (${lockFile})…`);
    isAnnounced = true;
    await sleep(200);
  }
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/**
 * If several processes notice the same dead holder, only one removes the lock, and only while it still
 * names that holder: otherwise a slow process could remove the lock of the next, living holder.
 * @param {string} holder
 */
function removeStale(holder) {
  const claim = `${lockFile}.${holder.replace(' ', '.')}`;
  if (!create(claim, '')) return;
  if (readHolder() === holder) rmSync(lockFile, { force: true });
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
    // Windows reports EPERM while a file of that name is being deleted.
    if (['EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** Empty if the file was created but not yet written, or is already gone. */
function readHolder() {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return '';
  }
}

/** @param {string} holder */
function isDead(holder) {
  if (holder === '') return false;
  try {
    process.kill(Number.parseInt(holder, 10), 0);
    return false;
  } catch (error) {
    return codeOf(error) !== 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return String(/** @type {NodeJS.ErrnoException} */ (error).code);
}

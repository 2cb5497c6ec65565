import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { codeOf } from './code-of.mjs';
import { describeProcessSpace, findProcessStart, isProcessAlive } from './process-identity.mjs';

// Invariant: one process at a time holds a lock file, and a lock is taken over only once its holder is
// known to be gone. On the same machine and in the same container the holder's process id decides that
// at once; otherwise the heartbeat does.
//
// JavaScript, because scripts/ takes a lock before the packages that compile TypeScript are installed.

/**
 * @typedef {{ pid: number, start?: string | undefined, space?: string, token: string }} Holder
 * @typedef {{ heartbeatMs: number, silenceMs: number }} Timing
 * @typedef {(message: string, error?: unknown) => void} OnWarning
 *
 * @typedef {object} Options
 * @property {string} what what is locked, for the messages
 * @property {(holder: Holder | undefined) => void | Promise<void>} whenHeld throws to give up, or
 *   returns when it is time to try again. The holder is unknown if the writer of the lock was interrupted.
 * @property {OnWarning} onWarning
 * @property {Timing} [timing]
 */

/** @type {Set<string>} */
const heldTokens = new Set();

/**
 * @param {string} file
 * @param {Options} options
 * @returns {Promise<{ release: () => Promise<void> }>}
 */
export async function takeLock(file, options) {
  const { whenHeld, onWarning, timing = { heartbeatMs: 2000, silenceMs: 30_000 } } = options;
  const self = await describeSelf();
  // Add the token before creating the file: another call in this process may read it immediately.
  heldTokens.add(self.token);
  try {
    while (!(await tryCreate(file, JSON.stringify(self)))) {
      const holder = await readHolder(file);
      if (holder === 'gone') continue;
      // Adapters of earlier versions wrote no space.
      if (holder && (holder.space ?? self.space) === self.space) {
        if (await isHeldHere(holder)) await whenHeld(holder);
        else await removeStale(file, holder);
        continue;
      }
      onWarning(
        `${options.what} has a lock from another machine or container. Waiting up to ${timing.silenceMs / 1000} s to see whether its holder is alive.`,
      );
      if (await hasHeartbeat(file, timing)) await whenHeld(holder);
      else await removeStale(file, holder);
    }
  } catch (error) {
    heldTokens.delete(self.token);
    throw error;
  }
  return holdLock(file, self, { onWarning, heartbeatMs: timing.heartbeatMs });
}

/** @returns {Promise<Holder>} */
async function describeSelf() {
  const [start, space] = await Promise.all([findProcessStart(process.pid), describeProcessSpace()]);
  return { pid: process.pid, start, space, token: randomUUID() };
}

/**
 * Uses a link so that the file never exists without its content, which would look like a broken lock.
 * @param {string} file
 * @param {string} content
 */
async function tryCreate(file, content) {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { flag: 'wx' });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // The file system has no hard links.
    return await tryWrite(file, content);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * @param {string} file
 * @param {string} content
 */
async function tryWrite(file, content) {
  try {
    await writeFile(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    // Windows reports EPERM or EBUSY while a file of that name is being deleted.
    const taken = process.platform === 'win32' ? ['EEXIST', 'EPERM', 'EBUSY'] : ['EEXIST'];
    if (taken.includes(codeOf(error))) return false;
    throw error;
  }
}

/**
 * `undefined`: there is a lock, but its content is incomplete (the writer was interrupted).
 * @param {string} file
 * @returns {Promise<Holder | undefined | 'gone'>}
 */
async function readHolder(file) {
  try {
    const holder = JSON.parse(await readFile(file, 'utf8'));
    const isWhole = typeof holder.pid === 'number' && typeof holder.token === 'string';
    return isWhole ? holder : undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : undefined;
  }
}

/** @param {Holder} holder */
async function isHeldHere(holder) {
  if (!isProcessAlive(holder.pid)) return false;
  const start = await findProcessStart(holder.pid);
  if (start !== undefined && holder.start !== undefined) return start === holder.start;
  // Pid reuse cannot be detected here, except for our own pid.
  return holder.pid === process.pid ? heldTokens.has(holder.token) : true;
}

/**
 * @param {string} file
 * @param {Timing} timing
 */
async function hasHeartbeat(file, { heartbeatMs, silenceMs }) {
  const first = await findModified(file);
  for (let waited = 0; waited < silenceMs; waited += heartbeatMs / 2) {
    await wait(heartbeatMs / 2);
    const now = await findModified(file);
    if (now !== first) return now !== undefined;
  }
  return false;
}

/** @param {string} file */
async function findModified(file) {
  return stat(file).then(
    (found) => found.mtimeMs,
    () => undefined,
  );
}

const abandonedAfterMs = 10_000;

/**
 * Removes only the given stale lock. Several processes may find the same one stale: the claim file,
 * named after its token, lets one of them at a time read the lock again and remove it. A new lock has
 * another token, so it is never removed.
 * @param {string} file
 * @param {Holder | undefined} stale
 */
export async function removeStale(file, stale) {
  const claim = `${file}.${stale?.token ?? 'unreadable'}`;
  if (!(await tryClaim(claim))) {
    await wait(10);
    return;
  }
  try {
    await removeIfHeldBy(file, stale?.token);
  } finally {
    await rm(claim, { force: true });
  }
}

/** @param {string} claim */
async function tryClaim(claim) {
  if (await tryWrite(claim, '')) return true;
  // A process killed while removing the lock leaves its claim behind.
  const createdMs = await findModified(claim);
  if (createdMs !== undefined && Date.now() - createdMs > abandonedAfterMs)
    await rm(claim, { force: true });
  return false;
}

/**
 * @param {string} file
 * @param {string | undefined} token
 */
async function removeIfHeldBy(file, token) {
  const holder = await readHolder(file);
  if (holder !== 'gone' && holder?.token === token) await rm(file, { force: true });
}

/**
 * @param {string} file
 * @param {Holder} self
 * @param {{ onWarning: OnWarning, heartbeatMs: number }} options
 */
function holdLock(file, self, { onWarning, heartbeatMs }) {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch((error) =>
      onWarning(`The lock file ${file} cannot be updated.`, error),
    );
  }, heartbeatMs);
  beat.unref();

  async function release() {
    clearInterval(beat);
    heldTokens.delete(self.token);
    await removeIfHeldBy(file, self.token);
  }
  return { release };
}

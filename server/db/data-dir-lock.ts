import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { StartupError } from '#server/lib/startup-error.ts';

import type { OnWarning } from './database.ts';
import { describeProcessSpace, findProcessStart, isProcessAlive } from './process-identity.ts';

// The embedded engine has no lock: two processes on one directory silently lose acknowledged commits.
// Invariant: a process opens the directory only while it holds the lock file beside it, and takes over
// a lock only once its holder is known to be gone. On the same machine and in the same container the
// holder's process id decides that at once; otherwise the heartbeat does.

type Holder = { pid: number; start: string | undefined; space: string; token: string };
type Timing = { heartbeatMs: number; silenceMs: number };

export type DataDirLock = { release: () => Promise<void> };

const usualTiming: Timing = { heartbeatMs: 2000, silenceMs: 30_000 };
const heldTokens = new Set<string>();

export async function lockDataDir(
  dataDir: string,
  onWarning: OnWarning,
  timing: Timing = usualTiming,
): Promise<DataDirLock> {
  const file = path.join(dataDir, 'db.lock');
  const self = await describeSelf();
  // Add the token before creating the file: another call in this process may read it immediately.
  heldTokens.add(self.token);
  try {
    while (!(await tryCreate(file, self))) {
      const holder = await readHolder(file);
      if (holder === 'gone') continue;
      if (await isHeld({ file, holder, self, timing, onWarning })) throw inUse(dataDir, holder);
      await removeStale(file, holder);
    }
  } catch (error) {
    heldTokens.delete(self.token);
    throw error;
  }
  return holdLock({ file, self, timing, onWarning });
}

async function describeSelf(): Promise<Holder> {
  const [start, space] = await Promise.all([findProcessStart(process.pid), describeProcessSpace()]);
  return { pid: process.pid, start, space, token: randomUUID() };
}

async function tryCreate(file: string, self: Holder): Promise<boolean> {
  try {
    await createWhole(file, JSON.stringify(self));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new StartupError(
      `The data folder ${path.dirname(path.resolve(file))} cannot be written to (${String(codeOf(error))}). Give the user that runs Wynhold write access, or choose another data folder.`,
      { cause: error },
    );
  }
}

/** Uses a link so that the file never exists without its content, which would look like a broken lock. */
async function createWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // The file system has no hard links.
    await writeFile(file, content, { flag: 'wx' });
  } finally {
    await rm(draft, { force: true });
  }
}

/** `undefined`: there is a lock, but its content is incomplete (the writer was interrupted). */
async function readHolder(file: string): Promise<Holder | undefined | 'gone'> {
  try {
    const holder = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    const isWhole = typeof holder.pid === 'number' && typeof holder.token === 'string';
    return isWhole ? (holder as Holder) : undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : undefined;
  }
}

type LockCheck = {
  file: string;
  holder: Holder | undefined;
  self: Holder;
  timing: Timing;
  onWarning: OnWarning;
};

async function isHeld({ file, holder, self, timing, onWarning }: LockCheck): Promise<boolean> {
  if (holder?.space === self.space) return isHeldHere(holder);
  onWarning(
    `The data folder has a lock from another machine or container. Waiting up to ${timing.silenceMs / 1000} s to see whether its holder is alive.`,
  );
  return hasHeartbeat(file, timing);
}

async function isHeldHere(holder: Holder): Promise<boolean> {
  if (!isProcessAlive(holder.pid)) return false;
  const start = await findProcessStart(holder.pid);
  if (start !== undefined && holder.start !== undefined) return start === holder.start;
  // Pid reuse cannot be detected here, except for our own pid.
  return holder.pid === process.pid ? heldTokens.has(holder.token) : true;
}

async function hasHeartbeat(file: string, { heartbeatMs, silenceMs }: Timing): Promise<boolean> {
  const first = await findModified(file);
  for (let waited = 0; waited < silenceMs; waited += heartbeatMs / 2) {
    await wait(heartbeatMs / 2);
    const now = await findModified(file);
    if (now !== first) return now !== undefined;
  }
  return false;
}

async function findModified(file: string): Promise<number | undefined> {
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
 */
export async function removeStale(file: string, stale: Holder | undefined): Promise<void> {
  const claim = `${file}.${stale?.token ?? 'unreadable'}`;
  if (!(await tryClaim(claim))) {
    await wait(10);
    return;
  }
  try {
    const holder = await readHolder(file);
    if (holder !== 'gone' && holder?.token === stale?.token) await rm(file, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

async function tryClaim(claim: string): Promise<boolean> {
  try {
    await writeFile(claim, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  // A process killed while removing the lock leaves its claim behind.
  const createdMs = await findModified(claim);
  if (createdMs !== undefined && Date.now() - createdMs > abandonedAfterMs)
    await rm(claim, { force: true });
  return false;
}

type Hold = { file: string; self: Holder; timing: Timing; onWarning: OnWarning };

function holdLock({ file, self, timing, onWarning }: Hold): DataDirLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch((error: unknown) =>
      onWarning(`The lock file ${file} cannot be updated.`, error),
    );
  }, timing.heartbeatMs);
  beat.unref();

  async function release(): Promise<void> {
    clearInterval(beat);
    heldTokens.delete(self.token);
    const holder = await readHolder(file);
    if (holder !== 'gone' && holder?.token === self.token) await rm(file, { force: true });
  }
  return { release };
}

function inUse(dataDir: string, holder: Holder | undefined): StartupError {
  const who = holder ? ` (process ${holder.pid})` : '';
  return new StartupError(
    `The data folder ${path.resolve(dataDir)} is already in use by another Wynhold${who}. Stop that one first, or choose another data folder for this one.`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

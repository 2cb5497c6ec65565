import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { StartupError } from '#server/lib/startup-error.ts';

import type { OnWarning } from './notification-hub.ts';
import { describeProcessSpace, findProcessStart, isProcessAlive } from './process-identity.ts';

// The embedded engine locks nothing: two processes on one directory silently lose acknowledged
// commits. The invariant here: whoever opens the directory holds the lock file beside it, and a lock
// is only taken over once its holder is known to be gone. Where the holder's process id can be
// judged (same machine, same container) that is decided at once; elsewhere by its heartbeat.

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
  // Before the file is there: another call in this process may read it at once.
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
      `The data folder ${path.dirname(path.resolve(file))} cannot be written to (${String(codeOf(error))}). Give the user that runs Wynhold the right to, or choose another data folder.`,
      { cause: error },
    );
  }
}

/** By a link, so that the file never appears without its content, which would look like a broken lock. */
async function createWhole(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { flag: 'wx' });
  try {
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // A file system without hard links.
    await writeFile(file, content, { flag: 'wx' });
  } finally {
    await rm(draft, { force: true });
  }
}

/** `undefined`: there is a lock, but no telling whose (its writer was interrupted). */
async function readHolder(file: string): Promise<Holder | undefined | 'gone'> {
  try {
    const holder = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    const isWhole = typeof holder.pid === 'number' && typeof holder.token === 'string';
    return isWhole ? (holder as Holder) : undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : undefined;
  }
}

type Question = {
  file: string;
  holder: Holder | undefined;
  self: Holder;
  timing: Timing;
  onWarning: OnWarning;
};

async function isHeld({ file, holder, self, timing, onWarning }: Question): Promise<boolean> {
  if (holder?.space === self.space) return isHeldHere(holder);
  onWarning(
    `The data folder has a lock from another machine or container. Watching for up to ${timing.silenceMs / 1000} s whether its holder is alive.`,
  );
  return hasHeartbeat(file, timing);
}

async function isHeldHere(holder: Holder): Promise<boolean> {
  if (!isProcessAlive(holder.pid)) return false;
  const start = await findProcessStart(holder.pid);
  if (start !== undefined && holder.start !== undefined) return start === holder.start;
  // No way to tell a reused number; only about ourselves we know.
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
 * Removes the lock that was judged to be stale, and no other. Several newcomers may judge the same one:
 * the claim, named after it, lets one of them at a time look again and remove it. A fresh lock has
 * another token, so it is never touched.
 */
export async function removeStale(file: string, judged: Holder | undefined): Promise<void> {
  const claim = `${file}.${judged?.token ?? 'unreadable'}`;
  if (!(await tryClaim(claim))) {
    await wait(10);
    return;
  }
  try {
    const holder = await readHolder(file);
    if (holder !== 'gone' && holder?.token === judged?.token) await rm(file, { force: true });
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
  // Left by a process that was killed at this very moment.
  const made = await findModified(claim);
  if (made !== undefined && Date.now() - made > abandonedAfterMs) await rm(claim, { force: true });
  return false;
}

type Hold = { file: string; self: Holder; timing: Timing; onWarning: OnWarning };

function holdLock({ file, self, timing, onWarning }: Hold): DataDirLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch((error: unknown) =>
      onWarning(`The lock ${file} cannot be kept alive.`, error),
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
    `The data folder ${path.resolve(dataDir)} is already in use by another Wynhold${who}. Stop that one first, or give this one a data folder of its own.`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

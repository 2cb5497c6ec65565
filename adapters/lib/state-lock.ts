import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { codeOf } from './durable-file.ts';
import { SettingsError } from './settings.ts';

// Two adapters that share a state folder could deliver an item twice, so each locks its folder with a
// lock file. A lock left behind by a killed process is taken over.

type Holder = { pid: number; start: string | undefined; token: string };

const heldTokens = new Set<string>();

export async function lockStateFolder(folder: string): Promise<{ release(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'lock');
  const self = {
    pid: process.pid,
    start: await findProcessStart(process.pid),
    token: randomUUID(),
  };
  // Added before the file exists, because another call in this process may read the file at once.
  heldTokens.add(self.token);
  try {
    await acquire(file, self);
  } catch (error) {
    heldTokens.delete(self.token);
    throw error;
  }
  return {
    async release() {
      const holder = await findHolder(file);
      if (holder?.token === self.token) await rm(file, { force: true });
      heldTokens.delete(self.token);
    },
  };
}

async function acquire(file: string, self: Holder): Promise<void> {
  while (!(await tryCreate(file, self))) {
    const holder = await findHolder(file);
    if (holder && (await isAlive(holder))) {
      throw new SettingsError(
        `The folder ${path.resolve(path.dirname(file))} is in use by another adapter (process ${holder.pid}). Stop it first, or set STATE_DIR to another folder`,
      );
    }
    await removeStale(file, self);
  }
}

/** Uses a link, so that the file never appears without its content, which would look stale. */
async function tryCreate(file: string, self: Holder): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(self));
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns `undefined` if there is no lock or its content is invalid. */
async function findHolder(file: string): Promise<Holder | undefined> {
  return parseHolder((await readText(file)) ?? '');
}

function parseHolder(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    return typeof holder.pid === 'number' && holder.token ? (holder as Holder) : undefined;
  } catch {
    return undefined;
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (holder.pid === process.pid) return heldTokens.has(holder.token);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  // The pid may have been reused by another process.
  const start = await findProcessStart(holder.pid);
  return start === undefined || holder.start === undefined || start === holder.start;
}

/**
 * Several processes may find the same stale lock. They take turns and check it again, because
 * otherwise the second would remove the new lock of the first.
 */
async function removeStale(file: string, self: Holder): Promise<void> {
  const turn = `${file}.turn`;
  if (!(await tryCreate(turn, self))) {
    const other = await findHolder(turn);
    if (other && !(await isAlive(other))) await rm(turn, { force: true });
    await wait(10);
    return;
  }
  try {
    const text = await readText(file);
    if (text === undefined) return;
    const holder = parseHolder(text);
    if (!holder || !(await isAlive(holder))) await rm(file, { force: true });
  } finally {
    await rm(turn, { force: true });
  }
}

async function findProcessStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Field 22. Counted after the process name in parentheses, which may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

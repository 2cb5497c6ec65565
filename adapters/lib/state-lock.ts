import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { codeOf } from './durable-file.ts';
import { SettingsError } from './settings.ts';

// Two adapters on one folder would both believe that they alone know what was delivered. Whoever
// uses a folder holds its lock file; one left by a killed process is taken over.

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
  // Before the file is there: another call in this process may read it at once.
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
        `The folder ${path.resolve(path.dirname(file))} is in use by another adapter (process ${holder.pid}). Stop that one first, or set STATE_DIR to another folder`,
      );
    }
    await removeStale(file, self);
  }
}

/** By a link, so that the file never appears without its content: that would look like a stale one. */
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

/** `undefined`: no lock, or its content cannot be read. */
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
  // The number may have been given to another process since.
  const start = await findProcessStart(holder.pid);
  return start === undefined || holder.start === undefined || start === holder.start;
}

/**
 * Several newcomers may find the same stale file. They take turns and look again, or the second would
 * remove the new lock of the first.
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
    // Field 22, counted after the name in parentheses, which may hold spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

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
  while (!(await tryCreate(file, self))) {
    const holder = await findHolder(file);
    if (holder && (await isAlive(holder))) {
      throw new SettingsError(
        `The folder ${path.resolve(folder)} is in use by another adapter (process ${holder.pid}). Stop that one first, or set STATE_DIR to another folder`,
      );
    }
    await removeStale(file, holder);
  }
  heldTokens.add(self.token);
  return {
    async release() {
      heldTokens.delete(self.token);
      const holder = await findHolder(file);
      if (holder?.token === self.token) await rm(file, { force: true });
    },
  };
}

async function tryCreate(file: string, self: Holder): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(JSON.stringify(self)).finally(() => handle.close());
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** `undefined`: nobody, or a writer who was interrupted. */
async function findHolder(file: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(file, 'utf8')) as Partial<Holder>;
    return typeof holder.pid === 'number' && holder.token ? (holder as Holder) : undefined;
  } catch {
    return undefined;
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

/** Renaming lets only one of several newcomers take the stale file away. */
async function removeStale(file: string, judged: Holder | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const taken = await findHolder(aside);
  if (taken && taken.token !== judged?.token) await tryCreate(file, taken);
  await rm(aside, { force: true });
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

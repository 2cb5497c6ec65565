import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

import { codeOf } from '#shared-node/code-of.mjs';

import type { ReachPoint } from './kill-points.ts';
import { neverKilled } from './kill-points.ts';

/** Atomic: after a crash the file has either its old or its new contents. */
export async function writeDurably(
  file: string,
  contents: string | Uint8Array,
  reach: ReachPoint = neverKilled,
): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w');
  try {
    const bytes = Buffer.from(contents);
    const half = bytes.length >> 1;
    await handle.writeFile(bytes.subarray(0, half));
    reach('writing');
    await handle.writeFile(bytes.subarray(half));
    await handle.sync();
  } finally {
    await handle.close();
  }
  reach('written');
  await rename(temporary, file);
  await syncFolder(path.dirname(file));
}

/** Returns `undefined` if the file does not exist; throws on any other error. */
export async function findFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A JSON value that is read once and kept in memory. Writes run one at a time. */
export async function openDurableValue<T>(file: string, initial: T): Promise<DurableValue<T>> {
  await mkdir(path.dirname(file), { recursive: true });
  const text = await findFile(file);
  let value = text === undefined ? initial : (JSON.parse(text) as T);
  let writing: Promise<void> = Promise.resolve();
  return {
    get: () => value,
    set(changed) {
      value = changed;
      const write = writing.then(() => writeDurably(file, JSON.stringify(changed)));
      writing = write.catch(() => {});
      return write;
    },
  };
}

export type DurableValue<T> = { get(): T; set(value: T): Promise<void> };

export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Windows cannot open folders; there the rename itself is durable.
    if (!['EPERM', 'EISDIR', 'EACCES'].includes(codeOf(error))) throw error;
  }
}

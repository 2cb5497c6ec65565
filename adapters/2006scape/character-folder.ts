import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';
import { CharacterError, readCharacter } from './character-file.ts';
import type { Character } from './character-file.ts';

type Options = {
  folder: string;
  signal: AbortSignal;
  log: Log;
  onCharacter: (character: Character, writtenAt: Date) => void;
  /** Read a file only when it has not been written to for this long. */
  settleMs: number;
  scanMs: number;
};

type State = { mtimeMs: number; size: number };

/** Reports each character whose file is complete and settled, and again whenever the file changes. */
export async function followCharacters(options: Options): Promise<void> {
  const { folder, signal, log, scanMs, settleMs } = options;
  const processed = new Map<string, State>();
  let isScanNeeded = true;
  // Not every file system reports changes, so the folder is also scanned regularly.
  const watcher = tryWatch(folder, () => {
    isScanNeeded = true;
  });
  let lastScanAt = 0;
  const onError = (error: unknown): void => log.warn(`The folder ${folder} cannot be read.`, error);
  await every({ ms: Math.min(settleMs / 2, 500), signal, onError }, async () => {
    if (!isScanNeeded && Date.now() - lastScanAt < scanMs) return;
    lastScanAt = Date.now();
    // Keep scanning while some files have not settled.
    isScanNeeded = false;
    if (!(await scan(options, processed))) isScanNeeded = true;
  });
  watcher?.close();
}

/** Returns false if some files are not ready yet. */
async function scan(options: Options, processed: Map<string, State>): Promise<boolean> {
  const names = (await readdir(options.folder)).filter((name) => name.endsWith('.txt'));
  let isAllProcessed = true;
  for (const name of names) {
    if (options.signal.aborted) break;
    if (!(await processFile(options, processed, name))) isAllProcessed = false;
  }
  return isAllProcessed;
}

async function processFile(
  { folder, settleMs, log, onCharacter }: Options,
  processed: Map<string, State>,
  name: string,
): Promise<boolean> {
  const file = path.join(folder, name);
  const before = await findState(file);
  if (!before || isSameState(processed.get(name), before)) return true;
  if (Date.now() - before.mtimeMs < settleMs) return false;
  const text = await readFile(file, 'utf8').catch(() => '');
  const after = await findState(file);
  // The file was written to while being read, so the text may be half old, half new.
  if (!isSameState(after, before)) return false;
  try {
    const character = readCharacter(text);
    if (!character) return false;
    processed.set(name, before);
    onCharacter(character, new Date(before.mtimeMs));
  } catch (error) {
    if (!(error instanceof CharacterError)) throw error;
    processed.set(name, before);
    log.warn(`${name} could not be read.`, error);
  }
  return true;
}

function isSameState(one: State | undefined, other: State | undefined): boolean {
  return one?.mtimeMs === other?.mtimeMs && one?.size === other?.size;
}

async function findState(file: string): Promise<State | undefined> {
  return stat(file).then(
    ({ mtimeMs, size }) => ({ mtimeMs, size }),
    () => undefined,
  );
}

function tryWatch(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

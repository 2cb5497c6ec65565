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
  /** A file must have been left alone for so long. */
  settleMs: number;
  scanMs: number;
};

type State = { mtimeMs: number; size: number };

/** Hands over every character whose file is whole and has come to rest, and again when it changed. */
export async function followCharacters(options: Options): Promise<void> {
  const { folder, signal, log, scanMs, settleMs } = options;
  const taken = new Map<string, State>();
  let isScanNeeded = true;
  // Not every file system tells of changes: hence the regular scan.
  const watcher = tryWatch(folder, () => {
    isScanNeeded = true;
  });
  let lastScanAt = 0;
  const onError = (error: unknown): void => log.warn(`The folder ${folder} cannot be read.`, error);
  await every({ ms: Math.min(settleMs / 2, 500), signal, onError }, async () => {
    if (!isScanNeeded && Date.now() - lastScanAt < scanMs) return;
    lastScanAt = Date.now();
    // What still waits to come to rest keeps the scans going.
    isScanNeeded = false;
    if (!(await scan(options, taken))) isScanNeeded = true;
  });
  watcher?.close();
}

/** False when there are files that have to wait. */
async function scan(options: Options, taken: Map<string, State>): Promise<boolean> {
  const names = (await readdir(options.folder)).filter((name) => name.endsWith('.txt'));
  let isAllTaken = true;
  for (const name of names) {
    if (options.signal.aborted) break;
    if (!(await take(options, taken, name))) isAllTaken = false;
  }
  return isAllTaken;
}

async function take(
  { folder, settleMs, log, onCharacter }: Options,
  taken: Map<string, State>,
  name: string,
): Promise<boolean> {
  const file = path.join(folder, name);
  const before = await findState(file);
  if (!before || isSame(taken.get(name), before)) return true;
  if (Date.now() - before.mtimeMs < settleMs) return false;
  const text = await readFile(file, 'utf8').catch(() => '');
  const after = await findState(file);
  // Written to while it was read: what we have may be half old, half new.
  if (!isSame(after, before)) return false;
  try {
    const character = readCharacter(text);
    if (!character) return false;
    taken.set(name, before);
    onCharacter(character, new Date(before.mtimeMs));
  } catch (error) {
    if (!(error instanceof CharacterError)) throw error;
    taken.set(name, before);
    log.warn(`${name} is not understood.`, error);
  }
  return true;
}

function isSame(one: State | undefined, other: State | undefined): boolean {
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

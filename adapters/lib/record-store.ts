import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

import { toUsernameKey, usernamePattern } from '#shared/rules/usernames.ts';

import { findFile, syncFolder, writeDurably } from './durable-file.ts';
import type { ReachPoint } from './kill-points.ts';

/** One file per player. Writes are atomic: an item and the id of its delivery are stored together or not at all. */
export type RecordStore<T> = {
  find(player: string): Promise<T | undefined>;
  write(player: string, record: T): Promise<void>;
  /** Both names must be locked with `exclusively`. Atomic, and harmless to repeat. */
  rename(player: string, name: string): Promise<'renamed' | 'missing' | 'taken'>;
  /** Username keys of all players with a record. */
  list(): Promise<string[]>;
  /** Runs the changes to one player one at a time. */
  exclusively<Result>(player: string, change: () => Promise<Result>): Promise<Result>;
};

const suffix = '.json';

export async function openRecordStore<T>(
  folder: string,
  reach?: ReachPoint,
): Promise<RecordStore<T>> {
  await mkdir(folder, { recursive: true });
  const queues = new Map<string, Promise<unknown>>();

  return {
    async find(player) {
      const text = await findFile(fileOf(folder, player));
      return text === undefined ? undefined : (JSON.parse(text) as T);
    },
    write: (player, record) => writeDurably(fileOf(folder, player), JSON.stringify(record), reach),
    async rename(player, name) {
      const [from, to] = [fileOf(folder, player), fileOf(folder, name)];
      if ((await findFile(from)) === undefined) return 'missing';
      if ((await findFile(to)) !== undefined) return 'taken';
      await rename(from, to);
      await syncFolder(folder);
      return 'renamed';
    },
    async list() {
      const names = await readdir(folder);
      return names
        .filter((name) => name.endsWith(suffix))
        .map((name) => toUsernameKey(name.slice(0, -suffix.length)));
    },
    exclusively(player, change) {
      const key = toUsernameKey(player);
      const result = (queues.get(key) ?? Promise.resolve()).then(change);
      const settled = result.catch(() => {});
      queues.set(key, settled);
      void settled.then(() => {
        if (queues.get(key) === settled) queues.delete(key);
      });
      return result;
    },
  };
}

/** Names that match the pattern cannot contain a path outside the folder. */
function fileOf(folder: string, player: string): string {
  if (!usernamePattern.test(player)) throw new Error(`"${player}" is not a player name.`);
  return path.join(folder, toUsernameKey(player).replaceAll(' ', '_') + suffix);
}

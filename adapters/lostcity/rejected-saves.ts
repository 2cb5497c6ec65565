import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { writeDurably } from '../lib/durable-file.ts';
import type { Log } from '../lib/log.ts';
import { digestOf } from './check-save.ts';

export type RejectedSaves = Awaited<ReturnType<typeof openRejectedSaves>>;

const suffix = '.sav';

/**
 * A save that the adapter refuses may be the only copy of the player's progress. It is kept, with the
 * reason beside it, until the operator has looked at it and moves it away. The same save is kept once.
 */
export async function openRejectedSaves(folder: string, log: Log) {
  await mkdir(folder, { recursive: true });
  const fileOf = (name: string) => path.join(folder, name + suffix);
  const noteOf = (name: string) => path.join(folder, `${name}.txt`);

  async function keep(name: string, save: Uint8Array, reason: string): Promise<void> {
    log.warn(`A save was refused: ${reason} It is kept in ${fileOf(name)}.`);
    await writeDurably(noteOf(name), `${new Date().toISOString()} ${reason}\n`);
    await writeDurably(fileOf(name), save);
  }

  return {
    keep: (username: string, save: Uint8Array, reason: string) =>
      keep(`${toFileName(username)}-${digestOf(save).slice(0, 16)}`, save, reason),
    /** Replaces an earlier one of the player, because it goes on from there. */
    keepUnread: (username: string, save: Uint8Array, reason: string) =>
      keep(`${toFileName(username)}-unread`, save, reason),
    async forgetUnread(username: string): Promise<void> {
      const name = `${toFileName(username)}-unread`;
      await rm(fileOf(name), { force: true });
      await rm(noteOf(name), { force: true });
    },
    async count(): Promise<number> {
      return (await readdir(folder)).filter((name) => name.endsWith(suffix)).length;
    },
  };
}

/** The name may be refused because it is invalid, so it must not lead out of the folder. */
function toFileName(username: string): string {
  return (
    username
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .slice(0, 20) || 'unnamed'
  );
}

import { mkdir, readdir } from 'node:fs/promises';
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
  return {
    async keep(username: string, save: Uint8Array, reason: string): Promise<void> {
      const name = `${toFileName(username)}-${digestOf(save).slice(0, 16)}`;
      const file = path.join(folder, name + suffix);
      log.warn(
        `A save of ${JSON.stringify(username)} was refused: ${reason} It is kept in ${file}.`,
      );
      const note = `${new Date().toISOString()} ${JSON.stringify(username)}: ${reason}\n`;
      await writeDurably(path.join(folder, `${name}.txt`), note);
      await writeDurably(file, save);
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

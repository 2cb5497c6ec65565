import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { writeDurably } from '../lib/durable-file.ts';
import type { Log } from '../lib/log.ts';
import { openRecordStore } from '../lib/record-store.ts';
import { SettingsError } from '../lib/settings.ts';
import { lockStateFolder } from '../lib/state-lock.ts';
import { toBase64 } from './check-save.ts';
import { isGameName } from './names.ts';
import { newRecord } from './player-records.ts';
import type { PlayerRecord } from './player-records.ts';
import { readSave, SaveError } from './save-format.ts';

type Options = { folder: string; stateDir: string; log: Log; print: (line: string) => void };

const suffix = '.sav';

/** Takes over the game's own saves, except of players who have a record. Returns whether all are there. */
export async function importSaves({ folder, stateDir, log, print }: Options): Promise<boolean> {
  const files = await listSaves(folder);
  const lock = await lockStateFolder(stateDir, log);
  try {
    const records = await openRecordStore<PlayerRecord>(path.join(stateDir, 'players'));
    const names: string[] = [];
    let imported = 0;
    for (const file of files) {
      const name = path.basename(file, suffix);
      try {
        if (!isGameName(name)) throw new SaveError('The website does not allow this name.');
        const record = await readRecord(file);
        names.push(name);
        if (await records.find(name)) continue;
        await records.write(name, record);
        imported += 1;
      } catch (error) {
        if (!(error instanceof SaveError)) throw error;
        print(`${path.basename(file)} was not imported: ${error.message}`);
      }
    }
    const list = path.join(stateDir, 'imported-names.txt');
    await writeDurably(list, names.map((name) => `${name}\n`).join(''));
    const skipped = files.length - names.length;
    print(
      `${imported} imported, ${names.length - imported} already there, ${skipped} not imported.`,
    );
    print('Reserve the names now, before you start the adapter, on the machine of the website:');
    print(`npm run admin -- reserve-names ${path.resolve(list)}`);
    return skipped === 0;
  } finally {
    await lock.release();
  }
}

async function listSaves(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new SettingsError(`The folder ${folder} cannot be read: ${String(error)}`);
  });
  const saves = names.filter((name) => name.endsWith(suffix)).toSorted();
  if (saves.length > 0) return saves.map((name) => path.join(folder, name));
  throw new SettingsError(`${folder} has no files named *${suffix}.`);
}

async function readRecord(file: string): Promise<PlayerRecord> {
  const bytes = await readFile(file);
  readSave(bytes);
  const { mtime } = await stat(file);
  return { ...newRecord, save: toBase64(bytes), savedAt: mtime.toISOString() };
}

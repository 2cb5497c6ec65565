import { createHash } from 'node:crypto';

import { decodeSave } from './player-records.ts';
import type { PlayerRecord } from './player-records.ts';
import { readSave, SaveError, UnreadableSaveError } from './save-format.ts';
import type { Save } from './save-format.ts';

export type GivenSave = { save: Uint8Array; nodeId: number; isLogout: boolean };
type CheckedSave = { save: Save } | { problem: string; isIntact: boolean };

/** Whether a save from the game may replace the stored one. */
export function checkSave(record: PlayerRecord, given: GivenSave): CheckedSave {
  const refuse = (problem: string) => ({ problem, isIntact: false });
  const holder = record.session?.nodeId ?? record.abandonedBy;
  if (holder === null && record.save) return refuse('The player has no open session.');
  if (holder !== null && holder !== given.nodeId) {
    return refuse(`The session belongs to world ${holder}.`);
  }
  try {
    const save = readSave(given.save);
    if (save.playtime < storedPlaytime(record)) {
      return refuse('It is older than the stored save: its playtime went backwards.');
    }
    return { save };
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return { problem: error.message, isIntact: error instanceof UnreadableSaveError };
  }
}

function storedPlaytime({ save }: PlayerRecord): number {
  if (!save) return 0;
  try {
    return decodeSave(save).playtime;
  } catch (error) {
    if (error instanceof SaveError) return 0;
    throw error;
  }
}

/** Whether the game repeats a logout whose answer it did not get. */
export function isRepeatedLogout(record: PlayerRecord, given: GivenSave): boolean {
  if (!given.isLogout) return false;
  const isOfLastSession = !record.session && toBase64(given.save) === record.save;
  return isOfLastSession || digestOf(given.save) === record.lastLogout;
}

export function digestOf(save: Uint8Array): string {
  return createHash('sha256').update(save).digest('hex');
}

export function toBase64(save: Uint8Array): string {
  return Buffer.from(save).toString('base64');
}

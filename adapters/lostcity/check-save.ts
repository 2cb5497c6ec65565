import { createHash } from 'node:crypto';

import { decodeSave } from './player-records.ts';
import type { PlayerRecord } from './player-records.ts';
import { SaveError } from './save-format.ts';
import type { Save } from './save-format.ts';

export type GivenSave = { save: Uint8Array; nodeId: number; isLogout: boolean };
type CheckedSave = { save: Save } | { problem: string };

/** Whether a save from the game may replace the stored one. */
export function checkSave(record: PlayerRecord, given: GivenSave): CheckedSave {
  try {
    const save = decodeSave(Buffer.from(given.save).toString('base64'));
    const holder = record.session?.nodeId ?? record.abandonedBy;
    if (holder === null && record.save) return { problem: 'The player has no open session.' };
    if (holder !== null && holder !== given.nodeId) {
      return { problem: `The session belongs to world ${holder}.` };
    }
    if (record.save && save.playtime < decodeSave(record.save).playtime) {
      return { problem: 'It is older than the stored save: its playtime went backwards.' };
    }
    return { save };
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return { problem: error.message };
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

import type { DeliveryNotes } from '../lib/deliveries.ts';
import { noDeliveries } from '../lib/deliveries.ts';
import type { Save } from './save-format.ts';
import { readSave, writeSave } from './save-format.ts';

/**
 * All about one player, in one file: a write is the transaction that covers the save, the deliveries
 * in it and the open session.
 */
export type PlayerRecord = DeliveryNotes & {
  /** Counts the writes. */
  revision: number;
  /** In base64; null until the game has sent the first one. */
  save: string | null;
  savedAt: string | null;
  /** While it is open the game has the player's state, and nobody else may enter as them. */
  session: { nodeId: number; openedAt: string } | null;
  /** Where the player stands at the next login. */
  teleport: { x: number; z: number; plane: number } | null;
};

export const newRecord: PlayerRecord = {
  ...noDeliveries,
  revision: 0,
  save: null,
  savedAt: null,
  session: null,
  teleport: null,
};

export function decodeSave(save: string): Save {
  return readSave(Buffer.from(save, 'base64'));
}

export function encodeSave(save: Save): string {
  return Buffer.from(writeSave(save)).toString('base64');
}

import type { DeliveryNotes } from '../lib/deliveries.ts';
import { noDeliveries } from '../lib/deliveries.ts';
import type { Save } from './save-format.ts';
import { readSave, writeSave } from './save-format.ts';

/** In one file: a write is the transaction of the save, the deliveries in it and the open session. */
export type PlayerRecord = DeliveryNotes & {
  /** Incremented by session and save writes. Part of the session name of the next claim. */
  revision: number;
  /** Base64; null until the game has sent the first save. */
  save: string | null;
  savedAt: string | null;
  /** A newer save that this program cannot read. Until it can, the player is not let in and loses no progress. */
  unread: { save: string; savedAt: string; problem: string } | null;
  /** While a session is open the game owns the player's state, and a second login is refused. */
  session: GameSession | null;
  /**
   * The world of a session that was closed without a save, because the player seemed to have left.
   * Until the next login a save from this world is still accepted: nothing else was handed out.
   */
  abandonedBy: number | null;
  /** SHA-256 of the save of the last logout. The game repeats a logout until it gets the answer. */
  lastLogout: string | null;
  /** The player's position at the next login. */
  teleport: { x: number; z: number; plane: number } | null;
};

/** `username` is the game's own name of the player. Sessions of older adapters do not have it. */
export type GameSession = { nodeId: number; openedAt: string; username?: string };

export const newRecord: PlayerRecord = {
  ...noDeliveries,
  revision: 0,
  save: null,
  savedAt: null,
  unread: null,
  session: null,
  abandonedBy: null,
  lastLogout: null,
  teleport: null,
};

export function decodeSave(save: string): Save {
  return readSave(Buffer.from(save, 'base64'));
}

export function encodeSave(save: Save): string {
  return Buffer.from(writeSave(save)).toString('base64');
}

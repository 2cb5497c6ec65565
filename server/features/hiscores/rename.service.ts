import type { Trx } from '#server/db/schema.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import { AppError } from '#shared/errors.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { updatePlayerName } from './rename.db.ts';

/** Moves the stats, history and ranks of a player to the new name. Refused if the name has stats of its own. */
export async function renamePlayer(trx: Trx, oldKey: string, name: string): Promise<void> {
  try {
    await updatePlayerName(trx, oldKey, { name, nameKey: toUsernameKey(name) });
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) !== '23505') throw error;
    throw new AppError('accounts/username-taken', 'That name belongs to a player of the game.');
  }
}

import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';

export const playerSettings = {
  /** Days between two changes of a player's name; null: players cannot change it. */
  renameDays: defineSetting('accounts.rename_days', z.nullable(z.int()), null),
};

import * as z from 'zod/mini';

import { defineSetting } from '#server/lib/data/settings.ts';

/** Database triggers react to these and change the lists in the same transaction. */
export const hiscoreSettings = {
  excludeStaff: defineSetting('hiscores.exclude_staff', z.boolean(), true),
  excludeBanned: defineSetting('hiscores.exclude_banned', z.boolean(), true),
};

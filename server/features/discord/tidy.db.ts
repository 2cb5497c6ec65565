import type { Db } from '#server/db/schema.ts';

import { deletePastLimits } from './limits.db.ts';
import { deleteOldAttempts } from './links.db.ts';
import { deleteOldMessages } from './messages.db.ts';

export async function tidyDiscord(db: Db): Promise<void> {
  await deleteOldMessages(db);
  await deleteOldAttempts(db);
  await deletePastLimits(db);
}

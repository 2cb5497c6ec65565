import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

const yesterday = sql<Date>`now() - interval '1 day'`;

/** Keeps codes for a day after expiry, so that a late click reads "expired" instead of "invalid". */
export async function deleteExpired(db: Db): Promise<void> {
  await db.deleteFrom('identity_refresh_tokens').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('identity_reset_codes').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('identity_email_codes').where('expires_at', '<', yesterday).execute();
}

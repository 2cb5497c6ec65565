import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';
import * as z from 'zod/mini';

import type { Schema } from '#server/db/schema.ts';
import { findStoredValue, storeFirstValue } from '#server/lib/settings.db.ts';

const key = 'payments.sandbox_secret';

/** Random per install, so that one install cannot sign events for another. */
export async function getSandboxSecret(db: Kysely<Schema>): Promise<string> {
  const known = await findStoredValue(db, key);
  if (typeof known === 'string') return known;
  await storeFirstValue(db, key, `whsec_${randomBytes(32).toString('hex')}`);
  return z.parse(z.string(), await findStoredValue(db, key));
}

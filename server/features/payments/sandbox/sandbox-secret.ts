import { randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import { findStoredValue, storeFirstValue } from '#server/lib/data/settings.db.ts';

const key = 'payments.sandbox_secret';

/** Random per install, so that one install cannot sign events for another. */
export async function getSandboxSecret(db: Db): Promise<string> {
  const known = await findStoredValue(db, key);
  if (typeof known === 'string') return known;
  await storeFirstValue(db, key, `whsec_${randomBytes(32).toString('hex')}`);
  return z.parse(z.string(), await findStoredValue(db, key));
}

import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';

import { findSecret, insertSecret } from './sandbox.db.ts';

/** Random per install, so that one install cannot sign events for another. */
export async function getSandboxSecret(db: Kysely<Schema>): Promise<string> {
  const known = await findSecret(db);
  if (known) return known;
  await insertSecret(db, `whsec_${randomBytes(32).toString('hex')}`);
  const secret = await findSecret(db);
  if (!secret) throw new Error('The sandbox has no secret.');
  return secret;
}

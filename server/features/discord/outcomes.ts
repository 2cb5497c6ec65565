import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import { findStoredValue, storeValue } from '#server/lib/data/settings.db.ts';

type Part = 'widget' | 'roles';

const keyOf = (part: Part) => `discord.failure.${part}`;
const Failure = z.nullable(z.string());

/** Why the last look at the widget, or the last change of roles, failed; null: it did not. */
export async function recordOutcome(db: Db, part: Part, failure: string | null): Promise<void> {
  if ((await findFailure(db, part)) !== failure) await storeValue(db, keyOf(part), failure);
}

export async function findFailures(db: Db): Promise<Record<Part, string | null>> {
  return { widget: await findFailure(db, 'widget'), roles: await findFailure(db, 'roles') };
}

async function findFailure(db: Db, part: Part): Promise<string | null> {
  const parsed = z.safeParse(Failure, await findStoredValue(db, keyOf(part)));
  return parsed.success ? parsed.data : null;
}

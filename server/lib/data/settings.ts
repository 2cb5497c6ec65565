import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import type { Live } from './live.ts';
import { findStoredValue, storeValue } from './settings.db.ts';
import { createTopicCache } from './topic-cache.ts';
import type { TopicCache } from './topic-cache.ts';

/** One row in `settings`, declared in `<name>.settings.ts`. Cached until the topic `site`, for ten seconds at most. */
export type Setting<T> = { key: string; schema: z.ZodMiniType<T>; initial: T };

export function defineSetting<T>(
  key: string,
  schema: z.ZodMiniType<T>,
  initial: NoInfer<T>,
): Setting<T> {
  return { key, schema, initial };
}

const maxSettings = 1000;
const maxAgeMs = 10_000;

const caches = new WeakMap<Live, TopicCache<unknown>>();

/** Do not call it inside a transaction: it may read through `db`. */
export async function getSetting<T>(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  setting: Setting<T>,
): Promise<T> {
  const cache = caches.get(live) ?? createTopicCache<unknown>(live, maxSettings, maxAgeMs);
  caches.set(live, cache);
  // readSetting has checked the value with the schema of this setting.
  return (await cache.get(setting.key, ['site'], () => readSetting(db, setting))) as T;
}

/** Joins the caller's transaction if `db` is one, so that the audit entry is committed with it. */
export async function setSetting<T>(
  { db, live }: { db: Db; live: Live },
  { key }: Setting<T>,
  change: { value: NoInfer<T>; by: number | null },
): Promise<void> {
  await transaction(db, async (trx) => {
    await storeValue(trx, key, change.value, change.by);
    await live.publish(trx, { topic: 'site' });
  });
}

async function readSetting<T>(db: Db, { key, schema, initial }: Setting<T>): Promise<T> {
  const parsed = z.safeParse(schema, await findStoredValue(db, key));
  return parsed.success ? parsed.data : initial;
}

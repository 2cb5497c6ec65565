import * as z from 'zod/mini';

import { SetupMarks } from '#shared/setup.ts';
import { Banner } from '#shared/site-settings.ts';
import { topUp, TopUpRules } from '#shared/top-up.ts';

import type { Db } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Live } from './live.ts';
import { findStoredValue, storeValue } from './settings.db.ts';
import { createTopicCache } from './topic-cache.ts';
import type { TopicCache } from './topic-cache.ts';

/**
 * Settings that admins change while the site runs, one row each in `settings`. Features add theirs here.
 * Values are cached until a message on the topic `site`, and for at most ten seconds, so that a change
 * made in SQL is noticed.
 */
const definitions = {
  // Null: COMMUNITY_URL.
  'site.community_url': { schema: z.nullable(z.string()), initial: null },
  'site.setup': { schema: SetupMarks, initial: { marks: {}, isHidden: false, mailServer: null } },
  'site.banner': { schema: z.nullable(Banner), initial: null },
  // Days between two changes of a player's name; null: players cannot change it.
  'accounts.rename_days': { schema: z.nullable(z.int()), initial: null },
  'events.players_may_host': { schema: z.boolean(), initial: false },
  // Database triggers react to these and change the lists in the same transaction.
  'hiscores.exclude_staff': { schema: z.boolean(), initial: true },
  'hiscores.exclude_banned': { schema: z.boolean(), initial: true },
  // False: nothing can be bought with coins, and coins cannot be topped up.
  'shop.is_open': { schema: z.boolean(), initial: true },
  // False: only players who have confirmed their email address.
  'shop.unconfirmed_may_buy': { schema: z.boolean(), initial: true },
  'polls.unconfirmed_may_vote': { schema: z.boolean(), initial: true },
  'payments.top_up': { schema: TopUpRules, initial: topUp },
  // Limits per player: open checkouts, and cents topped up.
  'payments.open_checkouts_per_hour': { schema: z.int(), initial: 5 },
  'payments.daily_cents': { schema: z.int(), initial: 100_000 },
  'payments.monthly_cents': { schema: z.int(), initial: 300_000 },
};

export type SettingKey = keyof typeof definitions;
export type SettingValue<Key extends SettingKey> = z.output<(typeof definitions)[Key]['schema']>;

const maxAgeMs = 10_000;

const caches = new WeakMap<Live, TopicCache<unknown>>();

/** Do not call it inside a transaction: it may read through `db`. */
export async function getSetting<Key extends SettingKey>(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  key: Key,
): Promise<SettingValue<Key>> {
  const cache =
    caches.get(live) ?? createTopicCache<unknown>(live, Object.keys(definitions).length, maxAgeMs);
  caches.set(live, cache);
  // readSetting has checked the value with the schema of the key.
  return (await cache.get(key, ['site'], () => readSetting(db, key))) as SettingValue<Key>;
}

/** Joins the caller's transaction if `db` is one, so that the audit entry is committed with it. */
export async function setSetting<Key extends SettingKey>(
  { db, live }: { db: Db; live: Live },
  key: Key,
  change: { value: SettingValue<Key>; by: number | null },
): Promise<void> {
  await transaction(db, async (trx) => {
    await storeValue(trx, key, change.value, change.by);
    await live.publish(trx, { topic: 'site' });
  });
}

async function readSetting<Key extends SettingKey>(db: Db, key: Key): Promise<SettingValue<Key>> {
  const { schema, initial } = definitions[key];
  const parsed = z.safeParse(schema, await findStoredValue(db, key));
  // Both have the type of this key's schema, which the compiler cannot infer.
  return (parsed.success ? parsed.data : initial) as SettingValue<Key>;
}

import type { Kysely } from 'kysely';
import * as z from 'zod/mini';

import { Banner } from '#shared/site-settings.ts';

import type { Schema } from '../db/schema.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Live } from './live.ts';

const OwnText = z.object({ source: z.string(), updatedAt: z.string() });

/**
 * What admins decide while the site runs, one row each in `settings`. A feature adds its line here.
 * Values are remembered until the topic `site` says that one of them changed, and for some seconds at
 * most, so that a change made in SQL is noticed.
 */
const definitions = {
  // Null: what COMMUNITY_URL says.
  'site.community_url': { schema: z.nullable(z.string()), initial: null },
  'site.banner': { schema: z.nullable(Banner), initial: null },
  'events.players_may_host': { schema: z.boolean(), initial: false },
  // Followed by triggers of the database, which change the lists in the same transaction.
  'hiscores.exclude_staff': { schema: z.boolean(), initial: true },
  'hiscores.exclude_banned': { schema: z.boolean(), initial: true },
  // Null: the text the site came with.
  'site.terms': { schema: z.nullable(OwnText), initial: null },
  'site.privacy': { schema: z.nullable(OwnText), initial: null },
  // False: nothing can be bought with coins, and no coins can be topped off.
  'shop.is_open': { schema: z.boolean(), initial: true },
  // How much one player may top off, in cents, and how many checkouts may be open.
  'payments.open_checkouts_per_hour': { schema: z.int(), initial: 5 },
  'payments.daily_cents': { schema: z.int(), initial: 100_000 },
  'payments.monthly_cents': { schema: z.int(), initial: 300_000 },
};

export type SettingKey = keyof typeof definitions;
export type SettingValue<Key extends SettingKey> = z.output<(typeof definitions)[Key]['schema']>;

type Remembered = {
  values: Map<SettingKey, { value: unknown; readAt: number }>;
  generation: number;
};

const longestAgeMilliseconds = 10_000;

const rememberedBy = new WeakMap<Live, Remembered>();

/** Not inside a transaction: it may read through `db`. */
export async function getSetting<Key extends SettingKey>(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  key: Key,
): Promise<SettingValue<Key>> {
  const remembered = rememberWith(live);
  const { generation } = remembered;
  const readAt = performance.now();
  const known = remembered.values.get(key);
  if (!known || readAt - known.readAt > longestAgeMilliseconds) {
    const value = await readSetting(db, key);
    // Read before a change, kept after it: that must not happen.
    if (remembered.generation === generation) remembered.values.set(key, { value, readAt });
    return value;
  }
  // Only readSetting puts values there, each checked by its own schema.
  return known.value as SettingValue<Key>;
}

/** In the caller's transaction, where there is one, together with its audit entry. */
export async function setSetting<Key extends SettingKey>(
  { db, live }: { db: Kysely<Schema>; live: Live },
  key: Key,
  change: { value: SettingValue<Key>; by: number | null },
): Promise<void> {
  const row = {
    value: JSON.stringify(change.value),
    updated_at: new Date(),
    updated_by: change.by,
  };
  await transaction(db, async (trx) => {
    await trx
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    await live.publish(trx, { topic: 'site' });
  });
}

async function readSetting<Key extends SettingKey>(
  db: Kysely<Schema>,
  key: Key,
): Promise<SettingValue<Key>> {
  const { schema, initial } = definitions[key];
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  const parsed = z.safeParse(schema, row?.value);
  // Both are of this key's own schema, which the compiler cannot follow through the table.
  return (parsed.success ? parsed.data : initial) as SettingValue<Key>;
}

function rememberWith(live: Live): Remembered {
  const known = rememberedBy.get(live);
  if (known) return known;
  const remembered: Remembered = { values: new Map(), generation: 0 };
  function forget(): void {
    remembered.generation += 1;
    remembered.values.clear();
  }
  live.subscribe({ onMessage: ({ topic }) => topic === 'site' && forget(), onResync: forget });
  rememberedBy.set(live, remembered);
  return remembered;
}

import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { toUsernameKey } from '#shared/usernames.ts';

/**
 * Accounts that make the demo content look lived in. They have no user at any identity provider, so
 * signing in as one of them is impossible.
 */
export const demoPlayers = [
  'Oak Warden',
  'Marrow',
  'Tilly Thorn',
  'Grimbeard',
  'Lady Ash',
  'Old Nite',
  'Pip',
  'Saltmarsh',
  'Ember Fox',
  'Quill',
  'Dusk Rider',
  'Hollow Bell',
  'Bramble',
  'Sir Turnip',
  'Mossfoot',
  'Iron Wren',
  'Kettle Jack',
  'Nan Copper',
  'Rook',
  'Fenwick',
  'Birch Moon',
  'Stout Otto',
  'Wicker',
  'Gale Finch',
] as const;

export type DemoPlayer = (typeof demoPlayers)[number];

/** Hosts the demo's community events. */
export const demoCommunityManager: DemoPlayer = 'Lady Ash';

export async function loadDemoPlayers(db: Kysely<Schema>): Promise<void> {
  const joined = Date.now() - demoPlayers.length * 3 * 86_400_000;
  await db
    .insertInto('accounts')
    .values(
      demoPlayers.map((username, at) => {
        const key = toUsernameKey(username);
        const email = `${key.replaceAll(' ', '.')}@players.wynhold.test`;
        return {
          username,
          username_key: key,
          email,
          email_key: email,
          identity_provider: 'demo',
          identity_id: key,
          email_verified_at: new Date(joined + at * 3 * 86_400_000),
          community_manager: username === demoCommunityManager,
          created_at: new Date(joined + at * 3 * 86_400_000),
        };
      }),
    )
    .execute();
}

/** Account ids of all demo players, in list order. */
export async function findDemoPlayerIds(db: Kysely<Schema>): Promise<Map<DemoPlayer, number>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'identity_id'])
    .where('identity_provider', '=', 'demo')
    .execute();
  const idByKey = new Map(rows.map((row) => [row.identity_id, row.id]));
  return new Map(demoPlayers.map((name) => [name, idByKey.get(toUsernameKey(name))!]));
}

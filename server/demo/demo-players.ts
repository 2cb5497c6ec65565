import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import { usernamePattern, usernameRule } from '#shared/rules/usernames.ts';

import { readDemoFile } from './content.ts';

const Username = z.string().check(z.regex(usernamePattern, usernameRule));
const DemoPlayers = z.strictObject({
  /** They have no user at any identity provider, so signing in as one of them is impossible. */
  withAccount: z.array(Username),
  withoutAccount: z.array(Username),
});

/** Hosts the demo's community events. */
export const demoCommunityManager = 'Lady Ash';

export function readDemoPlayers(): Promise<z.infer<typeof DemoPlayers>> {
  return readDemoFile('players.json', DemoPlayers);
}

/** Account ids of all demo players, in list order. */
export async function findDemoPlayerIds(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('identity_provider', '=', 'demo')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ username, id }) => [username, id]));
}

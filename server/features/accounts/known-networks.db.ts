import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import { retentionDays } from '#server/lib/data/retention.ts';

export type NetworkOwner = { id: number } | { usernameKey: string } | { emailKey: string };

export async function findKnownNetwork(
  db: Db,
  owner: NetworkOwner,
  network: string,
): Promise<boolean> {
  const query = db
    .selectFrom('known_networks')
    .innerJoin('accounts', 'accounts.id', 'known_networks.account_id')
    .select('known_networks.network')
    .where('known_networks.network', '=', network);
  const found = await whereOwner(query, owner).executeTakeFirst();
  return found !== undefined;

  function whereOwner(all: typeof query, wanted: NetworkOwner): typeof query {
    if ('id' in wanted) return all.where('accounts.id', '=', wanted.id);
    if ('emailKey' in wanted) return all.where('accounts.email_key', '=', wanted.emailKey);
    return all.where('accounts.username_key', '=', wanted.usernameKey);
  }
}

/** Writes at most once a day for each network, since players log in often. */
export async function upsertKnownNetwork(
  db: Db,
  accountId: number,
  network: string,
): Promise<void> {
  await db
    .insertInto('known_networks')
    .values({ account_id: accountId, network })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'network'])
        .doUpdateSet({ last_used_at: sql<Date>`now()` })
        .where('known_networks.last_used_at', '<', sql<Date>`now() - interval '1 day'`),
    )
    .execute();
}

export async function deleteKnownNetworks(
  db: Db,
  accountId: number,
  except: string | undefined,
): Promise<void> {
  let query = db.deleteFrom('known_networks').where('account_id', '=', accountId);
  if (except !== undefined) query = query.where('network', '<>', except);
  await query.execute();
}

export async function deleteOldNetworks(db: Db): Promise<void> {
  await sql`
    delete from known_networks
    where last_used_at < now() - make_interval(days => ${retentionDays.knownNetwork})`.execute(db);
}

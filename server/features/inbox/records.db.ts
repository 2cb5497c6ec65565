import { sql } from 'kysely';

import { asUuid } from '#server/db/expressions.ts';
import type { Db } from '#server/db/schema.ts';
import type { AboutKind } from '#shared/rules/inbox.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';
import { readId } from '#shared/schemas.ts';

type Named = { accountId: number; kind: AboutKind; id: string };

/** A record that this player may name. `id` is that of the record, also for a player, who is named. */
export async function findRecord(
  db: Db,
  { accountId, kind, id }: Named,
): Promise<{ id: string; subject: string } | undefined> {
  const number = readId(id);
  const purchase = sql`from purchases where id = ${number}`;
  const queries = {
    player: sql`
      select id::text, 'Player ' || username as subject from accounts
      where username_key = ${toUsernameKey(id)} and pending_since is null and deleted_at is null`,
    event: sql`
      select id::text, 'Event ' || title as subject from events
      where id = ${number} and deleted_at is null`,
    gift: sql`
      select id::text, 'Gift ' || id || ': ' || item_name as subject ${purchase}
        and receiver_id = ${accountId} and exists (select from gift_notes where purchase_id = id)`,
    purchase: sql`
      select id::text, 'Purchase ' || id || ': ' || item_name as subject ${purchase}
        and ${accountId} in (account_id, receiver_id)`,
    order: sql`
      select id::text, 'Top-up: ' || coins || ' coins' as subject from orders
      where id = ${asUuid(id)} and account_id = ${accountId}`,
  };
  const { rows } = await sql<{ id: string; subject: string }>`${queries[kind]}`.execute(db);
  return rows[0];
}

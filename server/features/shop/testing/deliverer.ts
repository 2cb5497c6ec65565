import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

/** Adds a game server that delivers, unless there is one: the shop sells only what a server can deliver. */
export async function ensureDeliverer(db: Db): Promise<void> {
  await sql`
    with server as (
      insert into game_servers (name, has_connected)
      select 'Deliverer', true where not is_deliverable(null, 0)
      on conflict (lower(name)) where removed_at is null do nothing
      returning id
    )
    insert into game_tokens (server_id, secret_hash, hint, slot, scopes, created_by)
    select id, sha256(gen_random_uuid()::text::bytea), 'test', 1, '{deliveries}', 'a test'
    from server`.execute(db);
}

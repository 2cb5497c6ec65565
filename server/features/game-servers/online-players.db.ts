import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

/** Without players who hide themselves, are not on the hiscores by decision of the staff, or are leaving. */
export async function findOnlinePlayers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(account.username, player.name, online.name) as name
    from (
      select distinct on (key) key, given.name, server.id as server_id, given.position
      from game_servers as server
      cross join unnest(server.players) with ordinality as given (name, position)
      cross join trim(regexp_replace(lower(given.name), '[ _-]+', ' ', 'g')) as key
      where server.is_online and server.removed_at is null
      order by key, server.id, given.position
    ) as online
    left join accounts as account on account.username_key = online.key
    left join players as player on player.name_key = online.key
    where player.is_listed is not false and account.closing_at is null
      and not exists (select from hidden_players where account_id = account.id)
    order by online.server_id, online.position`.execute(db);
  return rows.map(({ name }) => name);
}

export function isHidden(db: Db, accountId: number): Promise<boolean> {
  return hasRow(db, 'hidden_players', sql`account_id = ${accountId}`);
}

export async function setHidden(db: Db, accountId: number, isHidden: boolean): Promise<void> {
  const query = isHidden
    ? sql`insert into hidden_players (account_id) values (${accountId}) on conflict do nothing`
    : sql`delete from hidden_players where account_id = ${accountId}`;
  await query.execute(db);
}

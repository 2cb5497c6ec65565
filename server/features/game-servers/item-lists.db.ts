import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { Deliverer, GameItem } from '#shared/endpoints/game-servers.ts';

type ItemList = { serverId: number; ids: number[]; count: number; names: Record<string, string> };

/** False if the stored list is the same. */
export async function upsertItemList(
  db: Db,
  { serverId, ids, count, names }: ItemList,
): Promise<boolean> {
  const { rows } = await sql`
    insert into game_item_lists as known (server_id, ids, names)
    select ${serverId},
      int4multirange(int4range(0, ${count})) + coalesce(range_agg(int4range(id, id + 1)), '{}'),
      ${JSON.stringify(names)}::jsonb
    from unnest(${ids}::integer[]) as given(id)
    on conflict (server_id) do update
      set ids = excluded.ids, names = excluded.names, reported_at = now()
    where (known.ids, known.names) is distinct from (excluded.ids, excluded.names)
    returning server_id`.execute(db);
  return rows.length > 0;
}

export async function listDeliverers(db: Db, itemId: number | null): Promise<Deliverer[]> {
  const { rows } = await sql<Deliverer>`
    select s.id, s.name,
      exists (
        select from game_tokens t
        where t.server_id = s.id and t.slot is not null and 'deliveries' = any (t.scopes)
      ) as delivers,
      s.has_connected as "hasConnected",
      l.ids @> ${itemId}::integer as "hasItem",
      l.names ->> ${String(itemId)} as "itemName",
      coalesce(l.names <> '{}', false) as "hasNames",
      s.delivery_kinds as kinds
    from game_servers s left join game_item_lists l on l.server_id = s.id
    where s.removed_at is null
    order by s.id`.execute(db);
  return rows;
}

/** Games write names with spaces or with underscores. */
const readable = (text: RawBuilder<unknown>) => sql<string>`replace(lower(${text}), '_', ' ')`;

export async function findGameItems(db: Db, search: string): Promise<GameItem[]> {
  const name = readable(sql`item.value`);
  const part = readable(sql`${search}::text`);
  const { rows } = await sql<GameItem>`
    select item.key::integer as id, item.value as name, array_agg(s.name order by s.id) as servers
    from game_servers s join game_item_lists l on l.server_id = s.id,
      jsonb_each_text(l.names) as item
    where s.removed_at is null
      and (starts_with(item.key, ${search}) or strpos(${name}, ${part}) > 0)
    group by item.key, item.value
    order by item.key <> ${search}, not starts_with(${name}, ${part}), length(item.value), item.key::integer
    limit 20`.execute(db);
  return rows;
}

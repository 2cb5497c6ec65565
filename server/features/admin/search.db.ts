import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { SearchResult } from '#shared/endpoints/admin-search.ts';

/** There are hundreds of posts, polls and items, not millions, so a sequential scan is fine. */
export async function findByTitle(
  db: Db,
  { text, maxPerKind, coins }: { text: string; maxPerKind: number; coins: string },
): Promise<SearchResult[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<SearchResult>`
    (select 'post' as kind, id::text as id, title as label,
        initcap(state) || ' post · ' || labels.name as detail
      from news_posts join labels on labels.list = category_list and labels.key = category
      where title ilike ${pattern} order by id desc limit ${maxPerKind})
    union all
    (select 'poll', id::text, title,
        case when ended_at is null and ends_at > now() then 'Running poll' else 'Ended poll' end
      from polls where title ilike ${pattern} order by id desc limit ${maxPerKind})
    union all
    (select 'item', id::text, name, price || ' ' || ${coins}::text || case when is_enabled then '' else ' · hidden' end
      from shop_items where deleted_at is null and name ilike ${pattern}
      order by position, id limit ${maxPerKind})`.execute(db);
  return rows;
}

import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import type { FoundThing } from '#shared/admin.ts';

/** Posts, polls and items are hundreds, not millions: their titles are simply read through. */
export async function findTitled(
  db: Kysely<Schema>,
  text: string,
  each: number,
): Promise<FoundThing[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<FoundThing>`
    (select 'post' as kind, id::text as id, title as label,
        initcap(state) || ' post · ' || category as detail
      from news_posts where title ilike ${pattern} order by id desc limit ${each})
    union all
    (select 'poll', id::text, title,
        case when ended_at is null and ends_at > now() then 'Running poll' else 'Ended poll' end
      from polls where title ilike ${pattern} order by id desc limit ${each})
    union all
    (select 'item', id::text, name, price || ' WC' || case when is_enabled then '' else ' · hidden' end
      from shop_items where deleted_at is null and name ilike ${pattern}
      order by position, id limit ${each})`.execute(db);
  return rows;
}

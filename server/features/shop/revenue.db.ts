import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { RevenueFilter, RevenueRow } from '#shared/endpoints/revenue.ts';

import { isCreatedIn } from './purchases.db.ts';

/** Joins what the purchases are grouped by. A part of a bundle belongs to the bundle. */
const joins: Record<RevenueFilter['by'], string> = {
  item: 'join shop_items as sold on sold.id = coalesce(bundle_id, shop_item_id)',
  sale: 'join shop_sales as sold on sold.id = sale_id',
  code: `join shop_discounts on shop_discounts.id = discount_id
    join code_uses on code_uses.id = code_use_id
    join code_batches as sold on sold.id = code_uses.batch_id`,
};

type Filter = { by: RevenueFilter['by']; from: string; until: string };

/** Most coins first. Deliveries without a price are not sales. */
export async function sumRevenue(db: Db, filter: Filter): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    select sold.id, sold.name, count(distinct coalesce(group_id, purchases.id)) as purchases,
      ${sumOf('purchases.price', `state <> 'canceled'`)} as coins,
      ${sumOf('full_price - purchases.price', `state <> 'canceled'`)} as saved,
      ${sumOf('purchases.price', `state = 'canceled'`)} as refunded
    ${selectSold(filter)}
    group by sold.id, sold.name order by coins desc, sold.id`.execute(db);
  return rows;
}

/** Also days without a sale, but not those before the first one. */
export async function sumRevenueDays(db: Db, filter: Filter) {
  const { rows } = await sql<{ day: number; coins: number }>`
    with sums as (
      select date_trunc('day', purchases.created_at, 'UTC') as day,
        ${sumOf('purchases.price', `state <> 'canceled'`)} as coins
      ${selectSold(filter)} group by 1
    )
    select extract(epoch from days.day)::bigint as day, coalesce(coins, 0) as coins
    from generate_series(
      (select min(day) from sums), ${filter.until}::timestamp at time zone 'UTC', interval '1 day'
    ) as days (day)
    left join sums on sums.day = days.day order by 1`.execute(db);
  return rows;
}

function selectSold({ by, from, until }: Filter) {
  return sql`from purchases ${sql.raw(joins[by])}
    where purchases.price > 0 and ${isCreatedIn(from, until)}`;
}

function sumOf(value: string, condition: string) {
  return sql.raw(`coalesce(sum(${value}) filter (where ${condition}), 0)::bigint`);
}

import { sql } from 'kysely';
import type { Insertable, RawBuilder } from 'kysely';

import { pictureColumns } from '#server/db/expressions.ts';
import { insertRow, updatePositions } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export type ItemRow = Awaited<ReturnType<typeof findEnabledItems>>[number];
export type ManagedRow = Awaited<ReturnType<typeof findManagedItems>>[number];
export type ItemValues = Omit<Insertable<Schema['shop_items']>, 'position'>;

/** Nothing, unless it is a bundle. */
const parts = sql`bundle_items b join shop_items part on part.id = b.item_id and b.bundle_id = shop_items.id`;

type Content = {
  name: string;
  quantity: number;
  image: string | null;
  mediaHash: string | null;
  mediaWidth: number | null;
  mediaHeight: number | null;
  mediaWidths: number[] | null;
};

/** Names of the servers that may deliver the item, and of which the condition is true. */
function serversWhere(condition: RawBuilder<boolean>) {
  return sql<string[]>`array(
    select s.name from game_servers s left join game_item_lists l on l.server_id = s.id
    where exists (
        select from game_tokens t
        where t.server_id = s.id and t.slot is not null and 'deliveries' = any (t.scopes)
      )
      and (shop_items.server_ids is null or s.id = any (shop_items.server_ids))
      and ${condition}
    order by s.id)`;
}

/** Whether the game knows the kind and the item, or all parts of a bundle. */
const isKnown = sql<boolean>`case
  when shop_items.kind = 'item' then 'item' = any (s.delivery_kinds) and coalesce(l.ids @> shop_items.item_id, true)
  when shop_items.kind <> 'bundle' then shop_items.kind = any (s.delivery_kinds)
  else (not shop_items.is_one_delivery or 'bundle' = any (s.delivery_kinds)) and not exists (
    select from ${parts}
    where not shop_items.is_one_delivery and not part.kind = any (s.delivery_kinds)
      or part.kind = 'item' and not l.ids @> part.item_id)
  end`;

const deliveredBy = serversWhere(sql`s.has_connected and ${isKnown}`);
const lackedBy = serversWhere(sql`s.has_connected and not ${isKnown}`);
const neverConnected = serversWhere(sql`not s.has_connected`);

const columns = [
  'shop_items.id',
  'shop_items.name',
  'shop_items.description',
  'shop_items.image',
  'shop_items.price',
  'shop_items.item_id as itemId',
  'shop_items.quantity',
  'shop_items.is_enabled as enabled',
  'shop_items.ends_at as endsAt',
  sql<
    number | null
  >`case when shop_items.kind = 'bundle' then (select min(part.stock / b.count) from ${parts})
    else shop_items.stock end`.as('stock'),
  'shop_items.player_limit as perPlayerLimit',
  sql<boolean>`is_sellable(shop_items)`.as('deliverable'),
  'shop_items.kind',
  'shop_items.category_id as categoryId',
  'shop_items.least_price as leastPrice',
  'shop_items.days',
  'shop_items.total_limit as totalLimit',
  'shop_items.sold_of_limit as soldOfLimit',
  'shop_items.needs_level as needsLevel',
  sql<string | null>`(select name from supporter_steps where id = shop_items.needs_step)`.as(
    'needsRank',
  ),
  'sale.price as salePrice',
  'sale.name as saleName',
  'sale.ends_at as saleEndsAt',
  sql<number | null>`(select sum(part.price * b.count)::bigint from ${parts})`.as('partsPrice'),
  sql<Content[] | null>`(
    select json_agg(json_build_object('name', part.name, 'quantity', part.quantity * b.count,
      'image', part.image, 'mediaHash', m.hash, 'mediaWidth', m.width, 'mediaHeight', m.height,
      'mediaWidths', m.widths) order by b.position, part.id)
    from ${parts} left join media m on m.hash = part.media_hash)`.as('contents'),
  ...pictureColumns,
] as const;

/** Enabled items, including those past ends_at; callers filter. Prices are those of that time. */
export function findEnabledItems(db: Db, at: Date) {
  return selectItems(db, at)
    .where('shop_items.is_enabled', '=', true)
    .orderBy('shop_items.position')
    .orderBy('shop_items.id')
    .execute();
}

export function findManagedItems(db: Db) {
  return selectManaged(db).orderBy('shop_items.position').orderBy('shop_items.id').execute();
}

export function findManagedItem(db: Db, id: number): Promise<ManagedRow | undefined> {
  return selectManaged(db).where('shop_items.id', '=', id).executeTakeFirst();
}

export function insertShopItem(db: Db, values: ItemValues): Promise<number> {
  return insertRow(db, 'shop_items', {
    ...values,
    position: sql<number>`(select coalesce(max(position), 0) + 1 from shop_items)`,
  });
}

/** Why an item cannot be a part of a bundle is up to the caller. */
export function findParts(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('shop_items')
    .select(['id', 'kind'])
    .where('id', 'in', [0, ...ids])
    .where('deleted_at', 'is', null)
    .execute();
}

export async function replaceParts(
  db: Db,
  bundleId: number,
  parts: readonly { itemId: number; count: number }[],
): Promise<void> {
  await db.deleteFrom('bundle_items').where('bundle_id', '=', bundleId).execute();
  const rows = parts.map(({ itemId, count }, at) => ({
    bundle_id: bundleId,
    item_id: itemId,
    count,
    position: at + 1,
  }));
  await db.insertInto('bundle_items').values(rows).execute();
}

/** The name of a bundle that contains the item. */
export async function findBundleOf(db: Db, itemId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('bundle_items')
    .innerJoin('shop_items', 'shop_items.id', 'bundle_items.bundle_id')
    .select('shop_items.name')
    .where('bundle_items.item_id', '=', itemId)
    .where('shop_items.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name;
}

/** False if it was saved since. With `stockSeen` sales made while the editor was open stay deducted. */
export async function updateShopItem(
  db: Db,
  at: { id: number; version: number; stockSeen: number | null | undefined },
  values: ItemValues,
): Promise<boolean> {
  const { stock } = values;
  const isRelative = typeof stock === 'number' && typeof at.stockSeen === 'number';
  const { numUpdatedRows } = await db
    .updateTable('shop_items')
    .set((row) => ({
      ...values,
      ...(isRelative && {
        stock: sql<number>`greatest(0, coalesce(stock, ${at.stockSeen!}) + ${stock - at.stockSeen!})`,
      }),
      // A new limit counts from now on.
      ...(values.total_limit && {
        sold_of_limit: sql<number>`case when total_limit is null then 0 else sold_of_limit end`,
        limit_round: sql<number>`limit_round + (total_limit is null)::integer`,
      }),
      version: row('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', at.id)
    .where('version', '=', at.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateShopItemEnabled(
  db: Db,
  id: number,
  change: Pick<ItemValues, 'is_enabled' | 'updated_by'>,
): Promise<void> {
  await db
    .updateTable('shop_items')
    .set((row) => ({
      ...change,
      updated_at: sql<Date>`now()`,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function softDeleteShopItem(db: Db, id: number): Promise<void> {
  await sql`
    update shop_items set deleted_at = now(), is_enabled = false
    where id = ${id}`.execute(db);
}

/** Items that are not in `ids` keep their order, after the others. */
export function updateShopItemPositions(db: Db, ids: readonly number[]): Promise<void> {
  return updatePositions(db, 'shop_items', ids, sql`deleted_at is null`);
}

/** For the demo content: the item of that name, if it was never edited and has no picture. */
export async function findItemWithoutPicture(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('shop_items')
    .select('id')
    .where('name', '=', name)
    .where('version', '=', 1)
    .where('media_hash', 'is', null)
    .executeTakeFirst();
  return row?.id;
}

export async function updateItemPicture(db: Db, id: number, hash: string): Promise<void> {
  await db
    .updateTable('shop_items')
    .set({ media_hash: hash })
    .where('id', '=', id)
    .where('version', '=', 1)
    .execute();
}

function selectItems(db: Db, at: Date | RawBuilder<Date> = sql<Date>`clock_timestamp()`) {
  const bestSale = sql<{ name: string | null; price: number | null; ends_at: Date | null }>`
    best_sale(shop_items, ${at})`;
  return db
    .selectFrom('shop_items')
    .leftJoin('media', 'media.hash', 'shop_items.media_hash')
    .innerJoinLateral(bestSale.as('sale'), (join) => join.onTrue())
    .select(columns)
    .where('shop_items.deleted_at', 'is', null);
}

function selectManaged(db: Db) {
  return selectItems(db)
    .leftJoin('accounts', 'accounts.id', 'shop_items.updated_by')
    .leftJoin(
      sql<{ soldId: number; sold: number; earned: number }>`(
        select shop_item_id as "soldId", sum(purchases)::bigint as sold, sum(coins)::bigint as earned
        from (
          select shop_item_id, purchases, coins from sold_items
          union all
          select shop_item_id, -1, -price from purchases where state = 'canceled' and ends_id is null
          union all
          select bundle_id, count(distinct group_id), sum(price) from purchases
          where bundle_id is not null and state <> 'canceled' group by bundle_id
        ) as sums
        group by shop_item_id
      )`.as('sales'),
      (join) => join.onRef('sales.soldId', '=', 'shop_items.id'),
    )
    .select([
      'shop_items.version',
      'shop_items.needs_step as needsStep',
      'shop_items.grant_value as value',
      'shop_items.end_value as endValue',
      'shop_items.is_one_delivery as isOneDelivery',
      sql<{ itemId: number; count: number }[] | null>`(
        select json_agg(json_build_object('itemId', part.id, 'count', b.count) order by b.position, part.id)
        from ${parts})`.as('parts'),
      'shop_items.server_ids as serverIds',
      deliveredBy.as('deliveredBy'),
      lackedBy.as('lackedBy'),
      neverConnected.as('neverConnected'),
      'shop_items.updated_at as updatedAt',
      'accounts.username as updatedBy',
      'sales.sold',
      'sales.earned',
    ]);
}

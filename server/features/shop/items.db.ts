import { sql } from 'kysely';
import type { Insertable, RawBuilder } from 'kysely';

import { pictureColumns } from '#server/db/expressions.ts';
import type { Db, Schema } from '#server/db/schema.ts';

export type ItemRow = Awaited<ReturnType<typeof findEnabledItems>>[number];
export type ManagedRow = Awaited<ReturnType<typeof findManagedItems>>[number];
export type ItemValues = Pick<
  Insertable<Schema['shop_items']>,
  | 'name'
  | 'description'
  | 'image'
  | 'media_hash'
  | 'price'
  | 'item_id'
  | 'quantity'
  | 'is_enabled'
  | 'ends_at'
  | 'stock'
  | 'player_limit'
  | 'server_ids'
  | 'updated_by'
>;

const isDeliverable = sql<boolean>`is_deliverable(shop_items.server_ids, shop_items.item_id)`;

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

const deliveredBy = serversWhere(
  sql`s.has_connected and (l.ids is null or l.ids @> shop_items.item_id)`,
);
const lackedBy = serversWhere(sql`not l.ids @> shop_items.item_id`);
const neverConnected = serversWhere(sql`not s.has_connected`);

const columns = [
  'shop_items.id',
  'shop_items.name',
  'shop_items.description',
  'shop_items.image',
  'shop_items.price',
  'shop_items.item_id as itemId',
  'shop_items.quantity',
  'shop_items.is_enabled as isEnabled',
  'shop_items.ends_at as endsAt',
  'shop_items.stock',
  'shop_items.player_limit as playerLimit',
  isDeliverable.as('deliverable'),
  ...pictureColumns,
] as const;

/** Enabled items, including those past ends_at; callers filter. */
export function findEnabledItems(db: Db) {
  return selectItems(db)
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

export async function insertShopItem(db: Db, values: ItemValues): Promise<number> {
  const { id } = await db
    .insertInto('shop_items')
    .values({
      ...values,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from shop_items)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
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
  change: { isEnabled: boolean; by: number | null },
): Promise<void> {
  await db
    .updateTable('shop_items')
    .set((row) => ({
      is_enabled: change.isEnabled,
      updated_by: change.by,
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

/** Items not in `ids` keep their relative order, after the listed ones. */
export async function updateShopItemPositions(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with wanted as (
      select id, place from unnest(${sql.val([...ids])}::bigint[]) with ordinality as t (id, place)
    ), placed as (
      select shop_items.id, row_number() over (order by wanted.place nulls last, position, shop_items.id) as place
      from shop_items left join wanted on wanted.id = shop_items.id
      where deleted_at is null
    )
    update shop_items set position = placed.place from placed
    where placed.id = shop_items.id and shop_items.position <> placed.place`.execute(db);
}

export async function incrementStock(db: Db, id: number): Promise<void> {
  await db
    .updateTable('shop_items')
    .set((row) => ({ stock: row('stock', '+', 1) }))
    .where('id', '=', id)
    .where('stock', 'is not', null)
    .execute();
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

function selectItems(db: Db) {
  return db
    .selectFrom('shop_items')
    .leftJoin('media', 'media.hash', 'shop_items.media_hash')
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
          select shop_item_id, -1, -price from purchases where state = 'canceled'
        ) as sums
        group by shop_item_id
      )`.as('sales'),
      (join) => join.onRef('sales.soldId', '=', 'shop_items.id'),
    )
    .select([
      'shop_items.version',
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

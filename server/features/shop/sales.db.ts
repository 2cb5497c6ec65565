import { sql } from 'kysely';
import type { Insertable } from 'kysely';

import { insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { SaleDraft } from '#shared/endpoints/sales.ts';

export type SaleRow = Awaited<ReturnType<typeof findSales>>[number];
export type SaleValues = Omit<
  Insertable<Schema['shop_sales']>,
  'told_at' | 'version' | 'deleted_at' | 'updated_at'
>;

/** Running and planned ones first, then those that are over, newest first. */
export function findSales(db: Db) {
  return selectSales(db)
    .orderBy(sql`shop_sales.ends_at <= now()`)
    .orderBy('shop_sales.starts_at', 'desc')
    .orderBy('shop_sales.id', 'desc')
    .execute();
}

export function findSale(db: Db, id: number): Promise<SaleRow | undefined> {
  return selectSales(db).where('shop_sales.id', '=', id).executeTakeFirst();
}

export function insertSale(db: Db, values: SaleValues): Promise<number> {
  return insertRow(db, 'shop_sales', values);
}

/** False if it was saved since. */
export async function updateSale(
  db: Db,
  { id, version }: { id: number; version: number },
  values: SaleValues,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shop_sales')
    .set((row) => ({
      ...values,
      told_at: sql<Date>`now()`,
      version: row('version', '+', 1),
      updated_at: sql<Date>`now()`,
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function softDeleteSale(db: Db, id: number): Promise<void> {
  await sql`update shop_sales set deleted_at = now() where id = ${id}`.execute(db);
}

/** Items that were deleted since are left out. */
export async function replaceSaleItems(
  db: Db,
  saleId: number,
  itemIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('shop_sale_items').where('sale_id', '=', saleId).execute();
  await sql`
    insert into shop_sale_items (sale_id, item_id)
    select ${saleId}, id from shop_items
    where id = any (${[...itemIds]}::bigint[]) and deleted_at is null`.execute(db);
}

/** The sales that began or ended since the last call. */
export async function updateToldSales(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update shop_sales set told_at = now()
    where deleted_at is null
      and (starts_at > told_at and starts_at <= now() or ends_at > told_at and ends_at <= now())`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** When prices change next. */
export async function findNextChange(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      min(starts_at) filter (where starts_at > now()), min(ends_at) filter (where ends_at > now())
    ) as at
    from shop_sales where deleted_at is null and ends_at > now()`.execute(db);
  return rows[0]?.at ?? null;
}

/** The running sale with the greatest saving, of those that the owner wants on the home page. */
export async function findSaleOnHome(db: Db) {
  const { rows } = await sql<{ name: string; endsAt: Date; upTo: number }>`
    select s.name, s.ends_at as "endsAt", max((i.price - price_in_sale(s, i)) * 100 / i.price) as "upTo"
    from shop_sales s join shop_items i on is_in_sale(s, i)
    where s.is_on_home and s.starts_at <= now() and s.ends_at > now()
      and i.is_enabled and i.deleted_at is null and (i.ends_at is null or i.ends_at > now())
      and price_in_sale(s, i) < i.price
    group by s.id order by 3 desc, s.ends_at, s.id limit 1`.execute(db);
  return rows[0];
}

type Preview = {
  itemId: number;
  name: string;
  fullPrice: number;
  price: number;
  otherName: string | null;
  otherPrice: number;
  otherStartsAt: Date;
  otherEndsAt: Date;
};

/** The prices of a sale that is not saved, and of each item the lowest price of the sales that overlap. */
export async function previewSale(
  db: Db,
  draft: SaleDraft,
  editedId: number | undefined,
): Promise<Preview[]> {
  const { rows } = await sql<Preview>`
    with draft as (
      select (jsonb_populate_record(null::shop_sales, jsonb_build_object(
        'percent', ${draft.percent}::integer, 'price', ${draft.price}::bigint))).*
    )
    select i.id as "itemId", i.name, i.price as "fullPrice",
      price_in_sale(draft::shop_sales, i) as price,
      other.name as "otherName", other.price as "otherPrice",
      other.starts_at as "otherStartsAt", other.ends_at as "otherEndsAt"
    from draft cross join shop_items i
    left join lateral (
      select s.name, price_in_sale(s, i) as price, s.starts_at, s.ends_at
      from shop_sales s
      where s.id <> ${editedId ?? 0} and is_in_sale(s, i)
        and s.starts_at < ${draft.endsAt} and s.ends_at > greatest(now(), ${draft.startsAt}::timestamptz)
      order by 2, s.id limit 1
    ) as other on true
    where i.deleted_at is null and ${isInDraft(draft)}
    order by i.position, i.id`.execute(db);
  return rows;
}

function isInDraft({ scope, categoryId, itemIds }: SaleDraft) {
  if (scope === 'all') return sql`true`;
  if (scope === 'category') return sql`i.category_id = ${categoryId}`;
  return sql`i.id = any (${itemIds}::bigint[])`;
}

function selectSales(db: Db) {
  return db
    .selectFrom('shop_sales')
    .leftJoin('accounts', 'accounts.id', 'shop_sales.updated_by')
    .select([
      'shop_sales.id',
      'shop_sales.name',
      'shop_sales.percent',
      'shop_sales.price',
      'shop_sales.scope',
      'shop_sales.category_id as categoryId',
      'shop_sales.starts_at as startsAt',
      'shop_sales.ends_at as endsAt',
      'shop_sales.is_on_home as onHome',
      'shop_sales.version',
      'accounts.username as updatedBy',
      sql<number[]>`array(
        select item_id from shop_sale_items where sale_id = shop_sales.id order by item_id)`.as(
        'itemIds',
      ),
      sql<number>`(select count(distinct coalesce(group_id, id)) from purchases
        where sale_id = shop_sales.id and state <> 'canceled')`.as('sold'),
      sql<number>`(select coalesce(sum(price), 0)::bigint from purchases
        where sale_id = shop_sales.id and state <> 'canceled')`.as('earned'),
    ])
    .where('shop_sales.deleted_at', 'is', null);
}

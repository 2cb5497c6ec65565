import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import {
  asUuid,
  isAnyOf,
  isFor,
  isInDays,
  isOfPlayer,
  pictureColumns,
  purchaseStateOf,
  selectDeliveryId,
} from '#server/db/expressions.ts';
import { prepareStatement } from '#server/db/prepared-statement.ts';
import { countRows, hasRow } from '#server/db/rows.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import type { Hint } from '#server/lib/data/live.ts';
import type { DeliveryState, PurchaseFilter } from '#shared/endpoints/shop.ts';

import { isReported } from './gifts.db.ts';

export type PurchaseParams = {
  accountId: number;
  shopItemId: number;
  key: string | null;
  /** Price, id and name as the buyer saw them; null if not sent. */
  price: number | null;
  itemId: number | null;
  name: string | null;
  /** A gift: who gets the delivery. Undefined or null: the buyer. */
  receiverId?: number | null;
};

export type BuyOutcome =
  | 'bought'
  | 'repeated'
  | 'key-reused'
  | 'frozen'
  | 'gone'
  | 'ended'
  | 'id-differs'
  | 'name-differs'
  | 'price-differs'
  | 'undeliverable'
  | 'sold-out'
  | 'needs-unmet'
  | 'too-poor'
  | 'limit-reached';

export type BuyResult = {
  outcome: BuyOutcome;
  purchaseId: number | null;
  itemName: string | null;
  price: number | null;
  balance: number;
  /** There is a stock or a total limit, which this purchase reduced. */
  isCounted: boolean;
};

/**
 * One statement and so one transaction; see server/db/functions/buy_item.sql. A key that was used
 * before violates its unique index, which rolls back the call; buy_item_carefully then returns the
 * earlier purchase. Do not call inside a transaction: the violation would abort it.
 */
export async function insertPurchase(
  db: Db,
  params: PurchaseParams,
  stockHint: Pick<Hint, 'channel' | 'payload'>,
): Promise<BuyResult> {
  try {
    return await call(buy, db, params, stockHint);
  } catch (error) {
    if (!isKeyUsed(error)) throw error;
    return call(buyCarefully, db, params, stockHint);
  }
}

/** For a caller that has a transaction, which a refusal does not abort. */
export async function insertPurchaseWithin(
  trx: Trx,
  { accountId, shopItemId, key, price, itemId, name, receiverId = null }: PurchaseParams,
): Promise<BuyResult> {
  const { rows } = await sql<BuyResult>`
    select outcome, purchase_id as "purchaseId", item_name as "itemName", price, balance,
      is_counted as "isCounted"
    from buy_item_carefully(
      ${accountId}, ${shopItemId}, ${key}, ${price}, ${itemId}, ${name}, ${receiverId}
    )`.execute(trx);
  return getResult(rows);
}

function isKeyUsed(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'purchases_key';
}

const buy = prepareBuyFunction('buy_item');
const buyCarefully = prepareBuyFunction('buy_item_carefully');

function prepareBuyFunction(name: string) {
  return prepareStatement<BuyResult>(
    name,
    `select outcome, purchase_id as "purchaseId", item_name as "itemName", price, balance,
      is_counted as "isCounted", case when outcome = 'bought' and is_counted then pg_notify($8, $9) end
    from ${name}($1, $2, $3, $4, $5, $6, $7)`,
  );
}

async function call(
  buyFunction: typeof buy,
  db: Db,
  { accountId, shopItemId, key, price, itemId, name, receiverId = null }: PurchaseParams,
  { channel, payload }: Pick<Hint, 'channel' | 'payload'>,
): Promise<BuyResult> {
  const bought = [accountId, shopItemId, key, price, itemId, name, receiverId];
  return getResult(await buyFunction(db, ...bought, channel, payload));
}

function getResult([result]: BuyResult[]): BuyResult {
  if (!result) throw new Error('The purchase returned no row.');
  return result;
}

export function hasPurchase(db: Db, accountId: number, key: string): Promise<boolean> {
  return hasRow(db, 'purchases', sql`account_id = ${accountId} and key = ${key}`);
}

export async function isWalletFrozen(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ frozen: boolean }>`
    select is_wallet_frozen(${accountId}) as frozen`.execute(db);
  return rows[0]?.frozen ?? false;
}

/** Purchases per item, for items with a per-player limit. A part of a bundle counts for the bundle. */
export async function countLimitedPurchases(db: Db, accountId: number) {
  const { rows } = await sql<{ id: number; count: number }>`
    select item.id, count(distinct coalesce(group_id, purchases.id)) as count
    from purchases join shop_items as item on item.id = coalesce(bundle_id, shop_item_id)
    where account_id = ${accountId} and state <> 'canceled' and purchases.price > 0
      and item.player_limit is not null and item.deleted_at is null
    group by item.id`.execute(db);
  return rows;
}

/** The newest purchase of each item that the player has not received. */
export async function findWaitingPurchases(db: Db, accountId: number) {
  const { rows } = await sql<{ id: number; state: DeliveryState }>`
    select distinct on (coalesce(bundle_id, shop_item_id)) coalesce(bundle_id, shop_item_id) as id, state
    from purchases
    where ${isFor(accountId)} and state in ('queued', 'claimed', 'attention')
      and shop_item_id is not null and ends_id is null
    order by coalesce(bundle_id, shop_item_id), purchases.id desc`.execute(db);
  return rows;
}

/** False if there is no such item for sale. */
export async function setPinnedItem(
  db: Db,
  accountId: number,
  itemId: number | null,
): Promise<boolean> {
  if (itemId === null) {
    await db.deleteFrom('pinned_items').where('account_id', '=', accountId).execute();
    return true;
  }
  const { numAffectedRows } = await sql`
    insert into pinned_items (account_id, shop_item_id)
    select ${accountId}, id from shop_items where id = ${itemId} and is_enabled and deleted_at is null
    on conflict (account_id) do update set shop_item_id = excluded.shop_item_id`.execute(db);
  return Number(numAffectedRows) > 0;
}

export type LockedItem = { id: number; level: number | null; rank: string | null };

/** Items for sale whose requirements the player does not meet. */
export async function findLockedItems(db: Db, accountId: number) {
  const { rows } = await sql<LockedItem>`
    select shop_items.id, needs_level as level, supporter_steps.name as rank from shop_items
    left join supporter_steps on supporter_steps.id = needs_step
    where is_enabled and deleted_at is null and coalesce(needs_level, needs_step) is not null
      and not meets_needs(${accountId}, shop_items)
    order by 1`.execute(db);
  return rows;
}

/** The best percentage off the player's next purchase. */
export function findDiscount(db: Db, accountId: number) {
  return db
    .selectFrom('shop_discounts')
    .select(['percent', 'label'])
    .where('account_id', '=', accountId)
    .where('purchase_id', 'is', null)
    .where((row) =>
      row.or([row('expires_at', 'is', null), row('expires_at', '>', sql<Date>`now()`)]),
    )
    .orderBy('percent', 'desc')
    .orderBy('expires_at')
    .orderBy('id')
    .executeTakeFirst();
}

type Window = { limit: number; offset: number };

export type OwnRow = Awaited<ReturnType<typeof findPurchasesOf>>[number];

export function findPurchasesOf(db: Db, accountId: number, window: Window) {
  return db
    .selectFrom('purchases')
    .leftJoin('shop_items', 'shop_items.id', 'purchases.shop_item_id')
    .leftJoin('media', 'media.hash', 'shop_items.media_hash')
    .leftJoin('accounts as other', (join) => join.on('other.id', '=', otherPlayer(accountId)))
    .leftJoin('gift_notes', 'gift_notes.purchase_id', 'purchases.id')
    .select([
      'purchases.id',
      'purchases.item_name as itemName',
      'purchases.quantity',
      sql<number>`case when receiver_id = ${accountId} then 0 else purchases.price end`.as('price'),
      sql<boolean>`receiver_id is not distinct from ${accountId}`.as('isToMe'),
      'other.username as otherPlayer',
      'gift_notes.note',
      sql<boolean>`gift_notes.reported_at is not null`.as('isReported'),
      'purchases.created_at as createdAt',
      purchaseStateOf('purchases').as('state'),
      'purchases.state as deliveryState',
      'shop_items.image',
      ...pictureColumns,
    ])
    .where(isBoughtByOrFor(accountId))
    .where('purchases.ends_id', 'is', null)
    .orderBy('purchases.id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
}

/** The other player of a gift: the giver, or the receiver if the reader gave it. */
function otherPlayer(accountId: number) {
  return sql<number>`case when receiver_id = ${accountId} then account_id else receiver_id end`;
}

function isBoughtByOrFor(accountId: number) {
  return sql<boolean>`(purchases.account_id = ${accountId} or purchases.receiver_id = ${accountId})`;
}

export function countPurchasesOf(db: Db, accountId: number): Promise<number> {
  return countRows(db, 'purchases', sql`${isBoughtByOrFor(accountId)} and ends_id is null`);
}

type DeliveryStep = DeliveryState | 'failed';

/** All delivery events, starting with the purchase itself as `queued`. */
export async function findDeliveryEvents(db: Db, purchaseIds: readonly number[]) {
  if (purchaseIds.length === 0) return [];
  return db
    .selectFrom('purchases')
    .select([
      'id as purchaseId',
      sql<DeliveryStep>`'queued'`.as('state'),
      'created_at as at',
      sql<number>`0::bigint`.as('step'),
    ])
    .where('id', 'in', purchaseIds)
    .unionAll(
      db
        .selectFrom('delivery_events')
        .select(['purchase_id as purchaseId', 'state', 'at', 'id as step'])
        .where('purchase_id', 'in', purchaseIds),
    )
    .orderBy('step')
    .execute();
}

/** `ids`: only these purchases. */
export type LogFilter = PurchaseFilter & { ids?: string[] | undefined };

export type LoggedRow = Awaited<ReturnType<typeof findPurchases>>[number];

/** Newest first, before that id. `atMost` is for a filter that matches few: its index finds all of them. */
export async function findPurchases(
  db: Db,
  filter: LogFilter,
  window: Window & { before?: number; atMost?: number | undefined },
) {
  const { before, atMost, limit, offset } = window;
  const matching = await selectMatching(db, filter);
  const found = matching
    .select('purchases.id')
    .$if(before !== undefined, (query) => query.where('purchases.id', '<', before!));
  // The ids first: rows that the offset skips are then read from an index only.
  const ids = db
    .selectFrom(
      atMost === undefined
        ? found.orderBy('purchases.id', 'desc').limit(limit).offset(offset).as('found')
        : found.limit(atMost).as('found'),
    )
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .$if(atMost !== undefined, (query) => query.offset(offset));
  return selectLogged(db)
    .where(isAnyOf('purchases.id', ids))
    .orderBy('purchases.id', 'desc')
    .execute();
}

export function findPurchase(db: Db, id: number) {
  return selectLogged(db)
    .select(['purchases.account_id as accountId'])
    .where('purchases.id', '=', id)
    .executeTakeFirst();
}

/** Reads at most `limit` of the matching purchases, so `total` may be too low. */
export async function sumPurchases(db: Db, filter: LogFilter, limit: number | null) {
  const matching = await selectMatching(db, filter);
  return db
    .selectFrom(
      matching
        .select(['purchases.account_id', 'purchases.price', 'purchases.state'])
        .limit(sql<number>`${limit}`)
        .as('matching'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(price) filter (where state <> 'canceled'), 0)::bigint`.as('spent'),
      sql<number>`coalesce(sum(price) filter (where state = 'canceled'), 0)::bigint`.as('refunded'),
      sql<number>`count(distinct account_id)`.as('players'),
      sql<number>`count(*) filter (where state in ('queued', 'claimed', 'attention'))`.as(
        'waiting',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** The parts of a bundle, in order. */
export async function findGroup(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select part.id from purchases as one join purchases as part
      on part.account_id = one.account_id and part.id >= one.group_id and part.group_id = one.group_id
    where one.id = ${id} order by part.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Undoes what the purchase took of stocks and total limits. */
export async function giveBackStock(db: Db, id: number): Promise<void> {
  await sql`select give_back_stock(purchases) from purchases where id = ${id}`.execute(db);
}

/** Every change of a player's coins locks the wallet first. A buyer always has a wallet row. */
export async function lockWallet(db: Db, accountId: number): Promise<void> {
  await sql`select from wallets where account_id = ${accountId} for no key update`.execute(db);
}

function selectLogged(db: Db) {
  return db
    .selectFrom('purchases')
    .innerJoin('accounts', 'accounts.id', 'purchases.account_id')
    .leftJoin('accounts as receiver', 'receiver.id', 'purchases.receiver_id')
    .leftJoin('shop_items as bundle', 'bundle.id', 'purchases.bundle_id')
    .leftJoin('gift_notes', 'gift_notes.purchase_id', 'purchases.id')
    .select([
      'purchases.id',
      'accounts.username',
      'purchases.item_name as itemName',
      'purchases.item_id as itemId',
      'purchases.quantity',
      'purchases.price',
      'purchases.created_at as createdAt',
      purchaseStateOf('purchases').as('state'),
      'purchases.canceled_at as refundedAt',
      selectDeliveryId('purchases'),
      'purchases.state as deliveryState',
      'purchases.failures',
      'purchases.last_failure as lastFailure',
      'purchases.kind',
      'purchases.full_price as fullPrice',
      'bundle.name as bundle',
      'receiver.username as receiver',
      'gift_notes.note',
      isReported.as('isReported'),
      sql<boolean>`purchases.ends_id is not null`.as('isEnd'),
      sql<boolean>`can_end(purchases)`.as('canEnd'),
    ]);
}

/** Asks once per item, which may have many purchases. One with a server was claimed before and may have arrived. */
const undeliverableItems = sql`
  select waiting.* from (
    select shop_item_id, item_id, kind, min(item_name) as item_name, count(*) as purchases
    from purchases where state = 'queued' and server_id is null
    group by shop_item_id, item_id, kind
  ) as waiting
  left join shop_items on shop_items.id = waiting.shop_item_id
  where not is_deliverable(shop_items.server_ids, waiting.item_id, waiting.kind)`;

/** Most purchases first. */
export async function findUndeliverableItems(db: Db) {
  const { rows } = await sql<{ name: string; purchases: number }>`
    select item_name as name, purchases from (${undeliverableItems}) as waiting
    order by purchases desc, item_name`.execute(db);
  return rows;
}

async function selectMatching(db: Db, filter: LogFilter) {
  const { player, username, item, delivery, undeliverable, state, from, until, ids } = filter;
  const conditions: RawBuilder<unknown>[] = [isCreatedIn(from, until)];
  if (ids) conditions.push(sql`purchases.id = any (${ids}::bigint[])`);
  if (filter.id) conditions.push(hasId(filter.id));
  if (player || username) conditions.push(isOfPlayer('purchases.account_id', filter));
  if (item) {
    // Asked for before, because PostgreSQL uses the index only if it knows how many ids there are.
    const ids = await findSoldIds(db, item);
    conditions.push(
      sql`purchases.shop_item_id = any (${ids}::bigint[])`,
      isItem('purchases', item),
    );
  }
  if (delivery) conditions.push(sql`purchases.state = ${delivery}`);
  if (undeliverable) {
    conditions.push(sql`purchases.state = 'queued' and purchases.server_id is null
      and (coalesce(purchases.shop_item_id, 0), purchases.item_id, purchases.kind) in (
        select coalesce(shop_item_id, 0), item_id, kind from (${undeliverableItems}) as waiting)`);
  }
  if (filter.reported) {
    conditions.push(sql`purchases.id in (select purchase_id from gift_notes where ${isReported})`);
  }
  if (state === 'refunded') conditions.push(sql`purchases.state = 'canceled'`);
  if (state === 'bought') conditions.push(sql`purchases.state <> 'canceled'`);
  return db.selectFrom('purchases').where(sql<boolean>`${sql.join(conditions, sql` and `)}`);
}

/** There is no index on created_at. The ids are limited to those that purchases of these days can have. */
export function isCreatedIn(from: string | undefined, until: string | undefined) {
  const conditions: RawBuilder<unknown>[] = [isInDays('purchases.created_at', from, until)];
  if (from) conditions.push(isIdFrom(from));
  if (until) conditions.push(isIdUntil(until));
  return sql`${sql.join(conditions, sql` and `)}`;
}

function isIdFrom(from: string) {
  return sql`purchases.id >= (select least(min(first_purchase_id), first_open_purchase_id())
    from ledger_days where day >= ${from}::date at time zone 'UTC')`;
}

function isIdUntil(until: string) {
  const day = sql`${until}::date at time zone 'UTC'`;
  return sql`purchases.id <= (
    select case when max(day) >= ${day} then max(last_purchase_id) filter (where day <= ${day})
      else ${maxId}::bigint end
    from ledger_days)`;
}

const maxId = '9223372036854775807';

/** Items that were sold under a name that contains the text, which may be an earlier one, or with that id. */
async function findSoldIds(db: Db, item: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct shop_item_id as id from sold_items where ${isItem('sold_items', item)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

function isItem(table: string, item: string) {
  return sql<boolean>`(strpos(lower(${sql.ref(`${table}.item_name`)}), lower(${item})) > 0
    or ${sql.ref(`${table}.item_id`)}::text = ${item})`;
}

function hasId(id: string): RawBuilder<unknown> {
  if (/^\d{1,15}$/.test(id)) return sql`purchases.id = ${id}::bigint`;
  return sql`purchases.id = purchase_id_of(${asUuid(id)})`;
}

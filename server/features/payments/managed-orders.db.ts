import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';

import { asUuid, isAnyOf, isInDays, isOfPlayer } from '#server/db/expressions.ts';
import type { Db } from '#server/db/schema.ts';
import type { OrderFilter, OrderTotals } from '#shared/endpoints/payments.ts';

import { orderColumns } from './orders.db.ts';
import type { OrderRow, Page } from './orders.db.ts';

export type ManagedRow = Awaited<ReturnType<typeof findManagedOrders>>[number];

/** `ids`: only these top-ups. */
export type LogFilter = OrderFilter & { ids?: string[] | undefined };

export function findManagedOrders(db: Db, filter: LogFilter, page: Page) {
  // The ids first: rows that the offset skips are then read from an index only.
  const ids = selectMatching(db, filter)
    .select('order.id')
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id')
    .limit(page.limit)
    .offset(page.offset);
  return selectManaged(db)
    .where(isAnyOf('order.id', ids))
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id')
    .execute();
}

export function findManagedOrder(db: Db, id: string) {
  return selectManaged(db).where('order.id', '=', id).executeTakeFirst();
}

type OrderSums = Omit<OrderTotals, 'money'> & { total: number };

/** Reads at most `limit` of the matching orders, so `total` may be too low. */
export function sumOrders(db: Db, filter: OrderFilter, limit: number | null): Promise<OrderSums> {
  return db
    .selectFrom(
      selectMatching(db, filter)
        .select(['order.account_id', 'order.state', 'order.coins', 'order.bonus', 'order.clawed'])
        .limit(sql<number>`${limit}`)
        .as('matching'),
    )
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) ${isPaid}`.as('paid'),
      sql<number>`coalesce(sum(coins + bonus) ${isPaid}, 0)::bigint`.as('coins'),
      sql<number>`coalesce(sum(clawed), 0)::bigint`.as('clawed'),
      sql<number>`count(distinct account_id) ${isPaid}`.as('players'),
    ])
    .executeTakeFirstOrThrow();
}

/** One row per currency with money in it. `current` is always there, and first. */
export async function sumMoney(
  db: Db,
  filter: OrderFilter,
  current: string,
): Promise<OrderTotals['money']> {
  const rows = await selectMatching(db, filter)
    .select([
      'order.currency',
      sql<number>`coalesce(sum(amount) ${isPaid}, 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum(refunded), 0)::bigint`.as('refunded'),
      sql<number>`coalesce(sum(disputed), 0)::bigint`.as('disputed'),
    ])
    .groupBy('order.currency')
    .orderBy('order.currency')
    .execute();
  const none = { currency: current, amount: 0, refunded: 0, disputed: 0 };
  const others = rows.filter(
    ({ currency, amount, refunded, disputed }) =>
      currency !== current && amount + refunded + disputed > 0,
  );
  return [rows.find(({ currency }) => currency === current) ?? none, ...others];
}

const isPaid = sql`filter (where state = 'paid')`;

function selectMatching(db: Db, filter: LogFilter) {
  const { player, username, state, mode, attention, from, until, ids } = filter;
  let query = db.selectFrom('orders as order').where(isInDays('order.created_at', from, until));
  if (player || username) query = query.where(isOfPlayer('order.account_id', filter));
  if (ids) query = query.where('order.id', 'in', ids);
  if (filter.id) query = query.where(hasId(filter.id));
  if (state) query = query.where('order.state', '=', state);
  if (mode) query = query.where('order.mode', '=', mode as OrderRow['mode']);
  if (attention === 'true') {
    query = query.where((eb) =>
      eb.or([eb('order.review_reason', 'is not', null), eb('order.dispute', '=', 'open')]),
    );
  }
  return query;
}

function hasId(id: string): RawBuilder<SqlBool> {
  return sql`("order".id = ${asUuid(id)} or "order".payment_id = ${id} or "order".session_id = ${id})`;
}

export type Attention = { reviews: number; disputes: number; unknown: number };

export async function findAttention(db: Db): Promise<Attention> {
  const { rows } = await sql<Attention>`
    select
      count(*) filter (where review_reason is not null) as reviews,
      count(*) filter (where dispute = 'open') as disputes,
      (select count(*) from unknown_payments where handled_at is null) as "unknown"
    from orders
    where review_reason is not null or dispute = 'open'`.execute(db);
  return rows[0] ?? { reviews: 0, disputes: 0, unknown: 0 };
}

function selectManaged(db: Db) {
  return db
    .selectFrom('orders as order')
    .innerJoin('accounts', 'accounts.id', 'order.account_id')
    .select([...orderColumns, 'accounts.username']);
}

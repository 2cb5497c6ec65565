import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';

import { isInDays } from '#server/db/expressions.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { OrderFilter, OrderTotals } from '#shared/payments.ts';
import { toUsernameKey } from '#shared/usernames.ts';

import { orderColumns } from './orders.db.ts';
import type { OrderRow, Page } from './orders.db.ts';

export type ManagedRow = Awaited<ReturnType<typeof findManagedOrders>>[number];

export function findManagedOrders(db: Db, filter: OrderFilter, page: Page) {
  return filterOrders(selectManaged(db), filter)
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export function findManagedOrder(db: Db, id: string) {
  return selectManaged(db).where('order.id', '=', id).executeTakeFirst();
}

type OrderSums = Omit<OrderTotals, 'money'> & { total: number };

export function sumOrders(db: Db, filter: OrderFilter): Promise<OrderSums> {
  return selectFiltered(db, filter)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) ${isPaid}`.as('paid'),
      sql<number>`coalesce(sum("order".coins) ${isPaid}, 0)::bigint`.as('coins'),
      sql<number>`coalesce(sum("order".clawed), 0)::bigint`.as('clawed'),
      sql<number>`count(distinct "order".account_id) ${isPaid}`.as('players'),
    ])
    .executeTakeFirstOrThrow();
}

/** One row per currency with money in it. `current` is always there, and first. */
export async function sumMoney(
  db: Db,
  filter: OrderFilter,
  current: string,
): Promise<OrderTotals['money']> {
  const rows = await selectFiltered(db, filter)
    .select([
      'order.currency',
      sql<number>`coalesce(sum("order".amount) ${isPaid}, 0)::bigint`.as('amount'),
      sql<number>`coalesce(sum("order".refunded), 0)::bigint`.as('refunded'),
      sql<number>`coalesce(sum("order".disputed), 0)::bigint`.as('disputed'),
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

const isPaid = sql`filter (where "order".state = 'paid')`;

function selectFiltered(db: Db, filter: OrderFilter) {
  return filterOrders(
    db.selectFrom('orders as order').innerJoin('accounts', 'accounts.id', 'order.account_id'),
    filter,
  );
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

type OrderQuery<Output> = SelectQueryBuilder<
  Schema & { order: Schema['orders'] },
  'order' | 'accounts',
  Output
>;

function filterOrders<Output>(query: OrderQuery<Output>, filter: OrderFilter): OrderQuery<Output> {
  let filtered = query;
  if (filter.player) {
    const part = filter.player.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);
    filtered = filtered.where('accounts.username_key', 'like', `%${part}%`);
  }
  if (filter.username) {
    const key = toUsernameKey(filter.username);
    filtered = filtered.where('accounts.username_key', '=', key);
  }
  if (filter.state) filtered = filtered.where('order.state', '=', filter.state);
  if (filter.mode) filtered = filtered.where('order.mode', '=', filter.mode as OrderRow['mode']);
  if (filter.attention === 'true') {
    filtered = filtered.where((eb) =>
      eb.or([eb('order.review_reason', 'is not', null), eb('order.dispute', '=', 'open')]),
    );
  }
  return filtered.where(isInDays('order.created_at', filter.from, filter.until));
}

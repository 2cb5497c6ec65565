import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { countRows } from '#server/db/rows.ts';
import type { Db, Schema, Trx } from '#server/db/schema.ts';

export const orderColumns = [
  'order.id',
  'order.account_id as accountId',
  'order.state',
  'order.coins',
  'order.bonus',
  'order.buy_item_id as buyItemId',
  'order.buy_price as buyPrice',
  'order.buy_outcome as buyOutcome',
  sql<string | null>`(select name from shop_items where id = "order".buy_item_id)`.as(
    'buyItemName',
  ),
  'order.amount',
  'order.currency',
  'order.mode',
  'order.key',
  'order.expires_at as expiresAt',
  'order.origin',
  'order.session_id as sessionId',
  'order.checkout_url as checkoutUrl',
  'order.payment_id as paymentId',
  'order.refunded',
  'order.disputed',
  'order.dispute',
  'order.version',
  'order.clawed',
  'order.clawbacks',
  'order.losses_due as lossesDue',
  'order.review_reason as reviewReason',
  'order.end_reason as endReason',
  'order.canceled_at as canceledAt',
  'order.consent_version as consentVersion',
  'order.consent_at as consentAt',
  'order.consent_terms as consentTerms',
  'order.created_at as createdAt',
  'order.paid_at as paidAt',
] as const;

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
export type NewOrder = Insertable<Schema['orders']>;

function selectOrders(db: Db) {
  return db.selectFrom('orders as order').select(orderColumns);
}

export function findOrder(db: Db, id: string) {
  return selectOrders(db).where('order.id', '=', id).executeTakeFirst();
}

export function findOrderByKey(db: Db, accountId: number, key: string) {
  return selectOrders(db)
    .where('order.account_id', '=', accountId)
    .where('order.key', '=', key)
    .executeTakeFirst();
}

export function findOrderByCheckoutSession(db: Db, sessionId: string) {
  return selectOrders(db).where('order.session_id', '=', sessionId).executeTakeFirst();
}

export function findOrderByPayment(db: Db, paymentId: string) {
  return selectOrders(db).where('order.payment_id', '=', paymentId).executeTakeFirst();
}

/** Always lock the order before the wallet; the other way round could deadlock. */
export function lockOrder(trx: Trx, id: string) {
  return selectOrders(trx).where('order.id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function insertOrder(db: Db, order: NewOrder): Promise<OrderRow> {
  const { id } = await db
    .insertInto('orders')
    .values(order)
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await findOrder(db, id);
  if (!row) throw new Error('The order was not found after inserting it.');
  return row;
}

export async function updateOrder(
  db: Db,
  id: string,
  change: Updateable<Schema['orders']>,
): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', id).execute();
}

/**
 * The session may already have been paid; then the order keeps its state. An order that is `failed`
 * without a session becomes pending: another attempt to open this checkout failed in the meantime.
 */
export async function updateOrderCheckout(
  db: Db,
  id: string,
  checkoutSession: { id: string; url: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      session_id: checkoutSession.id,
      checkout_url: checkoutSession.url,
      state: sql`case
        when state = 'created' or (state = 'failed' and session_id is null) then 'pending'
        else state end`,
      // The reason that an attempt without a session left.
      end_reason: sql`case when state = 'failed' and session_id is null then null else end_reason end`,
    })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('session_id', 'is', null), eb('session_id', '=', checkoutSession.id)]))
    .execute();
}

/** Fails an order whose checkout could not be opened, unless another attempt has opened it. */
export async function failUnopenedOrder(db: Db, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ state: 'failed', end_reason: 'The checkout could not be opened.' })
    .where('id', '=', id)
    .where('state', '=', 'created')
    .where('session_id', 'is', null)
    .execute();
}

/** Serializes a player's top-ups, so that two at once cannot both pass the limits. */
export async function lockAccount(trx: Trx, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(trx);
}

export type TopUpUse = { open: number; today: number; month: number; isDisputed: boolean };

/**
 * Payments and checkouts that may still be paid count against the limits. A `pending` order counts until
 * the provider reports its end, because a payment may be on its way. The sums are those of one currency.
 */
export async function findTopUpUse(db: Db, accountId: number, currency: string): Promise<TopUpUse> {
  const { rows } = await sql<TopUpUse>`
    select
      count(*) filter (
        where state in ('created', 'pending') and created_at > now() - interval '1 hour'
      ) as open,
      coalesce(sum(amount) filter (
        where state not in ('failed', 'expired') and currency = ${currency}
          and created_at > now() - interval '1 day'
      ), 0)::bigint as today,
      coalesce(sum(amount) filter (
        where state not in ('failed', 'expired') and currency = ${currency}
          and created_at > now() - interval '30 days'
      ), 0)::bigint as month,
      coalesce(bool_or(dispute = 'open'), false) as "isDisputed"
    from orders
    where account_id = ${accountId}
      and (created_at > now() - interval '30 days' or dispute = 'open')`.execute(db);
  return rows[0] ?? { open: 0, today: 0, month: 0, isDisputed: false };
}

/** Does nothing if the order has a payment or the payment has an order: that must not fail the caller. */
export async function claimPayment(trx: Trx, id: string, paymentId: string): Promise<void> {
  await sql`
    update orders set payment_id = ${paymentId}
    where id = ${id} and payment_id is null
      and not exists (select from orders where payment_id = ${paymentId})`.execute(trx);
}

export async function replacePayment(trx: Trx, id: string, paymentId: string): Promise<void> {
  await sql`
    update orders set payment_id = ${paymentId}
    where id = ${id} and not exists (select from orders where payment_id = ${paymentId})`.execute(
    trx,
  );
}

/** Increments the version too, so that losses read before now are not written. */
export async function markLossesDue(db: Db, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set((eb) => ({ losses_due: true, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Orders marked as due, and once a day all paid in the last 120 days. `losses_at` lets the next run continue. */
export function findOrdersToCompare(db: Db, mode: string, limit: number) {
  return db
    .selectFrom('orders as order')
    .select(['order.id', 'order.payment_id as paymentId'])
    .where('order.mode', '=', mode as OrderRow['mode'])
    .where('order.payment_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('order.losses_due', '=', true),
        eb.and([
          eb('order.state', '=', 'paid'),
          eb('order.paid_at', '>', sql<Date>`now() - interval '120 days'`),
          sql<boolean>`coalesce("order".losses_at, "order".paid_at) < now() - interval '23 hours'`,
        ]),
      ]),
    )
    .orderBy('order.losses_due', 'desc')
    .orderBy('order.losses_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
}

/** Orders old enough that their webhooks should have arrived, least recently checked first. */
export function findUnsettledOrders(db: Db, mode: string, minutes: number) {
  return selectOrders(db)
    .where('order.state', 'in', ['pending', 'processing'])
    .where('order.mode', '=', mode as OrderRow['mode'])
    .where('order.created_at', '<', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .orderBy('order.checked_at', (order) => order.asc().nullsFirst())
    .limit(200)
    .execute();
}

/** Expires orders that no event will end: those without a checkout, and those of another payment mode. */
export async function expireOrphanedOrders(db: Db, mode: string): Promise<void> {
  await sql`
    update orders set state = 'expired', end_reason = 'The checkout could not be opened.'
    where state = 'created' and expires_at < now() - interval '10 minutes'`.execute(db);
  await db
    .updateTable('orders')
    .set({ state: 'expired', end_reason: `The site now takes payments in mode ${mode}.` })
    .where('state', '=', 'pending')
    .where('mode', '!=', mode as OrderRow['mode'])
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

export async function findOldestOrder(db: Db, mode: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('created_at as createdAt')
    .where('mode', '=', mode as OrderRow['mode'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
}

/** Does nothing if the order has ended, or was canceled before. */
export async function markCanceled(db: Db, id: string): Promise<void> {
  await sql`
    update orders set canceled_at = now()
    where id = ${id} and state = 'pending' and canceled_at is null`.execute(db);
}

/** Not shown to the buyer: a checkout that was never paid, a day after it was opened. */
const isForgotten = sql<boolean>`
  (state in ('created', 'pending', 'expired') and created_at < now() - interval '1 day')`;

export function findOrdersOf(db: Db, accountId: number, page: Page) {
  return selectOrders(db)
    .where('order.account_id', '=', accountId)
    .where((eb) => eb.not(isForgotten))
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export function countOrdersOf(db: Db, accountId: number): Promise<number> {
  return countRows(db, 'orders', sql`account_id = ${accountId} and not ${isForgotten}`);
}

export type Page = { limit: number; offset: number };

import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import { streamCsv } from '#server/lib/files/csv.ts';
import type { CsvColumns } from '#server/lib/files/csv.ts';
import { countUpTo, pagingOf, rowsOf } from '#server/lib/requests/paging.ts';
import type {
  ManagedOrder,
  Order,
  OrderFilter,
  UnknownPayment,
} from '#shared/endpoints/payments.ts';
import { AppError } from '#shared/errors.ts';
import type { CountedPageQuery } from '#shared/schemas.ts';

import { toOrderId } from './losses.service.ts';
import * as managed from './managed-orders.db.ts';
import type { Attention, LogFilter, ManagedRow } from './managed-orders.db.ts';
import * as queries from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';
import { paymentSettings } from './payments.settings.ts';
import { listUnknownPayments } from './unknown-payments.service.ts';

const pageSize = 25;
const perChunk = 1000;

/** Takes the order's or the checkout session's id. Other players get the same answer as for an unknown id. */
export async function getOrder(db: Db, accountId: number, id: string): Promise<Order> {
  const orderId = toOrderId(id.toLowerCase());
  const order = await (orderId
    ? queries.findOrder(db, orderId)
    : queries.findOrderByCheckoutSession(db, id));
  if (order?.accountId !== accountId) throw notFound();
  return toOrder(order);
}

export async function listOrders(db: Db, accountId: number, page: number) {
  const total = await queries.countOrdersOf(db, accountId);
  const orders = await queries.findOrdersOf(db, accountId, rowsOf(page, pageSize));
  return { orders: orders.map(toOrder), ...pagingOf(page, pageSize, total) };
}

export async function listManagedOrders(
  deps: Pick<Deps, 'db' | 'live'>,
  { page, totals, ...filter }: OrderFilter & CountedPageQuery,
) {
  const { db } = deps;
  const { paging, sums } = await countUpTo({ page, totals }, pageSize, (limit) =>
    managed.sumOrders(db, filter, limit),
  );
  const { currency } = await getSetting(deps, paymentSettings.topUp);
  const orders = await managed.findManagedOrders(db, filter, rowsOf(page, pageSize));
  return {
    orders: orders.map(toManagedOrder),
    ...paging,
    totals: sums && { ...sums, money: await managed.sumMoney(db, filter, currency) },
    attention: await managed.findAttention(db),
    unknown: await listUnknownPayments(db),
  };
}

export function streamOrdersCsv(
  { db }: Pick<Deps, 'db'>,
  filter: LogFilter,
): AsyncGenerator<string> {
  return streamCsv(csvColumns, async (_last, offset) => {
    const rows = await managed.findManagedOrders(db, filter, { limit: perChunk, offset });
    return rows.map(toManagedOrder);
  });
}

const csvColumns: CsvColumns<ManagedOrder> = {
  Order: ({ id }) => id,
  Player: ({ username }) => username,
  State: ({ state }) => state,
  Mode: ({ mode }) => mode,
  Created: ({ createdAt }) => createdAt,
  Paid: ({ paidAt }) => paidAt,
  Coins: ({ coins }) => coins,
  Amount: ({ amount }) => toDecimal(amount),
  Currency: ({ currency }) => currency,
  Refunded: ({ refunded }) => toDecimal(refunded),
  Disputed: ({ disputed }) => toDecimal(disputed),
  Dispute: ({ dispute }) => dispute,
  'Taken back': ({ clawed }) => clawed,
  Review: ({ reviewReason }) => reviewReason,
  Payment: ({ paymentId }) => paymentId,
  Bonus: ({ bonus }) => bonus ?? 0,
};

function toDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Reviews, open disputes and payments without an order, for the dashboard. */
export async function findPaymentAttention(
  db: Db,
): Promise<Attention & { unknownPayments: UnknownPayment[] }> {
  return { ...(await managed.findAttention(db)), unknownPayments: await listUnknownPayments(db) };
}

export async function getManagedOrder(db: Db, id: string): Promise<ManagedOrder> {
  const order = await managed.findManagedOrder(db, id);
  if (!order) throw notFound();
  return toManagedOrder(order);
}

/** By its own id, or that of its payment or checkout session, for the command palette. */
export async function findManagedOrderById(db: Db, id: string): Promise<ManagedOrder | undefined> {
  const [row] = await managed.findManagedOrders(db, { id }, { limit: 1, offset: 0 });
  return row && toManagedOrder(row);
}

/** Ends the review. An order that was never credited becomes failed. */
export async function resolveOrder(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  { id, note }: { id: string; note: string },
): Promise<ManagedOrder> {
  return change(deps, actor, [], async (trx, audit) => {
    const order = await queries.lockOrder(trx, id);
    if (!order) throw notFound();
    if (order.reviewReason === null) return getManagedOrder(trx, id);
    const state = order.state === 'review' ? 'failed' : order.state;
    await queries.updateOrder(trx, id, { state, review_reason: null });
    audit('payments/review-closed', id, {
      before: { state: order.state, reason: order.reviewReason },
      after: { state, note },
    });
    await deps.live.publish(trx, { topic: 'me', accountId: order.accountId, data: { order: id } });
    return getManagedOrder(trx, id);
  });
}

export function notFound(): AppError {
  return new AppError('payments/not-found', 'This order does not exist.');
}

export function toOrder(row: OrderRow): Order {
  const isOpen =
    row.state === 'pending' && row.canceledAt === null && row.expiresAt.getTime() > Date.now();
  const { bonus, buyItemName: itemName, buyPrice: price, buyOutcome: outcome } = row;
  return {
    ...withIsoDates(row),
    bonus: bonus || undefined,
    thenBuy: itemName === null || price === null ? undefined : { itemName, price, outcome },
    url: isOpen ? row.checkoutUrl : null,
  };
}

function toManagedOrder(row: ManagedRow): ManagedOrder {
  return { ...withIsoDates(row), ...toOrder(row), refundable: countRefundable(row) };
}

/** Disputed money cannot be refunded. */
export function countRefundable(row: OrderRow): number {
  if (row.paymentId === null || (row.state !== 'paid' && row.state !== 'review')) return 0;
  return Math.max(0, row.amount - row.refunded - row.disputed);
}

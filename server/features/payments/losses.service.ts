import { setTimeout as wait } from 'node:timers/promises';

import type { Stripe } from 'stripe';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import { findOrder, findOrderByPayment } from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';
import { callProvider, isMissing } from './provider-errors.ts';
import { settleLosses } from './settle.service.ts';
import type { Losses } from './settle.service.ts';

/**
 * Refunds and disputes. An event is only a hint: all refunds and disputes of the payment are fetched again
 * and written only if the order's version has not changed since before the fetch; otherwise they are
 * fetched again. So a newer state is never overwritten by an older one. No lock is held during the fetch:
 * it can take seconds, and the embedded database has one connection.
 */
type LossDeps = Pick<Deps, 'db' | 'live' | 'payments'>;

const maxAttempts = 10;

type TransactionSteps = {
  /** Runs first in the transaction. If it returns false, everything has been done already. */
  begin?: (trx: Trx) => Promise<boolean>;
  finish?: (trx: Trx) => Promise<void>;
};

export async function syncLosses(
  deps: LossDeps,
  { orderId, paymentId }: { orderId: string; paymentId: string },
  { begin, finish }: TransactionSteps = {},
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const order = await findOrder(deps.db, orderId);
    if (!order) throw new Error(`Order ${orderId} does not exist.`);
    const losses = await fetchLosses(deps, order, paymentId);
    const { version } = order;
    const isDone = await transaction(deps.db, async (trx) => {
      if (begin && !(await begin(trx))) return true;
      if (!(await settleLosses(deps, trx, { orderId, version, paymentId, losses }))) throw outdated;
      await finish?.(trx);
      return true;
    }).catch((error: unknown) => {
      if (error === outdated) return false;
      throw error;
    });
    if (isDone) return;
    await wait(Math.random() * 20 * attempt);
  }
  throw new Error(`The refunds and disputes of order ${orderId} kept changing.`);
}

/** Thrown to roll back the transaction. */
const outdated = new Error('The order has changed.');

/** unknown: the payment names an order of this site that is not in the database. */
export type PaymentOwner =
  | { kind: 'order'; orderId: string }
  | { kind: 'unknown'; orderId: string; payment: Stripe.PaymentIntent }
  | { kind: 'foreign' };

export async function findPaymentOwner(
  deps: Pick<Deps, 'db' | 'payments'>,
  paymentId: string,
): Promise<PaymentOwner> {
  const known = await findOrderByPayment(deps.db, paymentId);
  if (known) return { kind: 'order', orderId: known.id };
  const payment = await callProvider(deps, (stripe) =>
    stripe.paymentIntents.retrieve(paymentId).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  );
  const orderId = toOrderId(payment?.metadata['order_id']);
  if (!payment || !orderId) return { kind: 'foreign' };
  const order = await findOrder(deps.db, orderId);
  if (!order) return { kind: 'unknown', orderId, payment };
  // The order was credited for another payment: losses of this one must not take its coins.
  const isOther = order.paymentId !== null && order.paymentId !== paymentId;
  return isOther ? { kind: 'foreign' } : { kind: 'order', orderId };
}

export function toOrderId(value: string | null | undefined): string | undefined {
  return value && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) ? value : undefined;
}

function fetchLosses(
  deps: Pick<Deps, 'payments'>,
  order: OrderRow,
  paymentId: string,
): Promise<Losses> {
  const about = { payment_intent: paymentId, limit: 100 };
  return callProvider(deps, async (stripe) => {
    let refunded = 0;
    for await (const refund of stripe.refunds.list(about)) {
      if (refund.status !== 'failed' && refund.status !== 'canceled') refunded += refund.amount;
    }
    const disputes: Stripe.Dispute[] = [];
    for await (const dispute of stripe.disputes.list(about)) disputes.push(dispute);
    return { refunded, ...summarizeDisputes(disputes, order) };
  });
}

// An inquiry (warning_…) withholds no money yet, but counts as an open dispute until it is closed. An
// unknown status counts as the worst case: an open dispute with the money gone. So does an appeal of a
// lost dispute.
const harmless = new Set([
  'won',
  'warning_closed',
  'warning_needs_response',
  'warning_under_review',
]);
const closed = new Set(['won', 'lost', 'prevented', 'warning_closed']);

function summarizeDisputes(disputes: Stripe.Dispute[], order: OrderRow) {
  const lost = disputes.filter(({ status }) => !harmless.has(status));
  const disputed = lost.reduce((sum, dispute) => sum + countDisputed(dispute, order), 0);
  if (disputes.some(({ status }) => !closed.has(status)))
    return { disputed, dispute: 'open' as const };
  if (lost.length > 0) return { disputed, dispute: 'lost' as const };
  return { disputed, dispute: disputes.length > 0 ? ('won' as const) : null };
}

/** An amount in another currency cannot be converted, so it counts as the whole payment. */
function countDisputed({ amount, currency }: Stripe.Dispute, order: OrderRow): number {
  return currency === order.currency ? amount : order.amount;
}

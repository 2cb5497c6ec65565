import type { Stripe } from 'stripe';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findStoredValue, storeValue } from '#server/lib/data/settings.db.ts';

import { syncLosses } from './losses.service.ts';
import * as queries from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';
import { callProvider, isMissing, isOutage, throwProblems, tryEach } from './provider-errors.ts';
import { failForgottenOrder, idOf, settleCheckoutSession } from './settle.service.ts';
import { findKnownStripeEvents } from './stripe-events.db.ts';
import { stripeEventTypes, processStripeEvent } from './stripe-events.service.ts';

/**
 * Finds what the webhooks missed. Reads the provider's events since the last run, every checkout that
 * should have ended, and once a day the refunds and disputes of paid orders. These are independent: a
 * failure of one is reported after the others have run.
 */
type ReconcileDeps = Pick<Deps, 'db' | 'live' | 'payments' | 'onProblem'>;

const dayMilliseconds = 86_400_000;
/** Events may be listed late and out of order. */
const overlapMilliseconds = 60 * 60_000;
/** The provider keeps events for 30 days. */
const keptMilliseconds = 30 * dayMilliseconds;
const unsettledMinutes = 10;
/** Orders compared per run; each costs two requests. */
const comparedPerRun = 200;

export async function reconcile(deps: ReconcileDeps): Promise<void> {
  if (deps.payments.mode === 'off') return;
  const problems = [
    ...(await reconcileEvents(deps).catch((error: unknown) => [error])),
    ...(await reconcileCheckoutSessions(deps).catch((error: unknown) => [error])),
  ];
  await queries.expireOrphanedOrders(deps.db, deps.payments.mode);
  throwProblems(problems);
}

/** Reads refunds and disputes of paid orders: once a day, or at the next run if they are marked as due. */
export async function compareLosses(deps: ReconcileDeps): Promise<void> {
  const { db, payments } = deps;
  if (payments.mode === 'off') return;
  const orders = await queries.findOrdersToCompare(db, payments.mode, comparedPerRun);
  const problems = await tryEach(orders, async ({ id, paymentId }) => {
    if (paymentId === null) return;
    try {
      await syncLosses(deps, { orderId: id, paymentId });
    } catch (error) {
      // An outage is retried in the next run; an order that fails on its own must not block the others.
      if (!isOutage(error)) await queries.updateOrder(db, id, { losses_at: new Date() });
      throw error;
    }
  });
  throwProblems(problems);
}

async function reconcileEvents(deps: ReconcileDeps): Promise<unknown[]> {
  const { db, payments } = deps;
  const startedAt = Date.now();
  const since = await findStart(deps, startedAt);
  if (since === undefined) return [];
  const params = {
    types: [...stripeEventTypes],
    created: { gte: Math.floor(since / 1000) },
    limit: 100,
  };
  const events = await callProvider(deps, async (stripe) => {
    const listed: Stripe.Event[] = [];
    for await (const stripeEvent of stripe.events.list(params)) listed.push(stripeEvent);
    return listed;
  });
  const known = await findKnownStripeEvents(
    db,
    events.map(({ id }) => id),
  );
  // The provider lists the newest first.
  const missed = events.toReversed().filter(({ id }) => !known.has(id));
  const problems = await tryEach(missed, (stripeEvent) => processStripeEvent(deps, stripeEvent));
  if (problems.length === 0) {
    await storeValue(db, reconciledUntilKey(payments), new Date(startedAt));
  }
  return problems;
}

async function findStart(
  { db, payments }: ReconcileDeps,
  now: number,
): Promise<number | undefined> {
  const until = await findStoredValue(db, reconciledUntilKey(payments));
  const first =
    typeof until === 'string' ? new Date(until) : await queries.findOldestOrder(db, payments.mode);
  return first && Math.max(first.getTime() - overlapMilliseconds, now - keptMilliseconds);
}

function reconciledUntilKey({ mode }: ReconcileDeps['payments']): string {
  return `payments.reconciled_until.${mode}`;
}

async function reconcileCheckoutSessions(deps: ReconcileDeps): Promise<unknown[]> {
  const unsettled = await queries.findUnsettledOrders(
    deps.db,
    deps.payments.mode,
    unsettledMinutes,
  );
  return tryEach(unsettled, (order) => reconcileCheckoutSession(deps, order));
}

async function reconcileCheckoutSession(deps: ReconcileDeps, order: OrderRow): Promise<void> {
  const { db } = deps;
  const { sessionId } = order;
  if (sessionId === null) return;
  await queries.updateOrder(db, order.id, { checked_at: new Date() });
  const checkoutSession = await callProvider(deps, (stripe) =>
    stripe.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  );
  if (!checkoutSession) {
    const isOld = order.createdAt.getTime() < Date.now() - dayMilliseconds;
    if (isOld) await transaction(db, (trx) => failForgottenOrder(deps, trx, order.id));
    return;
  }
  if (checkoutSession.status === 'open') return;
  const result = checkoutSession.status === 'complete' ? 'completed' : 'expired';
  const outcome = await transaction(db, (trx) =>
    settleCheckoutSession(deps, trx, { orderId: order.id, checkoutSession, result }),
  );
  const paymentId = idOf(checkoutSession.payment_intent);
  // If the payment's event was missed, a refund's event may have been missed too.
  if (outcome === 'credited' && paymentId) await syncLosses(deps, { orderId: order.id, paymentId });
}

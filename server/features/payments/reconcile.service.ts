import type { Stripe } from 'stripe';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import { eventTypes, processEvent } from './events.service.ts';
import { syncLosses } from './losses.service.ts';
import {
  expireOrphans,
  findKnownEvents,
  findOldestOrder,
  findOrdersToCompare,
  findUnsettledOrders,
  updateOrder,
} from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';
import { askProvider, isMissing, isOutage, throwProblems, tryEach } from './provider-errors.ts';
import { findReconciledUntil, saveReconciledUntil } from './reconcile.db.ts';
import { endForgotten, idOf, settleSession } from './settle.service.ts';

/**
 * Finds what the webhooks missed. Reads the provider's events since the last run, every checkout that
 * should have ended, and once a day the refunds and disputes of paid orders. These are independent: a
 * failure of one is reported after the others have run.
 */
type Tools = Pick<Deps, 'db' | 'live' | 'payments' | 'onProblem'>;

const dayMilliseconds = 86_400_000;
/** Events may be listed late and out of order. */
const overlapMilliseconds = 60 * 60_000;
/** The provider keeps events for 30 days. */
const keptMilliseconds = 30 * dayMilliseconds;
const unsettledMinutes = 10;
/** Orders compared per run; each costs two requests. */
const comparedPerRun = 200;

export async function reconcile(deps: Tools): Promise<void> {
  if (deps.payments.mode === 'off') return;
  const problems = [
    ...(await readEvents(deps).catch((error: unknown) => [error])),
    ...(await readSessions(deps).catch((error: unknown) => [error])),
  ];
  await expireOrphans(deps.db, deps.payments.mode);
  throwProblems(problems);
}

/** Reads refunds and disputes of paid orders: once a day, or at the next run if they are marked as due. */
export async function compareLosses(deps: Tools): Promise<void> {
  const { db, payments } = deps;
  if (payments.mode === 'off') return;
  const orders = await findOrdersToCompare(db, payments.mode, comparedPerRun);
  const problems = await tryEach(orders, async ({ id, paymentId }) => {
    if (paymentId === null) return;
    try {
      await syncLosses(deps, { orderId: id, paymentId });
    } catch (error) {
      // An outage is retried in the next run; an order that fails on its own must not block the others.
      if (!isOutage(error)) await updateOrder(db, id, { losses_at: new Date() });
      throw error;
    }
  });
  throwProblems(problems);
}

async function readEvents(deps: Tools): Promise<unknown[]> {
  const { db, payments } = deps;
  const begun = Date.now();
  const since = await findStart(deps, begun);
  if (since === undefined) return [];
  const asked = {
    types: [...eventTypes],
    created: { gte: Math.floor(since / 1000) },
    limit: 100,
  };
  const events = await askProvider(deps, async (stripe) => {
    const listed: Stripe.Event[] = [];
    for await (const event of stripe.events.list(asked)) listed.push(event);
    return listed;
  });
  const known = await findKnownEvents(
    db,
    events.map(({ id }) => id),
  );
  // The provider lists the newest first.
  const missed = events.toReversed().filter(({ id }) => !known.has(id));
  const problems = await tryEach(missed, (event) => processEvent(deps, event));
  if (problems.length === 0) await saveReconciledUntil(db, payments.mode, new Date(begun));
  return problems;
}

async function findStart({ db, payments }: Tools, now: number): Promise<number | undefined> {
  const until = await findReconciledUntil(db, payments.mode);
  const first = until ?? (await findOldestOrder(db, payments.mode));
  return first && Math.max(first.getTime() - overlapMilliseconds, now - keptMilliseconds);
}

async function readSessions(deps: Tools): Promise<unknown[]> {
  const unsettled = await findUnsettledOrders(deps.db, deps.payments.mode, unsettledMinutes);
  return tryEach(unsettled, (order) => readSession(deps, order));
}

async function readSession(deps: Tools, order: OrderRow): Promise<void> {
  const { db } = deps;
  const { sessionId } = order;
  if (sessionId === null) return;
  await updateOrder(db, order.id, { checked_at: new Date() });
  const session = await askProvider(deps, (stripe) =>
    stripe.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  );
  if (!session) {
    const isOld = order.createdAt.getTime() < Date.now() - dayMilliseconds;
    if (isOld) await transaction(db, (trx) => endForgotten(deps, trx, order.id));
    return;
  }
  if (session.status === 'open') return;
  const news = session.status === 'complete' ? 'completed' : 'expired';
  const outcome = await transaction(db, (trx) =>
    settleSession(deps, trx, { orderId: order.id, session, news }),
  );
  const paymentId = idOf(session.payment_intent);
  // If the payment's event was missed, a refund's event may have been missed too.
  if (outcome === 'credited' && paymentId) await syncLosses(deps, { orderId: order.id, paymentId });
}

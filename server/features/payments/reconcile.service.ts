import type { Stripe } from 'stripe';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import { eventTypes, processEvent } from './events.service.ts';
import { isMissing, syncLosses } from './losses.service.ts';
import {
  expireOrphans,
  findKnownEvents,
  findOldestOrder,
  findUnsettledOrders,
  updateOrder,
} from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';
import { findReconciledUntil, saveReconciledUntil } from './reconcile.db.ts';
import { idOf, settleSession } from './settle.service.ts';

/**
 * What the webhooks did not bring. Asks the provider for its events since last time, and for every
 * checkout that should have come to an end: after an outage of any length each paid order is credited.
 */
type Tools = Pick<Deps, 'db' | 'live' | 'payments' | 'onProblem'>;

const dayMilliseconds = 86_400_000;
/** Events may be listed out of order and a little late. */
const overlapMilliseconds = 60 * 60_000;
/** How far back the provider keeps them. */
const keptMilliseconds = 30 * dayMilliseconds;
const unsettledMinutes = 10;

export async function reconcile(deps: Tools): Promise<void> {
  if (deps.payments.mode === 'off') return;
  const problems = [...(await readEvents(deps)), ...(await readSessions(deps))];
  await expireOrphans(deps.db);
  if (problems.length > 0) throw new AggregateError(problems, String(problems[0]));
}

async function readEvents(deps: Tools): Promise<unknown[]> {
  const { db, payments } = deps;
  const begun = Date.now();
  const since = await findStart(deps, begun);
  if (since === undefined) return [];
  const stripe = await payments.stripe();
  const events: Stripe.Event[] = [];
  const asked = {
    types: [...eventTypes],
    created: { gte: Math.floor(since / 1000) },
    limit: 100,
  };
  for await (const event of stripe.events.list(asked)) events.push(event);
  const known = await findKnownEvents(
    db,
    events.map(({ id }) => id),
  );
  const problems: unknown[] = [];
  // They are listed newest first.
  for (const event of events.toReversed()) {
    if (known.has(event.id)) continue;
    await processEvent(deps, event).catch((error: unknown) => problems.push(error));
  }
  if (problems.length === 0) await saveReconciledUntil(db, payments.mode, new Date(begun));
  return problems;
}

async function findStart({ db, payments }: Tools, now: number): Promise<number | undefined> {
  const until = await findReconciledUntil(db, payments.mode);
  const first = until ?? (await findOldestOrder(db, payments.mode));
  return first && Math.max(first.getTime() - overlapMilliseconds, now - keptMilliseconds);
}

async function readSessions(deps: Tools): Promise<unknown[]> {
  const problems: unknown[] = [];
  const unsettled = await findUnsettledOrders(deps.db, deps.payments.mode, unsettledMinutes);
  for (const order of unsettled) {
    await readSession(deps, order).catch((error: unknown) => problems.push(error));
  }
  return problems;
}

async function readSession(deps: Tools, order: OrderRow): Promise<void> {
  const { db, payments } = deps;
  if (order.sessionId === null) return;
  await updateOrder(db, order.id, { checked_at: new Date() });
  const stripe = await payments.stripe();
  const session = await stripe.checkout.sessions
    .retrieve(order.sessionId)
    .catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  if (!session || session.status === 'open') return;
  const news = session.status === 'complete' ? 'completed' : 'expired';
  const outcome = await transaction(db, (trx) =>
    settleSession(deps, trx, { orderId: order.id, session, news }),
  );
  const paymentId = idOf(session.payment_intent);
  // Whoever missed the payment may have missed its refund.
  if (outcome === 'credited' && paymentId) await syncLosses(deps, { orderId: order.id, paymentId });
}

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Order } from '#shared/endpoints/payments.ts';

import * as queries from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';
import { notFound, toOrder } from './orders.service.ts';
import { describeProviderError, isRefusal } from './provider-errors.ts';
import { publishOrder, settleCheckoutSession } from './settle.service.ts';

/**
 * A cancellation never decides about money. It only marks the order and asks the provider to close the
 * checkout. The provider refuses that if the checkout was paid, and the payment is then credited as usual.
 */
type CancelDeps = Pick<Deps, 'db' | 'live' | 'payments' | 'onProblem'>;

export async function cancelOrder(deps: CancelDeps, accountId: number, id: string): Promise<Order> {
  const { db } = deps;
  const order = await queries.findOrder(db, id);
  if (order?.accountId !== accountId) throw notFound();
  if (order.state === 'pending') {
    await transaction(db, async (trx) => {
      await queries.markCanceled(trx, id);
      await publishOrder(deps, trx, order);
    });
    await closeCheckout(deps, order);
  }
  return toOrder((await queries.findOrder(db, id)) ?? order);
}

/** If it fails, the checkout ends by itself within the hour. */
async function closeCheckout(
  deps: CancelDeps,
  { id: orderId, sessionId, mode }: OrderRow,
): Promise<void> {
  const { db, payments, onProblem } = deps;
  if (sessionId === null || mode !== payments.mode) return;
  try {
    const stripe = await payments.stripe();
    const checkoutSession = await stripe.checkout.sessions.expire(sessionId);
    await transaction(db, (trx) =>
      settleCheckoutSession(deps, trx, { orderId, checkoutSession, result: 'expired' }),
    );
  } catch (error) {
    if (isRefusal(error)) return;
    onProblem(
      `The canceled checkout of order ${orderId} could not be closed at the provider.`,
      describeProviderError(error),
    );
  }
}

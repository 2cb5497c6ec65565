import type { Stripe } from 'stripe';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { AppError } from '#shared/errors.ts';
import { formatCents } from '#shared/payments.ts';
import type { ManagedOrder } from '#shared/payments.ts';

import { syncLosses } from './losses.service.ts';
import {
  deleteRefundRequest,
  findRefundRequest,
  insertRefundRequest,
  lockOrder,
  saveRefundId,
} from './orders.db.ts';
import { countRefundable, getManagedOrder, notFound } from './orders.service.ts';

/**
 * An admin gives money back. The wish is written down and audited before the provider is asked, and
 * asked under the wish's own key: whatever is cut short can be repeated and refunds once.
 */
type Tools = Pick<Deps, 'db' | 'live' | 'payments'>;
type Wish = { id: string; key: string; amount?: number | undefined };

export async function refundTopUp(deps: Tools, actor: Actor, wish: Wish): Promise<ManagedOrder> {
  const { amount, paymentId } = await writeWish(deps, actor, wish);
  const request = { orderId: wish.id, key: wish.key };
  try {
    const stripe = await deps.payments.stripe();
    const refund = await stripe.refunds.create(
      {
        payment_intent: paymentId,
        amount,
        reason: 'requested_by_customer',
        metadata: { order_id: wish.id },
      },
      // With the amount: Stripe remembers refusals too, and a key that was refused for one amount
      // may be used for another.
      { idempotencyKey: `refund:${wish.id}:${wish.key}:${amount}` },
    );
    await saveRefundId(deps.db, request, refund.id);
  } catch (error) {
    throw await explain(deps, actor, { ...request, error });
  }
  // Not waiting for the webhook, so that whoever asked sees what became of it.
  await syncLosses(deps, { orderId: wish.id, paymentId });
  return getManagedOrder(deps.db, wish.id);
}

async function writeWish(deps: Tools, actor: Actor, { id, key, amount: wanted }: Wish) {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order) throw notFound();
    if (order.mode !== deps.payments.mode) {
      throw refused(`This order was paid in mode ${order.mode}, which the site does not use now.`);
    }
    if (order.paymentId === null) throw refused('This order was not paid.');
    const earlier = await findRefundRequest(trx, id, key);
    if (earlier) {
      if (wanted !== undefined && wanted !== earlier.amount) {
        throw new AppError('payments/key-reused', 'This key was used for another refund already.');
      }
      return { amount: earlier.amount, paymentId: order.paymentId };
    }
    const left = countRefundable(order);
    const amount = wanted ?? left;
    if (left === 0) throw refused('Nothing of this payment is left to give back.');
    if (amount > left) throw refused(`At most ${formatCents(left)} can be given back.`);
    await insertRefundRequest(trx, { orderId: id, key, amount, by: actor.name });
    const after = { amount, key, of: order.amount };
    await recordAudit(trx, { actor, action: 'payments/refund-requested', subject: id, after });
    return { amount, paymentId: order.paymentId };
  });
}

async function explain(
  { db }: Tools,
  actor: Actor,
  { error, ...request }: { orderId: string; key: string; error: unknown },
): Promise<AppError> {
  if (!isRefusal(error)) {
    return new AppError(
      'payments/unavailable',
      'The payment provider cannot be reached. Repeat the refund in a moment: it happens once.',
      { cause: error },
    );
  }
  await transaction(db, async (trx) => {
    await deleteRefundRequest(trx, request);
    const after = { reason: error.message, key: request.key };
    const subject = request.orderId;
    await recordAudit(trx, { actor, action: 'payments/refund-refused', subject, after });
  });
  return refused(`The payment provider refused: ${error.message}`);
}

function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError';
}

function refused(text: string): AppError {
  return new AppError('payments/refund-refused', text);
}

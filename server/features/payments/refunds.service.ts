import type { Stripe } from 'stripe';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';
import { AppError } from '#shared/errors.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { syncLosses } from './losses.service.ts';
import { lockOrder, markLossesDue } from './orders.db.ts';
import { countRefundable, getManagedOrder, notFound } from './orders.service.ts';
import { callProvider, describeProviderError, hideKeys, isRefusal } from './provider-errors.ts';
import * as requests from './refund-requests.db.ts';

/**
 * Refunds by admins. The request is stored and audited under its own key before the provider is called,
 * so an interrupted refund can be repeated and happens once, even after the provider has forgotten the
 * idempotency key.
 */
type RefundDeps = Pick<Deps, 'db' | 'live' | 'payments' | 'onProblem'>;
type RefundRequest = { id: string; key: string; amount?: number | undefined };
type Refund = { orderId: string; key: string; amount: number; paymentId: string };

export async function refundOrder(
  deps: RefundDeps,
  actor: Actor,
  request: RefundRequest,
): Promise<ManagedOrder> {
  const { refund, isMade, isRepeated } = await saveRefundRequest(deps, actor, request);
  if (!isMade) {
    const existing = isRepeated ? await findExistingRefund(deps, refund) : undefined;
    if (existing) await saveRefund(deps, refund, existing);
    else await createRefund(deps, actor, refund);
  }
  // Read the result now instead of waiting for the webhook, so that the admin sees it.
  await trySyncLosses(deps, refund);
  return getManagedOrder(deps.db, refund.orderId);
}

async function saveRefundRequest(
  deps: RefundDeps,
  actor: Actor,
  { id, key, amount: requested }: RefundRequest,
): Promise<{ refund: Refund; isMade: boolean; isRepeated: boolean }> {
  return transaction(deps.db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order) throw notFound();
    if (order.mode !== deps.payments.mode) {
      throw refundRefused(
        `This order was paid in mode ${order.mode}, but the site now uses mode ${deps.payments.mode}. To refund it, start the site with ${order.mode === 'sandbox' ? 'PAYMENTS=sandbox' : 'the Stripe keys of that mode'}.`,
      );
    }
    const { paymentId } = order;
    if (paymentId === null) throw refundRefused('This order was not paid.');
    const earlier = await requests.findRefundRequest(trx, id, key);
    if (earlier) {
      if (requested !== undefined && requested !== earlier.amount) {
        throw new AppError(
          'payments/key-reused',
          'This key has already been used for another refund.',
        );
      }
      const refund = { orderId: id, key, amount: earlier.amount, paymentId };
      return { refund, isMade: earlier.refundId !== null, isRepeated: true };
    }
    const left = countRefundable(order);
    const amount = requested ?? left;
    if (left === 0) throw refundRefused('Nothing is left to refund.');
    if (amount > left) {
      throw refundRefused(`At most ${formatAmount(left, order.currency)} can be refunded.`);
    }
    await requests.insertRefundRequest(trx, {
      order_id: id,
      key,
      amount,
      requested_by: actor.name,
    });
    await markLossesDue(trx, id);
    const after = { amount, key, of: order.amount, currency: order.currency };
    await recordAudit(trx, { actor, action: 'payments/refund-requested', subject: id, after });
    return { refund: { orderId: id, key, amount, paymentId }, isMade: false, isRepeated: false };
  });
}

/** The provider keeps idempotency keys for a day, but metadata forever. */
function findExistingRefund(
  deps: RefundDeps,
  { paymentId, key }: Refund,
): Promise<string | undefined> {
  return callProvider(deps, async (stripe) => {
    const about = { payment_intent: paymentId, limit: 100 };
    for await (const refund of stripe.refunds.list(about)) {
      if (refund.metadata?.['refund_key'] === key) return refund.id;
    }
    return undefined;
  });
}

async function createRefund(deps: RefundDeps, actor: Actor, refund: Refund): Promise<void> {
  try {
    const stripe = await deps.payments.stripe();
    const { id } = await stripe.refunds.create(describeRefund(refund), {
      // Includes the amount: Stripe remembers refusals too, and a key that was refused for one amount
      // may be used for another.
      idempotencyKey: `refund:${refund.orderId}:${refund.key}:${refund.amount}`,
    });
    await saveRefund(deps, refund, id);
  } catch (error) {
    throw await toRefundError(deps, actor, { refund, error });
  }
}

function describeRefund({ orderId, key, amount, paymentId }: Refund) {
  return {
    payment_intent: paymentId,
    amount,
    reason: 'requested_by_customer',
    metadata: { order_id: orderId, refund_key: key },
  } satisfies Stripe.RefundCreateParams;
}

async function saveRefund({ db }: RefundDeps, refund: Refund, refundId: string): Promise<void> {
  await transaction(db, async (trx) => {
    await markLossesDue(trx, refund.orderId);
    await requests.saveRefundId(trx, refund, refundId);
  });
}

/** Ignores failures: the refund was made, and the job or the webhook takes the coins later. */
async function trySyncLosses(deps: RefundDeps, { orderId, paymentId }: Refund): Promise<void> {
  try {
    await syncLosses(deps, { orderId, paymentId });
  } catch (error) {
    deps.onProblem(
      `The refunds of order ${orderId} could not be read. The next attempt is in a few minutes.`,
      error,
    );
  }
}

async function toRefundError(
  deps: RefundDeps,
  actor: Actor,
  { refund, error }: { refund: Refund; error: unknown },
): Promise<AppError> {
  if (!isRefusal(error)) {
    return new AppError(
      'payments/unavailable',
      'The payment provider cannot be reached. Try again in a moment: the refund is made only once.',
      { cause: describeProviderError(error) },
    );
  }
  const { orderId, key } = refund;
  const reason = hideKeys(error.message);
  await transaction(deps.db, async (trx) => {
    await requests.deleteRefundRequest(trx, refund);
    const after = { reason, key };
    await recordAudit(trx, { actor, action: 'payments/refund-refused', subject: orderId, after });
  });
  // Usually the payment was already refunded in the provider's dashboard: show that to the admin.
  await trySyncLosses(deps, refund);
  return refundRefused(`The payment provider refused: ${reason}`);
}

function refundRefused(text: string): AppError {
  return new AppError('payments/refund-refused', text);
}

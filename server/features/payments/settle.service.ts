import type { Stripe } from 'stripe';

import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { buyWithin } from '#server/features/shop/buying.service.ts';
import { holdSteps, updateSupporter } from '#server/features/supporters/supporters.service.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import { countClawed, countCredited } from '#shared/endpoints/payments.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import * as queries from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';

/**
 * Invariants: an order's coins and bonus are credited once, and only when the provider reports this session, amount
 * and currency as paid. The coins taken back are a function of the cents refunded and disputed, so events
 * may be repeated or arrive in any order.
 */
type SettleDeps = Pick<Deps, 'live' | 'payments'>;

export type CheckoutResult = 'completed' | 'failed' | 'expired';

export type Losses = { refunded: number; disputed: number; dispute: OrderRow['dispute'] };

/** Applies the result of a checkout session to its order. Returns the outcome; `missing`: no such order. */
export async function settleCheckoutSession(
  deps: SettleDeps,
  trx: Trx,
  {
    orderId,
    checkoutSession,
    result,
  }: { orderId: string; checkoutSession: Stripe.Checkout.Session; result: CheckoutResult },
): Promise<string> {
  const order = await queries.lockOrder(trx, orderId);
  if (!order) return 'missing';
  const mismatch = findMismatch(order, checkoutSession, deps.payments.mode);
  if (result !== 'completed') return mismatch ? 'mismatch' : closeOrder(deps, trx, order, result);
  const paymentId = idOf(checkoutSession.payment_intent);
  if (paymentId) await queries.claimPayment(trx, order.id, paymentId);
  if (mismatch) return putUnderReview(deps, trx, order, mismatch);
  if (checkoutSession.payment_status === 'paid')
    return creditOrder(deps, trx, order, checkoutSession);
  if (checkoutSession.payment_status === 'unpaid')
    return markProcessing(deps, trx, order, checkoutSession.id);
  return putUnderReview(deps, trx, order, `payment status ${checkoutSession.payment_status}`);
}

/** Stores the losses and takes or returns the coins. False if the order has changed since `version`. */
export async function settleLosses(
  deps: SettleDeps,
  trx: Trx,
  change: { orderId: string; version: number; paymentId: string; losses: Losses },
): Promise<boolean> {
  const { orderId, version, paymentId, losses } = change;
  const order = await queries.lockOrder(trx, orderId);
  if (!order || order.version !== version) return false;
  await holdSteps(trx);
  await queries.claimPayment(trx, orderId, paymentId);
  await queries.updateOrder(trx, orderId, {
    ...losses,
    version: version + 1,
    losses_due: false,
    losses_at: new Date(),
  });
  await clawBack(deps, trx, { ...order, ...losses });
  await updateSupporter(deps, trx, order.accountId);
  if (order.lossesDue || isChanged(order, losses)) await publishOrder(deps, trx, order);
  return true;
}

function isChanged(order: OrderRow, { refunded, disputed, dispute }: Losses): boolean {
  return order.refunded !== refunded || order.disputed !== disputed || order.dispute !== dispute;
}

async function creditOrder(
  deps: SettleDeps,
  trx: Trx,
  order: OrderRow,
  checkoutSession: Stripe.Checkout.Session,
): Promise<string> {
  if (order.state === 'paid') return 'known';
  await holdSteps(trx);
  await queries.updateOrder(trx, order.id, {
    state: 'paid',
    paid_at: new Date(),
    session_id: checkoutSession.id,
    end_reason: null,
  });
  const losses = await endReview(trx, order, idOf(checkoutSession.payment_intent));
  await moveCoins(deps, trx, {
    accountId: order.accountId,
    kind: 'topup',
    ref: order.id,
    amount: countCredited(order),
    book: 'topups',
    memo: `Top-up for ${formatAmount(order.amount, order.currency)}${order.mode === 'live' ? '' : ' (test payment)'}`,
  });
  // The event of a refund can arrive before the event of the payment.
  await clawBack(deps, trx, { ...order, ...losses, state: 'paid' });
  await updateSupporter(deps, trx, order.accountId);
  await buyAgreedItem(deps, trx, order);
  await publishOrder(deps, trx, order);
  return 'credited';
}

/** If it cannot be bought at the price that was agreed, the coins stay in the wallet and the order says why. */
async function buyAgreedItem(deps: SettleDeps, trx: Trx, order: OrderRow): Promise<void> {
  const { accountId, buyItemId: shopItemId, buyPrice: price } = order;
  if (shopItemId === null || price === null) return;
  const key = `order:${order.id}`;
  const { outcome } = await buyWithin(deps, trx, { accountId, shopItemId, key, price });
  await queries.updateOrder(trx, order.id, { buy_outcome: outcome });
}

/**
 * A matching payment arrived for an order under review. If it is the same payment, the review is over. If
 * not, the buyer was charged twice and an admin must refund the other payment, whose refunds and disputes
 * do not belong to this order.
 */
async function endReview(
  trx: Trx,
  order: OrderRow,
  paymentId: string | undefined,
): Promise<Losses> {
  const { reviewReason, paymentId: other, refunded, disputed, dispute } = order;
  const losses = { refunded, disputed, dispute };
  if (reviewReason === null) return losses;
  if (!paymentId || other === null || other === paymentId) {
    await queries.updateOrder(trx, order.id, { review_reason: null });
    return losses;
  }
  await queries.replacePayment(trx, order.id, paymentId);
  const none: Losses = { refunded: 0, disputed: 0, dispute: null };
  const reason = `${reviewReason}. The matching payment arrived later and was credited; the payment ${other} was charged as well: refund it at the provider`;
  await queries.updateOrder(trx, order.id, { ...none, review_reason: reason });
  await queries.markLossesDue(trx, order.id);
  return none;
}

async function clawBack(deps: SettleDeps, trx: Trx, order: OrderRow): Promise<void> {
  if (order.state !== 'paid') return;
  const clawed = countClawed(order, order);
  const taken = clawed - order.clawed;
  if (taken === 0) return;
  const clawbacks = order.clawbacks + 1;
  await queries.updateOrder(trx, order.id, { clawed, clawbacks });
  await moveCoins(deps, trx, {
    accountId: order.accountId,
    kind: 'clawback',
    ref: `${order.id}:${clawbacks}`,
    amount: -taken,
    book: 'topups',
    memo: describeClawback(order, taken),
  });
}

function describeClawback(order: OrderRow, taken: number): string {
  const payment = `the payment of ${formatAmount(order.amount, order.currency)}`;
  if (taken < 0) return `Returned: ${payment} was not reversed after all`;
  return `${order.disputed > 0 ? 'Dispute' : 'Refund'} of ${payment}`;
}

async function markProcessing(
  deps: SettleDeps,
  trx: Trx,
  order: OrderRow,
  sessionId: string,
): Promise<string> {
  if (order.state !== 'created' && order.state !== 'pending') return 'known';
  await queries.updateOrder(trx, order.id, { state: 'processing', session_id: sessionId });
  await publishOrder(deps, trx, order);
  return 'processing';
}

async function closeOrder(
  deps: SettleDeps,
  trx: Trx,
  order: OrderRow,
  state: 'failed' | 'expired',
): Promise<string> {
  const from = state === 'failed' ? ['created', 'pending', 'processing'] : ['created', 'pending'];
  if (!from.includes(order.state)) return 'known';
  await queries.updateOrder(trx, order.id, { state });
  await publishOrder(deps, trx, order);
  return state;
}

/** Fails an order whose checkout the provider no longer knows: no event will ever end it. */
export async function failForgottenOrder(
  deps: SettleDeps,
  trx: Trx,
  orderId: string,
): Promise<void> {
  const order = await queries.lockOrder(trx, orderId);
  if (!order || (order.state !== 'pending' && order.state !== 'processing')) return;
  await queries.updateOrder(trx, orderId, {
    state: 'failed',
    end_reason:
      'The payment provider does not know this checkout a day after it was opened. Nothing was credited.',
  });
  await publishOrder(deps, trx, order);
}

/** Coins that were already credited stay credited. */
async function putUnderReview(
  deps: SettleDeps,
  trx: Trx,
  order: OrderRow,
  reason: string,
): Promise<string> {
  const state = order.state === 'paid' ? 'paid' : 'review';
  await queries.updateOrder(trx, order.id, { state, review_reason: reason });
  await publishOrder(deps, trx, order);
  return 'review';
}

function findMismatch(
  order: OrderRow,
  checkoutSession: Stripe.Checkout.Session,
  mode: string,
): string | undefined {
  const describe = (name: string, value: unknown, ours: unknown) =>
    `the provider reported ${name} ${String(value)} instead of ${String(ours)}`;
  if (order.mode !== mode) return `an order of mode ${order.mode} in mode ${mode}`;
  if (checkoutSession.livemode !== (mode === 'live'))
    return `livemode ${checkoutSession.livemode} in mode ${mode}`;
  if (order.sessionId !== null && checkoutSession.id !== order.sessionId) {
    return describe('session', checkoutSession.id, order.sessionId);
  }
  if (checkoutSession.currency !== order.currency)
    return describe('currency', checkoutSession.currency, order.currency);
  if (checkoutSession.amount_total !== order.amount) {
    return describe('amount', checkoutSession.amount_total, order.amount);
  }
  return undefined;
}

/** Makes the buyer's open pages reload the order and the balance. */
export async function publishOrder(
  { live }: Pick<Deps, 'live'>,
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'accountId'>,
): Promise<void> {
  await live.publish(trx, { topic: 'me', accountId: order.accountId, data: { order: order.id } });
}

export function idOf(object: string | { id: string } | null | undefined): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

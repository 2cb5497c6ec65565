import type { Transaction } from 'kysely';
import type { Stripe } from 'stripe';

import type { Schema } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { moveCoins } from '#server/features/wallet/wallet.service.ts';
import { countClawed, formatCents } from '#shared/payments.ts';

import { claimPayment, lockOrder, updateOrder } from './orders.db.ts';
import type { OrderRow } from './orders.db.ts';

/**
 * The invariant: an order's coins are credited once, when the provider's word about this very session,
 * amount and currency says `paid`, and never otherwise; and the coins taken back are a function of the
 * cents that went back, so that neither order nor repetition of the provider's messages matters.
 */
type Tools = Pick<Deps, 'live' | 'payments'>;

export type SessionNews = 'completed' | 'failed' | 'expired';

export type Losses = { refunded: number; disputed: number; dispute: OrderRow['dispute'] };

/** What a checkout session, as the provider describes it, means for its order. Answers in one word. */
export async function settleSession(
  deps: Tools,
  trx: Transaction<Schema>,
  {
    orderId,
    session,
    news,
  }: { orderId: string; session: Stripe.Checkout.Session; news: SessionNews },
): Promise<string> {
  const order = await lockOrder(trx, orderId);
  if (!order) return 'foreign';
  const mismatch = findMismatch(order, session, deps.payments.mode);
  if (news !== 'completed') return mismatch ? 'mismatch' : closeOrder(deps, trx, order, news);
  const paymentId = idOf(session.payment_intent);
  if (paymentId) await claimPayment(trx, order.id, paymentId);
  if (mismatch) return putUnderReview(deps, trx, order, mismatch);
  if (session.payment_status === 'paid') return creditOrder(deps, trx, order, session.id);
  if (session.payment_status === 'unpaid') return awaitPayment(deps, trx, order, session.id);
  return putUnderReview(deps, trx, order, `payment status ${session.payment_status}`);
}

/** Writes what went back, and takes or returns the coins for it. False: somebody else wrote since. */
export async function settleLosses(
  deps: Tools,
  trx: Transaction<Schema>,
  change: { orderId: string; version: number; paymentId: string; losses: Losses },
): Promise<boolean> {
  const { orderId, version, paymentId, losses } = change;
  const order = await lockOrder(trx, orderId);
  if (!order || order.version !== version) return false;
  await claimPayment(trx, orderId, paymentId);
  await updateOrder(trx, orderId, { ...losses, version: version + 1 });
  await clawBack(deps, trx, { ...order, ...losses });
  await announce(deps, trx, order);
  return true;
}

async function creditOrder(
  deps: Tools,
  trx: Transaction<Schema>,
  order: OrderRow,
  sessionId: string,
): Promise<string> {
  if (order.state === 'paid') return 'known';
  const paid = { state: 'paid', paid_at: new Date(), session_id: sessionId } as const;
  await updateOrder(trx, order.id, paid);
  await moveCoins(deps, trx, {
    accountId: order.accountId,
    kind: 'topup',
    ref: order.id,
    amount: order.coins,
    book: 'topups',
    memo: `Top-off for ${formatCents(order.amount)}${order.mode === 'live' ? '' : ' (test payment)'}`,
  });
  // A refund may have been heard of before the payment itself.
  await clawBack(deps, trx, { ...order, state: 'paid' });
  await announce(deps, trx, order);
  return 'credited';
}

async function clawBack(deps: Tools, trx: Transaction<Schema>, order: OrderRow): Promise<void> {
  if (order.state !== 'paid') return;
  const clawed = countClawed(order, order);
  const taken = clawed - order.clawed;
  if (taken === 0) return;
  const clawbacks = order.clawbacks + 1;
  await updateOrder(trx, order.id, { clawed, clawbacks });
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
  const payment = `the payment of ${formatCents(order.amount)}`;
  if (taken < 0) return `Given back: ${payment} stands after all`;
  return `${order.disputed > 0 ? 'Dispute' : 'Refund'} of ${payment}`;
}

async function awaitPayment(
  deps: Tools,
  trx: Transaction<Schema>,
  order: OrderRow,
  sessionId: string,
): Promise<string> {
  if (order.state !== 'created' && order.state !== 'pending') return 'known';
  await updateOrder(trx, order.id, { state: 'processing', session_id: sessionId });
  await announce(deps, trx, order);
  return 'processing';
}

async function closeOrder(
  deps: Tools,
  trx: Transaction<Schema>,
  order: OrderRow,
  state: 'failed' | 'expired',
): Promise<string> {
  const from = state === 'failed' ? ['created', 'pending', 'processing'] : ['created', 'pending'];
  if (!from.includes(order.state)) return 'known';
  await updateOrder(trx, order.id, { state });
  await announce(deps, trx, order);
  return state;
}

/** Coins that were credited stay; somebody has to look at it either way. */
async function putUnderReview(
  deps: Tools,
  trx: Transaction<Schema>,
  order: OrderRow,
  reason: string,
): Promise<string> {
  const state = order.state === 'paid' ? 'paid' : 'review';
  await updateOrder(trx, order.id, { state, review_reason: reason });
  await announce(deps, trx, order);
  return 'review';
}

function findMismatch(
  order: OrderRow,
  session: Stripe.Checkout.Session,
  mode: string,
): string | undefined {
  const told = (name: string, value: unknown, ours: unknown) =>
    `the provider told ${name} ${String(value)} instead of ${String(ours)}`;
  if (order.mode !== mode) return `an order of mode ${order.mode} in mode ${mode}`;
  if (session.livemode !== (mode === 'live')) return `livemode ${session.livemode} in mode ${mode}`;
  if (order.sessionId !== null && session.id !== order.sessionId) {
    return told('session', session.id, order.sessionId);
  }
  if (session.currency !== order.currency)
    return told('currency', session.currency, order.currency);
  if (session.amount_total !== order.amount) {
    return told('amount', session.amount_total, order.amount);
  }
  return undefined;
}

/** Whoever looks at the order or at the balance reads again. */
async function announce(
  { live }: Pick<Deps, 'live'>,
  trx: Transaction<Schema>,
  order: Pick<OrderRow, 'id' | 'accountId'>,
): Promise<void> {
  await live.publish(trx, { topic: 'me', accountId: order.accountId, data: { order: order.id } });
}

export function idOf(object: string | { id: string } | null | undefined): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

import type { Insertable } from 'kysely';
import type { Stripe } from 'stripe';

import type { Db, Schema, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { UnknownPayment } from '#shared/endpoints/payments.ts';
import { AppError } from '#shared/errors.ts';

import { toOrderId } from './losses.service.ts';
import type { PaymentOwner } from './losses.service.ts';
import * as queries from './unknown-payments.db.ts';

/** Most likely after a backup was restored. The buyer cannot be known for certain, so an admin decides. */
type UnknownPaymentDeps = Pick<Deps, 'live' | 'payments'>;

const maxListed = 50;

/** False if nothing was paid or the session belongs to another site. */
export async function recordUnknownCheckout(
  deps: UnknownPaymentDeps,
  trx: Trx,
  checkoutSession: Stripe.Checkout.Session,
): Promise<boolean> {
  const orderId = toOrderId(checkoutSession.metadata?.['order_id']);
  if (!orderId || checkoutSession.payment_status !== 'paid') return false;
  const { payment_intent: payment } = checkoutSession;
  await record(deps, trx, {
    id: (typeof payment === 'string' ? payment : payment?.id) ?? checkoutSession.id,
    order_id: orderId,
    session_id: checkoutSession.id,
    player: checkoutSession.metadata?.['player'] ?? null,
    amount: checkoutSession.amount_total ?? 0,
    currency: checkoutSession.currency ?? '',
  });
  return true;
}

/** Called for a refund or dispute of the payment. */
export async function recordUnknownPayment(
  deps: UnknownPaymentDeps,
  trx: Trx,
  { orderId, payment }: Extract<PaymentOwner, { kind: 'unknown' }>,
): Promise<void> {
  await record(deps, trx, {
    id: payment.id,
    order_id: orderId,
    player: payment.metadata['player'] ?? null,
    amount: payment.amount,
    currency: payment.currency,
  });
}

async function record(
  { live, payments }: UnknownPaymentDeps,
  trx: Trx,
  payment: Omit<Insertable<Schema['unknown_payments']>, 'mode'>,
): Promise<void> {
  // Not `off`: without a provider there are no events.
  const mode = payments.mode as UnknownPayment['mode'];
  if (await queries.insertUnknownPayment(trx, { ...payment, mode })) {
    await live.publish(trx, { topic: 'admin' });
  }
}

export async function listUnknownPayments(db: Db): Promise<UnknownPayment[]> {
  return (await queries.findUnhandledPayments(db, maxListed)).map(withIsoDates);
}

export async function handleUnknownPayment(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  { id, note }: { id: string; note: string },
): Promise<void> {
  await change(deps, actor, 'admin', async (trx, audit) => {
    const payment = await queries.findUnknownPayment(trx, id);
    if (!payment) throw new AppError('payments/not-found', 'This payment does not exist.');
    if (!(await queries.markUnknownPaymentHandled(trx, id, actor.name))) return;
    const { orderId, amount, currency } = payment;
    audit('payments/unknown-handled', id, { after: { note, orderId, amount, currency } });
  });
}

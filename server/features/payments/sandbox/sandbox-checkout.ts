import type { Db, Trx } from '#server/db/schema.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';

import { findCardEffect } from './sandbox-cards.ts';
import {
  describeDispute,
  describeStripeEvent,
  describeRefund,
  describeCheckoutSession,
  newId,
} from './sandbox-objects.ts';
import * as queries from './sandbox.db.ts';
import type { CheckoutSessionRow } from './sandbox.db.ts';

// Events at the provider without an API call: payments, disputes, expiry.

type PayResult =
  | { kind: 'paid'; session: CheckoutSessionRow }
  | { kind: 'declined'; message: string }
  | { kind: 'closed' };

/** A declined card leaves the session open. Paying twice is a no-op. */
export async function payCheckout(
  db: Db,
  sessionId: string,
  cardNumber: string,
): Promise<PayResult> {
  const effect = findCardEffect(cardNumber);
  return transaction(db, async (trx): Promise<PayResult> => {
    const session = await queries.lockCheckoutSession(trx, 'id', sessionId);
    if (session?.payment_status === 'paid') return { kind: 'paid', session };
    if (session?.status !== 'open' || session.expires_at.getTime() <= Date.now()) {
      return { kind: 'closed' };
    }
    if (effect.kind === 'declined') return effect;
    const paid = await queries.updateCheckoutSession(trx, sessionId, {
      status: 'complete',
      payment_status: 'paid',
      payment_id: newId('pi'),
      card: cardNumber.replaceAll(/\D/g, ''),
    });
    await emit(trx, 'checkout.session.completed', describeCheckoutSession(paid));
    if (effect.later === 'disputed') await openDispute(trx, paid);
    return { kind: 'paid', session: paid };
  });
}

export async function openDispute(trx: Trx, session: CheckoutSessionRow): Promise<void> {
  if (session.payment_id === null) return;
  const dispute = await queries.insertDispute(trx, {
    id: newId('du'),
    payment_id: session.payment_id,
    amount: session.amount,
    currency: session.currency,
    status: 'needs_response',
  });
  await emit(trx, 'charge.dispute.created', describeDispute(dispute));
  await emit(trx, 'charge.dispute.funds_withdrawn', describeDispute(dispute));
}

/** False if no dispute is open. */
export async function closeDispute(
  trx: Trx,
  paymentId: string,
  outcome: 'won' | 'lost',
): Promise<boolean> {
  const open = (await queries.findDisputes(trx, paymentId)).find(
    ({ status }) => status === 'needs_response',
  );
  if (!open) return false;
  const dispute = await queries.updateDispute(trx, open.id, outcome);
  await emit(trx, 'charge.dispute.closed', describeDispute(dispute));
  if (outcome === 'won') {
    await emit(trx, 'charge.dispute.funds_reinstated', describeDispute(dispute));
  }
  return true;
}

/** Expires sessions and fails the refunds of one test card. */
export async function processDueChanges(db: Db): Promise<void> {
  await transaction(db, async (trx) => {
    for (const session of await queries.expireDueCheckoutSessions(trx)) {
      await emit(trx, 'checkout.session.expired', describeCheckoutSession(session));
    }
    for (const refund of await queries.failDueRefunds(trx)) {
      await emit(trx, 'refund.updated', describeRefund(refund));
      await emit(trx, 'refund.failed', describeRefund(refund));
    }
  });
}

export async function emit(trx: Trx, type: string, object: unknown): Promise<void> {
  await queries.insertSandboxEvent(trx, describeStripeEvent(type, object));
  afterCommit(trx, () => {
    for (const wake of listeners) wake();
  });
}

const listeners = new Set<() => void>();

/** Calls `wake` after each new event. Returns the function to unsubscribe. */
export function onSandboxEvent(wake: () => void): () => void {
  listeners.add(wake);
  return () => listeners.delete(wake);
}

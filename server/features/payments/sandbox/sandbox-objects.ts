import { randomBytes } from 'node:crypto';

import type { DisputeRow, RefundRow, CheckoutSessionRow } from './sandbox.db.ts';

// Converts the sandbox's rows to Stripe API objects, with the fields the site reads.
const apiVersion = '2026-10-28.endive';

export function newId(prefix: string): string {
  return `${prefix}_sandbox_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}

export function describeCheckoutSession(row: CheckoutSessionRow) {
  return {
    id: row.id,
    object: 'checkout.session',
    amount_subtotal: row.amount,
    amount_total: row.amount,
    cancel_url: row.cancel_url,
    client_reference_id: row.reference,
    created: toSeconds(row.created_at),
    currency: row.currency,
    expires_at: toSeconds(row.expires_at),
    livemode: false,
    metadata: row.metadata,
    mode: 'payment',
    payment_intent: row.payment_id,
    payment_status: row.payment_status,
    status: row.status,
    success_url: row.success_url,
    url: row.status === 'open' ? addressOf(row) : null,
  };
}

function addressOf({ id, success_url: successUrl }: CheckoutSessionRow): string {
  return `${new URL(successUrl).origin}${checkoutPath(id)}`;
}

export function checkoutPath(id: string): string {
  return `/sandbox/checkout/${id}`;
}

export function describePayment(row: CheckoutSessionRow) {
  return {
    id: row.payment_id,
    object: 'payment_intent',
    amount: row.amount,
    amount_received: row.amount,
    created: toSeconds(row.created_at),
    currency: row.currency,
    livemode: false,
    metadata: row.payment_metadata,
    status: 'succeeded',
  };
}

export function describeRefund(row: RefundRow) {
  return {
    id: row.id,
    object: 'refund',
    amount: row.amount,
    created: toSeconds(row.created_at),
    currency: row.currency,
    metadata: row.metadata,
    payment_intent: row.payment_id,
    reason: 'requested_by_customer',
    status: row.status,
    ...(row.status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
  };
}

export function describeDispute(row: DisputeRow) {
  return {
    id: row.id,
    object: 'dispute',
    amount: row.amount,
    created: toSeconds(row.created_at),
    currency: row.currency,
    livemode: false,
    metadata: {},
    payment_intent: row.payment_id,
    reason: 'fraudulent',
    status: row.status,
  };
}

export function describeStripeEvent(type: string, object: unknown) {
  const id = newId('evt');
  return {
    id,
    type,
    body: {
      id,
      object: 'event',
      api_version: apiVersion,
      created: Math.floor(Date.now() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    },
  };
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

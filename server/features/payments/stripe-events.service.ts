import type { Stripe } from 'stripe';
import * as z from 'zod/mini';

import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#shared/errors.ts';
import { parseJson } from '#shared/rules/parse-json.ts';

import { findPaymentOwner, syncLosses, toOrderId } from './losses.service.ts';
import { idOf, settleCheckoutSession } from './settle.service.ts';
import type { CheckoutResult } from './settle.service.ts';
import { updateStripeEvent, hasStripeEvent, insertStripeEvent } from './stripe-events.db.ts';
import { recordUnknownPayment, recordUnknownCheckout } from './unknown-payments.service.ts';

/**
 * Processes the provider's events, from the webhook or from reconciliation. An event's row and its effects
 * are written in one transaction, and every failure is answered with an error: an event is either
 * processed or sent again.
 */
type StripeEventDeps = Pick<Deps, 'db' | 'live' | 'payments'>;

const toleranceSeconds = 300;

/** docs/payments.md tells owners to enable exactly these. */
export const stripeEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event['type'][];

/** `body` must be the raw bytes of the request: the signature covers them. */
export async function verifyStripeEvent(
  { payments }: Pick<Deps, 'payments'>,
  body: Buffer,
  header: string | undefined,
): Promise<Stripe.Event> {
  const [stripe, secrets] = [await payments.stripe(), await payments.webhookSecrets()];
  const { signature } = stripe.webhooks;
  if (!signature) throw new Error('The payment provider’s SDK cannot verify signatures.');
  if (!header || !isNotInFuture(header)) throw invalidSignature();
  for (const secret of secrets) {
    try {
      signature.verifyHeader(body, header, secret, toleranceSeconds);
    } catch {
      // Try the next secret.
      continue;
    }
    return parseStripeEvent(body);
  }
  throw invalidSignature();
}

/** Common to all events; `data.object` is checked where it is used. */
const StripeEventBody = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  object: z.literal('event'),
  type: z.string().check(z.maxLength(255)),
  created: z.int().check(z.gte(0), z.lte(100_000_000_000)),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

function parseStripeEvent(body: Buffer): Stripe.Event {
  const content = parseJson(body.toString());
  if (z.safeParse(z.object({ object: z.literal('v2.core.event') }), content).success) {
    throw new AppError(
      'payments/event-refused',
      'This is a thin event. Choose the payload style "Snapshot" for this webhook in the provider’s dashboard.',
    );
  }
  if (!z.safeParse(StripeEventBody, content).success) {
    throw new AppError('payments/event-refused', 'The body is not a valid event.');
  }
  // The body is signed by the provider, so its type can be trusted.
  return content as Stripe.Event;
}

/** The SDK only refuses old timestamps. A future one could be captured and replayed later. */
function isNotInFuture(header: string): boolean {
  const times = header.split(',').filter((part) => part.startsWith('t='));
  const seconds = Number(times[0]?.slice(2));
  return times.length === 1 && seconds - Math.floor(Date.now() / 1000) <= toleranceSeconds;
}

function invalidSignature(): AppError {
  return new AppError('payments/signature-refused', 'The signature is not valid.');
}

export async function processStripeEvent(
  deps: StripeEventDeps,
  stripeEvent: Stripe.Event,
): Promise<void> {
  if (await hasStripeEvent(deps.db, stripeEvent.id)) return;
  switch (stripeEvent.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return processCheckoutSession(deps, stripeEvent, stripeEvent.data.object, 'completed');
    case 'checkout.session.async_payment_failed':
      return processCheckoutSession(deps, stripeEvent, stripeEvent.data.object, 'failed');
    case 'checkout.session.expired':
      return processCheckoutSession(deps, stripeEvent, stripeEvent.data.object, 'expired');
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return processLoss(deps, stripeEvent, idOf(stripeEvent.data.object.payment_intent));
    default:
      return recordEvent(deps, stripeEvent, async () => ({ orderId: null, outcome: 'ignored' }));
  }
}

async function processCheckoutSession(
  deps: StripeEventDeps,
  stripeEvent: Stripe.Event,
  checkoutSession: Stripe.Checkout.Session,
  result: CheckoutResult,
): Promise<void> {
  const orderId = toOrderId(
    checkoutSession.metadata?.['order_id'] ?? checkoutSession.client_reference_id,
  );
  await recordEvent(deps, stripeEvent, async (trx) => {
    if (!orderId) return foreign;
    const outcome = await settleCheckoutSession(deps, trx, { orderId, checkoutSession, result });
    if (outcome !== 'missing') return { orderId, outcome };
    const isRecorded =
      result === 'completed' && (await recordUnknownCheckout(deps, trx, checkoutSession));
    return isRecorded ? { orderId: null, outcome: 'unknown-order' } : foreign;
  });
}

async function processLoss(
  deps: StripeEventDeps,
  stripeEvent: Stripe.Event,
  paymentId: string | undefined,
): Promise<void> {
  if (paymentId === undefined) return recordEvent(deps, stripeEvent, async () => foreign);
  const owner = await findPaymentOwner(deps, paymentId);
  if (owner.kind === 'foreign') return recordEvent(deps, stripeEvent, async () => foreign);
  if (owner.kind === 'unknown') {
    return recordEvent(deps, stripeEvent, async (trx) => {
      await recordUnknownPayment(deps, trx, owner);
      return { orderId: null, outcome: 'unknown-order' };
    });
  }
  const { orderId } = owner;
  await syncLosses(
    deps,
    { orderId, paymentId },
    {
      begin: (trx) => insertStripeEvent(trx, toEventRow(stripeEvent)),
      finish: (trx) => updateStripeEvent(trx, stripeEvent.id, { orderId, outcome: 'recomputed' }),
    },
  );
}

type Outcome = { orderId: string | null; outcome: string };

const foreign: Outcome = { orderId: null, outcome: 'foreign' };

async function recordEvent(
  { db }: StripeEventDeps,
  stripeEvent: Stripe.Event,
  effect: (trx: Trx) => Promise<Outcome>,
): Promise<void> {
  await transaction(db, async (trx) => {
    if (!(await insertStripeEvent(trx, toEventRow(stripeEvent)))) return;
    await updateStripeEvent(trx, stripeEvent.id, await effect(trx));
  });
}

function toEventRow({ id, type, created }: Stripe.Event) {
  return { id, type, created_at: new Date(created * 1000), outcome: 'received' };
}

import type { Stripe } from 'stripe';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { SessionAccount } from '#server/features/accounts/sessions.service.ts';
import { getSetting } from '#server/lib/settings.ts';
import { AppError } from '#shared/errors.ts';
import { returnPath, topUp, topUpAgreement } from '#shared/payments.ts';
import { toUsernameKey } from '#shared/usernames.ts';

import {
  findOrderByKey,
  findTopUpUse,
  insertOrder,
  lockAccount,
  saveSession,
  updateOrder,
} from './orders.db.ts';
import type { OrderRow, TopUpUse } from './orders.db.ts';

/**
 * A top-off begins as a row of ours, then becomes a checkout session at the provider, asked for under
 * the row's id: repeated with the same figures after any failure it is the same session. No coins move
 * here; that is the provider's word's doing alone.
 */
type Tools = Pick<Deps, 'db' | 'live' | 'payments' | 'onProblem'>;
type Buyer = Pick<SessionAccount, 'id' | 'username' | 'usernameKey'>;

export type TopUpRequest = {
  amount: number;
  price?: number | undefined;
  userId?: string | undefined;
  agreed?: boolean | undefined;
  agreementVersion?: string | undefined;
};

type Circumstances = {
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** Where the buyer's browser is, and comes back to. */
  origin: string;
};

/** The provider takes 30 minutes at least; this leaves room for repeating a request that got lost. */
const sessionMinutes = 60;

export async function beginTopUp(
  deps: Tools,
  buyer: Buyer,
  request: TopUpRequest & Circumstances,
): Promise<{ url: string; orderId: string }> {
  refuseContradictions(buyer, request);
  if (deps.payments.mode === 'off') await deps.payments.stripe();
  const order = await placeOrder(deps, buyer, request);
  if (order.coins !== request.amount) {
    throw new AppError('payments/key-reused', 'This key was used for another amount already.');
  }
  const url = order.checkoutUrl ?? (await openSession(deps, order));
  return { url, orderId: order.id };
}

function refuseContradictions(buyer: Buyer, request: TopUpRequest & Circumstances): void {
  const { amount, price, userId, agreed, agreementVersion, key } = request;
  if (userId !== undefined && toUsernameKey(userId) !== buyer.usernameKey) {
    throw new AppError(
      'access/not-yours',
      `You are logged in as ${buyer.username} and cannot pay for somebody else.`,
    );
  }
  if (price !== undefined && price !== amount * topUp.centsPerCoin) {
    throw invalid('price', `The price of ${amount} Wyncoins is ${amount} cents.`);
  }
  if (agreed === false) throw invalid('agreed', 'Please agree to the terms first.');
  if (agreementVersion !== undefined && agreementVersion !== topUpAgreement.version) {
    throw new AppError(
      'payments/terms-changed',
      'The terms have changed. Please reload the page and read them again.',
    );
  }
  if (key !== undefined && !/^[\x21-\x7E]{1,100}$/.test(key)) {
    throw new AppError('request/invalid', 'The Idempotency-Key is 1 to 100 visible characters.');
  }
}

function invalid(field: string, text: string): AppError {
  return new AppError('request/invalid', text, { fields: { [field]: text } });
}

async function placeOrder(
  deps: Tools,
  buyer: Buyer,
  { amount, agreed, key, origin }: TopUpRequest & Circumstances,
): Promise<OrderRow> {
  const limits = await readLimits(deps);
  const now = new Date();
  return transaction(deps.db, async (trx) => {
    await lockAccount(trx, buyer.id);
    const earlier = key && (await findOrderByKey(trx, buyer.id, key));
    if (earlier) return earlier;
    refuseBeyondLimits(await findTopUpUse(trx, buyer.id), limits, amount * topUp.centsPerCoin);
    return insertOrder(trx, {
      account_id: buyer.id,
      coins: amount,
      amount: amount * topUp.centsPerCoin,
      currency: topUp.currency,
      // Off was refused before.
      mode: deps.payments.mode as OrderRow['mode'],
      key: key ?? null,
      origin,
      expires_at: new Date(Math.floor(now.getTime() / 1000) * 1000 + sessionMinutes * 60_000),
      ...(agreed && { consent_version: topUpAgreement.version, consent_at: now }),
    });
  });
}

type Limits = { open: number; daily: number; monthly: number };

async function readLimits(deps: Tools): Promise<Limits> {
  return {
    open: await getSetting(deps, 'payments.open_checkouts_per_hour'),
    daily: await getSetting(deps, 'payments.daily_cents'),
    monthly: await getSetting(deps, 'payments.monthly_cents'),
  };
}

function refuseBeyondLimits(use: TopUpUse, limits: Limits, amount: number): void {
  if (use.isDisputed) {
    throw new AppError(
      'payments/disputed',
      'One of your payments is disputed. You can top off again once that is settled.',
    );
  }
  if (use.open >= limits.open) {
    throw new AppError(
      'payments/limit-reached',
      'You have several open checkouts. Finish one of them, or try again in an hour.',
      { retryAfterSeconds: 3600 },
    );
  }
  if (use.today + amount > limits.daily || use.month + amount > limits.monthly) {
    const span = use.today + amount > limits.daily ? 'a day' : '30 days';
    const text = `That would be more than you can top off within ${span}. Try a smaller amount, or later.`;
    throw new AppError('payments/limit-reached', text);
  }
}

async function openSession(deps: Tools, order: OrderRow): Promise<string> {
  const { db, payments, onProblem } = deps;
  try {
    const stripe = await payments.stripe();
    const options = { idempotencyKey: `topup:${order.id}` };
    const { id, url } = await stripe.checkout.sessions.create(describeSession(order), options);
    if (!url) throw new Error(`The session ${id} has no address.`);
    await saveSession(db, order.id, { id, url });
    return url;
  } catch (error) {
    onProblem(`The checkout of order ${order.id} could not be opened.`, error);
    if (isFinal(error)) await updateOrder(db, order.id, { state: 'failed' });
    throw new AppError(
      'payments/unavailable',
      'The payment provider cannot be reached. You have not been charged; please try again in a moment.',
      { cause: error, retryAfterSeconds: 10 },
    );
  }
}

/** All of it stands in the row: a repeated request with other figures would be refused. */
function describeSession(order: OrderRow) {
  const metadata = { order_id: order.id };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: order.amount,
          product_data: { name: `${order.coins.toLocaleString('en')} Wyncoins` },
        },
      },
    ],
    client_reference_id: order.id,
    metadata,
    payment_intent_data: { metadata },
    allowed_payment_method_types: ['card'],
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: `${order.origin}${returnPath}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${order.origin}${returnPath}?canceled=true`,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** The provider understood and said no; anything else may have opened the session after all. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError';
}

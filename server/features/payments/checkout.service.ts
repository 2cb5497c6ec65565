import { createHash } from 'node:crypto';

import type { Stripe } from 'stripe';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { ConfirmationDeps } from '#server/features/accounts/email-confirmation.service.ts';
import { getTermsSource } from '#server/features/own-pages/own-pages.service.ts';
import {
  assertBuyerConfirmed,
  assertOnSale,
  isShopOpen,
} from '#server/features/shop/buying.service.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import { countCredited, returnPath } from '#shared/endpoints/payments.ts';
import { bonusOf, describeLimits, topUp, topUpAgreement } from '#shared/endpoints/top-up.ts';
import type { TopUpSettings } from '#shared/endpoints/top-up.ts';
import { AppError, invalidField } from '#shared/errors.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './orders.db.ts';
import type { OrderRow, TopUpUse } from './orders.db.ts';
import { paymentsOff } from './payment-provider.ts';
import { paymentSettings } from './payments.settings.ts';
import { describeProviderError } from './provider-errors.ts';
import { getTopUpSettings } from './top-up-settings.service.ts';

/**
 * A top-up starts as an order row. Then a checkout session is created at the provider with the order's
 * id as idempotency key, so a retry after any failure returns the same session. No coins move here: only a
 * confirmed payment moves them.
 */
type CheckoutDeps = ConfirmationDeps & Pick<Deps, 'brand' | 'payments'>;
type Buyer = Pick<SessionAccount, 'id' | 'username' | 'usernameKey'>;

export type TopUpRequest = {
  amount: number;
  bonus?: number | undefined;
  thenBuy?: { itemId: number; price: number } | undefined;
  price?: number | undefined;
  currency?: string | undefined;
  userId?: string | undefined;
  agreed?: boolean | undefined;
  agreementVersion?: string | undefined;
};

type RequestContext = {
  /** The Idempotency-Key header. */
  key: string | undefined;
  /** The checkout sends the buyer back here. */
  origin: string;
};

/** The provider's minimum is 30 minutes; this leaves time to repeat a lost request. */
const sessionMinutes = 60;

export async function createCheckoutSession(
  deps: CheckoutDeps,
  buyer: Buyer,
  request: TopUpRequest & RequestContext,
): Promise<{ url: string; orderId: string }> {
  assertRequestConsistent(buyer, request);
  if (!deps.payments.isSelling) throw paymentsOff();
  if (!(await isShopOpen(deps))) {
    throw new AppError(
      'shop/closed',
      'The store is closed at the moment. You have not been charged; please try again later.',
    );
  }
  await assertBuyerConfirmed(deps, buyer.username);
  if (request.thenBuy) {
    const { itemId: shopItemId, price } = request.thenBuy;
    await assertOnSale(deps, { accountId: buyer.id, shopItemId, price });
  }
  const order = await findOrInsertOrder(deps, buyer, request);
  const url = order.checkoutUrl ?? (await openCheckoutSession(deps, order, buyer.username));
  return { url, orderId: order.id };
}

function assertRequestConsistent(buyer: Buyer, request: TopUpRequest & RequestContext): void {
  const { userId, agreed, agreementVersion } = request;
  if (userId !== undefined && toUsernameKey(userId) !== buyer.usernameKey) {
    throw new AppError(
      'access/not-yours',
      `You are logged in as ${buyer.username} and cannot pay for another account.`,
    );
  }
  if (agreed === false) throw invalidField('agreed', 'Please agree to the terms first.');
  if (agreementVersion !== undefined && agreementVersion !== topUpAgreement.version) {
    throw new AppError(
      'payments/terms-changed',
      'The terms have changed. Please reload the page and read them again.',
    );
  }
}

/** Refuses a page that still shows an old price or bonus, so that nobody pays a price they did not see. */
function assertPriceKnown(request: TopUpRequest, rules: TopUpSettings): void {
  const { amount, price, currency } = request;
  const bonus = bonusOf(amount, rules.packs);
  if (amount < rules.min || amount > rules.max) throw invalidField('amount', describeLimits(rules));
  const cents = amount * rules.centsPerCoin;
  const isOtherCurrency = (currency ?? topUp.currency) !== rules.currency;
  if (price !== undefined && (price !== cents || isOtherCurrency)) {
    throw invalidField(
      'price',
      `The price of ${amount} coins is ${cents} cents (${formatAmount(cents, rules.currency)}). If you saw another one, it has changed since.`,
    );
  }
  if (currency !== undefined && isOtherCurrency) {
    throw invalidField('currency', `The currency is ${rules.currency}. You have not been charged.`);
  }
  if (request.bonus !== undefined && request.bonus !== bonus) {
    throw invalidField(
      'bonus',
      `The bonus for ${amount} coins is now ${bonus}. Please check again.`,
    );
  }
}

/** True if the buyer asked for exactly this order before. A price that the request leaves out may differ. */
function isSameRequest(order: OrderRow, request: TopUpRequest): boolean {
  const { amount, price, currency, bonus = order.bonus, thenBuy } = request;
  if (order.bonus !== bonus || order.buyItemId !== (thenBuy?.itemId ?? null)) return false;
  if (order.coins !== amount || (price !== undefined && order.amount !== price)) return false;
  return order.currency === (currency ?? (price === undefined ? order.currency : topUp.currency));
}

async function findOrInsertOrder(
  deps: CheckoutDeps,
  buyer: Buyer,
  request: TopUpRequest & RequestContext,
): Promise<OrderRow> {
  const { amount, agreed, key, origin } = request;
  const settings = await getTopUpSettings(deps);
  const { currency } = settings;
  const price = amount * settings.centsPerCoin;
  const bonus = bonusOf(amount, settings.packs);
  const open = await getSetting(deps, paymentSettings.openCheckoutsPerHour);
  const terms = agreed ? await hashTerms(deps) : null;
  const now = new Date();
  return transaction(deps.db, async (trx) => {
    await queries.lockAccount(trx, buyer.id);
    const earlier = key && (await queries.findOrderByKey(trx, buyer.id, key));
    if (earlier && !isSameRequest(earlier, request)) throw keyReused();
    if (earlier && !isUnopened(earlier)) return earlier;
    assertPriceKnown(request, settings);
    const use = await queries.findTopUpUse(trx, buyer.id, currency);
    assertWithinLimits(use, { ...settings, open }, price);
    if (earlier) {
      if (earlier.amount !== price || earlier.currency !== currency || earlier.bonus !== bonus)
        throw keyReused();
      await queries.updateOrder(trx, earlier.id, { state: 'created', end_reason: null });
      return earlier;
    }
    return queries.insertOrder(trx, {
      account_id: buyer.id,
      coins: amount,
      bonus,
      buy_item_id: request.thenBuy?.itemId ?? null,
      buy_price: request.thenBuy?.price ?? null,
      amount: price,
      currency,
      // Not `off`: createCheckoutSession has refused that.
      mode: deps.payments.mode as OrderRow['mode'],
      key: key ?? null,
      origin,
      expires_at: new Date(Math.floor(now.getTime() / 1000) * 1000 + sessionMinutes * 60_000),
      ...(agreed && {
        consent_version: topUpAgreement.version,
        consent_at: now,
        consent_terms: terms,
      }),
    });
  });
}

function keyReused(): AppError {
  return new AppError('payments/key-reused', 'This key has already been used for another amount.');
}

/** Its checkout could not be opened. Such an order does not count against the limits and can be retried. */
function isUnopened(order: OrderRow): boolean {
  return order.state === 'failed' && order.sessionId === null;
}

/** Hashes the unfilled source, which is what the history of the page stores. */
async function hashTerms(deps: CheckoutDeps): Promise<string> {
  return createHash('sha256')
    .update(await getTermsSource(deps))
    .digest('hex');
}

type Limits = { open: number; daily: number; monthly: number };

function assertWithinLimits(use: TopUpUse, limits: Limits, amount: number): void {
  if (use.isDisputed) {
    throw new AppError(
      'payments/disputed',
      'One of your payments is disputed. You can top up again once the dispute is settled.',
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
    const text = `This is more than you can top up within ${span}. Try a smaller amount, or try again later.`;
    throw new AppError('payments/limit-reached', text);
  }
}

async function openCheckoutSession(
  deps: CheckoutDeps,
  order: OrderRow,
  player: string,
): Promise<string> {
  const { db, payments, onProblem } = deps;
  try {
    const stripe = await payments.stripe();
    const options = { idempotencyKey: `topup:${order.id}` };
    const params = toSessionParams(order, player, deps.brand.now().words.coins);
    const { id, url } = await stripe.checkout.sessions.create(params, options);
    if (!url) throw new Error(`The checkout session ${id} has no URL.`);
    await queries.updateOrderCheckout(db, order.id, { id, url });
    return url;
  } catch (error) {
    const cause = describeProviderError(error);
    onProblem(`The checkout of order ${order.id} could not be opened.`, cause);
    // The provider may have created the session, but we do not have its URL. A retry with the same key
    // returns the same session.
    await queries.failUnopenedOrder(db, order.id);
    throw new AppError(
      'payments/unavailable',
      'The payment provider cannot be reached. You have not been charged; please try again in a moment.',
      { cause, retryAfterSeconds: 10 },
    );
  }
}

/** From the order alone, or the provider refuses a retry. The name helps admins if the order is ever lost. */
function toSessionParams(order: OrderRow, player: string, coinsWord: string) {
  const metadata = { order_id: order.id, player };
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: order.amount,
          product_data: { name: `${countCredited(order).toLocaleString('en')} ${coinsWord}` },
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
    cancel_url: `${order.origin}${returnPath}?canceled=true&order=${order.id}`,
  } satisfies Stripe.Checkout.SessionCreateParams;
}

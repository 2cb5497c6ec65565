import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { orderStates, paymentModes } from '../rules/order-states.ts';
import {
  bulkOf,
  BulkAnswer,
  listOf,
  CountedPageQuery,
  Day,
  IdNumber,
  maxInt4,
  Moment,
  optionalText,
  PageQuery,
  Paging,
  wholeNumber,
} from '../schemas.ts';
import { describeLimits, mostCoins, Packs, topUp, TopUpRules } from './top-up.ts';

const endpoint = endpointsOf('Payments');
const loginEndpoint = endpointsOf('Payments', { access: 'login' });

/** In capitals, as the top-up dialog shows it. */
export function nameProvider(mode: PaymentMode): string {
  return mode === 'sandbox' ? 'SANDBOX' : 'STRIPE';
}

export const PaymentMode = z.enum(paymentModes);
export type PaymentMode = z.infer<typeof PaymentMode>;

export const OrderState = z.enum(orderStates);
export type OrderState = z.infer<typeof OrderState>;

/** The coins are returned only if the dispute is won. */
export const DisputeState = z.enum(['open', 'won', 'lost']);
export type DisputeState = z.infer<typeof DisputeState>;

export type PaymentInfo = z.infer<typeof PaymentInfo>;
export const PaymentInfo = z.object({
  provider: z.string(),
  mode: PaymentMode,
  /** False when an admin has closed the store: no purchases and no top-ups. */
  shopOpen: z.boolean(),
  ...TopUpRules.shape,
  /** Absent if the owner has set none. */
  packs: z.optional(Packs),
  agreementVersion: z.string(),
});

/** In the modes sandbox and test the shop says that no real money is taken. */
export const getPaymentInfo = endpoint('GET /api/shop/payments', {
  access: 'public',
  summary: 'Whether and how coins can be bought.',
  response: PaymentInfo,
});

const Ignored = z.optional(z.nullable(z.string().check(z.maxLength(2000))));

export const createCheckoutSession = loginEndpoint('POST /api/shop/create-checkout-session', {
  isOnlyForStaying: true,
  summary:
    'Start a top-up. Returns the address of the hosted checkout; repeating the call with the same Idempotency-Key header returns the same order.',
  body: z.object({
    /** These three are accepted and ignored: the server names the product itself. */
    name: Ignored,
    description: Ignored,
    image: Ignored,
    /** In cents. Must equal `amount` times the price of a coin, which is one cent unless an admin changed it. */
    price: z.optional(z.number('The price must be a number of cents.')),
    /** The currency in which the buyer saw the price; `usd` if it is missing. */
    currency: optionalText(10),
    /** From 500 to 50,000 unless an admin changed the limits. */
    amount: wholeNumber(1, mostCoins, describeLimits(topUp)),
    /** The bonus that the buyer saw; must be the one that the amount brings. */
    bonus: z.optional(wholeNumber(0, mostCoins)),
    /** Buys this item as soon as the coins are there, at this price or not at all. */
    thenBuy: z.optional(z.object({ itemId: IdNumber, price: wholeNumber(1, maxInt4) })),
    /** The session decides who pays; this must match it. */
    userId: optionalText(100),
    /** The dialog's checkbox, and the version of the text beside it. */
    agreed: z.optional(z.boolean()),
    agreementVersion: optionalText(40),
  }),
  response: z.object({ url: z.string(), orderId: z.string() }),
  limit: { max: 60, seconds: 3600 },
  takesIdempotencyKey: true,
});

export type Order = z.infer<typeof Order>;
export const Order = z.object({
  id: z.string(),
  state: OrderState,
  coins: z.int(),
  /** Bonus coins; absent without a bonus. */
  bonus: z.optional(z.int()),
  /** The item to buy with the coins. The outcome is `bought`, or why not; null before the payment. */
  thenBuy: z.optional(
    z.object({ itemName: z.string(), price: z.int(), outcome: z.nullable(z.string()) }),
  ),
  /** In cents. */
  amount: z.int(),
  currency: z.string(),
  mode: PaymentMode,
  createdAt: Moment,
  paidAt: z.nullable(Moment),
  /** When the player left the checkout by its cancel link. A payment that still arrives is credited. */
  canceledAt: z.nullable(Moment),
  /** Address of the open checkout; null when it was canceled or can no longer be paid. */
  url: z.nullable(z.string()),
  /** Refunded to the card, in cents. */
  refunded: z.int(),
  /** Coins taken back for refunds and disputes. */
  clawed: z.int(),
  dispute: z.nullable(DisputeState),
});

/** The return page only knows the checkout session's id; other callers use the order's id. */
export const getOrder = loginEndpoint('GET /api/shop/orders/{id}', {
  summary: 'One of the caller’s top-ups, by order id or checkout session id.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: Order,
});

export const cancelOrder = loginEndpoint('POST /api/shop/orders/{id}/cancel', {
  summary:
    'Cancel a checkout that is not paid yet and close it at the provider. A payment that still arrives is credited.',
  params: z.object({ id: z.uuid() }),
  response: Order,
  limit: { max: 60, seconds: 3600 },
});

export const listOrders = loginEndpoint('GET /api/shop/orders', {
  summary:
    'The caller’s top-ups, newest first. Checkouts that were never paid are left out after a day.',
  query: PageQuery,
  response: z.object({
    orders: z.array(Order),
    ...Paging,
  }),
});

/** Called by the provider; authenticated only by the signature header. */
export const webhookPath = '/api/shop/webhook';

/** The checkout returns here with `session_id`, or with `canceled=true`. */
export const returnPath = '/shop';

export type ManagedOrder = z.infer<typeof ManagedOrder>;
export const ManagedOrder = z.extend(Order, {
  username: z.string(),
  sessionId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  /** Lost to or held by disputes, in cents. */
  disputed: z.int(),
  /** Why an admin should look at this order. */
  reviewReason: z.nullable(z.string()),
  /** Set when the site ended the order without an event from the provider. */
  endReason: z.nullable(z.string()),
  /** A refund was attempted and its result has not been read yet, so the coins are not taken back yet. */
  lossesDue: z.boolean(),
  consentVersion: z.nullable(z.string()),
  consentAt: z.nullable(Moment),
  /** SHA-256 of the terms the buyer agreed to. */
  consentTerms: z.nullable(z.string()),
  /** In cents; 0 if nothing is left or the order cannot be refunded here. */
  refundable: z.int(),
});

/** A payment for an order that is missing from this database, for example after restoring a backup. */
export type UnknownPayment = z.infer<typeof UnknownPayment>;
export const UnknownPayment = z.object({
  /** The provider's payment id, or the checkout session id if there is none. */
  id: z.string(),
  orderId: z.string(),
  sessionId: z.nullable(z.string()),
  /** The player's name from the payment's metadata. */
  player: z.nullable(z.string()),
  /** In the currency's smallest unit. */
  amount: z.int(),
  currency: z.string(),
  mode: z.enum(['live', 'test', 'sandbox']),
  foundAt: Moment,
});

/** `from` and `until` are UTC days, both included. */
export type OrderFilter = z.infer<typeof OrderFilter>;
export const OrderFilter = z.object({
  /** The id of the order, or the provider's id of its payment or checkout session. */
  id: optionalText(200),
  /** Part of a name; `username` is the exact name. */
  player: optionalText(100),
  username: optionalText(40),
  state: z.optional(OrderState),
  mode: z.optional(PaymentMode),
  /** `true`: only orders under review or with an open dispute. */
  attention: z.optional(z.enum(['true', 'false'])),
  from: z.optional(Day),
  until: z.optional(Day),
});

export type OrderTotals = z.infer<typeof OrderTotals>;
export const OrderTotals = z.object({
  /** Counts orders. Like `coins` and `amount`, of paid orders only. */
  paid: z.int(),
  coins: z.int(),
  clawed: z.int(),
  players: z.int(),
  /** In cents, one sum per currency. That of new top-ups is always there, and first. */
  money: z.array(
    z.object({ currency: z.string(), amount: z.int(), refunded: z.int(), disputed: z.int() }),
  ),
});

export const listManagedOrders = endpoint('GET /api/admin/orders', {
  summary:
    'Top-ups, newest first, with totals over everything that matches the filter. More than 20,000 are counted and summed only with totals=all; otherwise totals is null and total a lower limit.',
  query: z.extend(OrderFilter, CountedPageQuery.shape),
  response: z.object({
    orders: z.array(ManagedOrder),
    ...Paging,
    totals: z.nullable(OrderTotals),
    /** Ignores the filter. */
    attention: z.object({ reviews: z.int(), disputes: z.int(), unknown: z.int() }),
    /** Unhandled payments without an order, at most 50. */
    unknown: z.array(UnknownPayment),
  }),
});

export const ordersCsvPath = '/api/admin/orders.csv';

export const downloadOrders = endpoint(`GET ${ordersCsvPath}`, {
  summary: 'The top-ups as CSV, with the same filter.',
  query: z.extend(OrderFilter, {
    /** Only these top-ups, separated by commas. */
    ids: z.optional(listOf(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/)),
  }),
  response: z.string(),
  contentType: 'text/csv',
});

const OrderParams = z.object({ id: z.uuid('This order does not exist.') });

const Note = z
  .string('Write a short note.')
  .check(z.trim(), z.minLength(1, 'Write a short note.'), z.maxLength(300));

const RefundAmount = wholeNumber(1, maxInt4, 'Enter a whole number of cents, at least 1.');
const RefundKey = z.string('The key is missing.').check(z.minLength(8), z.maxLength(100));

export const refundOrder = endpoint('POST /api/admin/orders/{id}/refund', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Refund money through the provider and take back the coins. Repeating the call with the same key refunds once.',
  params: OrderParams,
  body: z.object({
    /** In cents; default: everything that is left. */
    amount: z.optional(RefundAmount),
    key: RefundKey,
  }),
  response: ManagedOrder,
});

export const refundOrders = endpoint('POST /api/admin/orders/refund', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Refund several top-ups, each by the rules of a single refund. Repeating the call with the same key refunds each once.',
  body: z.object({
    refunds: bulkOf(z.object({ id: OrderParams.shape.id, amount: RefundAmount })),
    key: RefundKey,
  }),
  response: BulkAnswer,
});

export const resolveOrder = endpoint('POST /api/admin/orders/{id}/resolve', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Close the review of an order. This moves no coins; use a refund or an adjustment for that.',
  params: OrderParams,
  body: z.object({ note: Note }),
  response: ManagedOrder,
});

export const handleUnknownPayment = endpoint('POST /api/admin/unknown-payments/{id}/handle', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Mark a payment without an order as handled. This moves no money and no coins: refund it at the provider, or adjust the player’s coins.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
  body: z.object({ note: Note }),
});

/** Only in sandbox mode. Acts as the buyer's bank. */
export const disputeSandboxOrder = endpoint('POST /api/admin/sandbox/orders/{id}/dispute', {
  summary: 'Sandbox only: open a dispute for an order, or close it as won or lost.',
  params: OrderParams,
  body: z.object({ outcome: z.enum(['opened', 'won', 'lost']) }),
});

/** Coins to take back for the cents lost, bonus included: rounded up, at most the coins credited. */
export function countClawed(
  order: { coins: number; bonus?: number | undefined; amount: number },
  lost: { refunded: number; disputed: number },
): number {
  const coins = countCredited(order);
  const cents = Math.min(order.amount, lost.refunded + lost.disputed);
  return Math.min(coins, Math.ceil((coins * cents) / order.amount));
}

export function countCredited({ coins, bonus = 0 }: Pick<Order, 'coins' | 'bonus'>): number {
  return coins + bonus;
}

import * as z from 'zod/mini';

import { adminFreshMinutes, endpoint } from './endpoint.ts';
import { Day, maxInt4, pageNumber, wholeNumber } from './request-values.ts';

const tag = 'Payments';

/** Whole coins at one cent each; the limits stand on the modal, the server enforces them. */
export const topUp = { min: 500, max: 50_000, centsPerCoin: 1, currency: 'usd' } as const;

/** What the buyer agrees to. A changed text gets a new version; orders keep the one agreed to. */
export const topUpAgreement = {
  version: '2026-11-15',
  text: 'I agree to the terms and understand that I purchase at my own risk.',
} as const;

/** As the top-off modal shows it. */
export const providerName = 'STRIPE';

/** live: real cards. test: Stripe's test mode. sandbox: the embedded stand-in. off: no top-offs. */
export const PaymentMode = z.enum(['live', 'test', 'sandbox', 'off']);
export type PaymentMode = z.infer<typeof PaymentMode>;

/**
 * created → pending → paid; pending → processing → paid or failed; pending → expired. `review`: the
 * provider told of figures that are not the order's, so nothing was credited.
 */
export const OrderState = z.enum([
  'created',
  'pending',
  'processing',
  'paid',
  'failed',
  'expired',
  'review',
]);
export type OrderState = z.infer<typeof OrderState>;

/** open: the buyer's bank is asking. Only one that was won gives the coins back. */
export const DisputeState = z.enum(['open', 'won', 'lost']);
export type DisputeState = z.infer<typeof DisputeState>;

export type PaymentInfo = z.infer<typeof PaymentInfo>;
export const PaymentInfo = z.object({
  provider: z.string(),
  mode: PaymentMode,
  /** False: an admin closed the store, so nothing can be bought and no coins topped off. */
  shopOpen: z.boolean(),
  min: z.int(),
  max: z.int(),
  agreementVersion: z.string(),
});

/** `mode` sandbox and test: the shop says that no real money is taken. */
export const getPaymentInfo = endpoint({
  method: 'GET',
  path: '/api/shop/payments',
  access: 'public',
  tag,
  summary: 'Whether and how coins can be bought.',
  response: PaymentInfo,
});

const amountText = `Choose a whole number of Wyncoins from ${topUp.min} to ${topUp.max.toLocaleString('en')}.`;
const Ignored = z.optional(z.nullable(z.string().check(z.maxLength(2000))));

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/shop/create-checkout-session',
  access: 'login',
  tag,
  summary:
    'Begin a top-off: answers the address of the hosted checkout. Repeated with the same Idempotency-Key header it answers the same order.',
  body: z.object({
    /** The server names the product itself. */
    name: Ignored,
    description: Ignored,
    image: Ignored,
    /** In cents; a coin costs one, so it must equal `amount`. */
    price: z.optional(z.number('The price is a number of cents.')),
    amount: wholeNumber(topUp.min, topUp.max, amountText),
    /** Who pays is known from the session; this may only agree. */
    userId: z.optional(z.string().check(z.maxLength(100))),
    /** The modal's checkbox, and which text it stood beside. */
    agreed: z.optional(z.boolean()),
    agreementVersion: z.optional(z.string().check(z.maxLength(40))),
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
  /** In cents. */
  amount: z.int(),
  currency: z.string(),
  mode: PaymentMode,
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
  /** Where an open checkout can be taken up again; null once it cannot. */
  url: z.nullable(z.string()),
  /** Given back to the card, in cents. */
  refunded: z.int(),
  /** Coins taken back because of refunds and disputes. */
  clawed: z.int(),
  dispute: z.nullable(DisputeState),
});

/** The return page has the provider's session id, everything else the order's. */
export const getOrder = endpoint({
  method: 'GET',
  path: '/api/shop/orders/{id}',
  access: 'login',
  tag,
  summary: 'One of the caller’s top-offs, by its id or by the checkout session’s.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: Order,
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/shop/orders',
  access: 'login',
  tag,
  summary: 'The caller’s top-offs, newest first.',
  query: z.object({ page: pageNumber(100_000) }),
  response: z.object({
    orders: z.array(Order),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
});

/** The provider calls it; the signature in the header is the only key to it. */
export const webhookPath = '/api/shop/webhook';

/** Where the checkout returns to: `session_id`, or `canceled=true`. */
export const returnPath = '/shop';

export type ManagedOrder = z.infer<typeof ManagedOrder>;
export const ManagedOrder = z.extend(Order, {
  username: z.string(),
  sessionId: z.nullable(z.string()),
  paymentId: z.nullable(z.string()),
  /** Lost or held by disputes, in cents. */
  disputed: z.int(),
  /** Why somebody should look at it. */
  reviewReason: z.nullable(z.string()),
  /** Why the site ended the order without an event from the provider. */
  endReason: z.nullable(z.string()),
  /** A refund was made or tried, and the provider could not be read since: the coins are not taken yet. */
  lossesDue: z.boolean(),
  consentVersion: z.nullable(z.string()),
  consentAt: z.nullable(z.string()),
  /** SHA-256 of the terms that were agreed to. */
  consentTerms: z.nullable(z.string()),
  /** What can still be given back, in cents; 0: nothing, or not from here. */
  refundable: z.int(),
});

/** A payment for an order of ours that is not in this database, as after the restore of a backup. */
export type UnknownPayment = z.infer<typeof UnknownPayment>;
export const UnknownPayment = z.object({
  /** The provider's id of the payment, or of its checkout. */
  id: z.string(),
  orderId: z.string(),
  sessionId: z.nullable(z.string()),
  /** Who paid, as the site told the provider. */
  player: z.nullable(z.string()),
  /** In the smallest unit of its currency. */
  amount: z.int(),
  currency: z.string(),
  mode: z.enum(['live', 'test', 'sandbox']),
  foundAt: z.string(),
});

const Text = z.optional(z.string().check(z.maxLength(100)));

/** Days are whole days in UTC, the last one included. */
export type OrderFilter = z.infer<typeof OrderFilter>;
export const OrderFilter = z.object({
  player: Text,
  state: z.optional(OrderState),
  mode: z.optional(PaymentMode),
  /** `true`: only what somebody should look at: reviews and open disputes. */
  attention: z.optional(z.enum(['true', 'false'])),
  from: z.optional(Day),
  until: z.optional(Day),
});

export type OrderTotals = z.infer<typeof OrderTotals>;
export const OrderTotals = z.object({
  /** Orders that were paid, their cents and coins. */
  paid: z.int(),
  amount: z.int(),
  coins: z.int(),
  refunded: z.int(),
  disputed: z.int(),
  clawed: z.int(),
  players: z.int(),
});

export const listManagedOrders = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  tag,
  summary: 'Top-offs, newest first, with totals over everything the filter finds.',
  query: z.extend(OrderFilter, { page: pageNumber(100_000) }),
  response: z.object({
    orders: z.array(ManagedOrder),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
    totals: OrderTotals,
    /** How many need somebody, whatever the filter says. */
    attention: z.object({ reviews: z.int(), disputes: z.int(), unknown: z.int() }),
    /** Payments without an order that no admin has handled yet, at most 50. */
    unknown: z.array(UnknownPayment),
  }),
});

/** The same as a table for spreadsheets; takes the same filter. */
export const ordersCsvPath = '/api/admin/orders.csv';

const OrderParams = z.object({ id: z.uuid('There is no such order.') });

const Note = z
  .string('Say what was found.')
  .check(z.trim(), z.minLength(1, 'Say what was found.'), z.maxLength(300));

export const refundOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/refund',
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  tag,
  summary:
    'Give money back through the provider and take the coins for it. Repeated with the same key it refunds once.',
  params: OrderParams,
  body: z.object({
    /** In cents; absent: all that is left. */
    amount: z.optional(wholeNumber(1, maxInt4, 'Use a whole number of cents, at least one.')),
    /** Names this one intention to refund. */
    key: z.string('Send a key.').check(z.minLength(8), z.maxLength(100)),
  }),
  response: ManagedOrder,
});

export const resolveOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/{id}/resolve',
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  tag,
  summary: 'Close the review of an order. No coins move: use a refund or an adjustment for that.',
  params: OrderParams,
  body: z.object({ note: Note }),
  response: ManagedOrder,
});

export const handleUnknownPayment = endpoint({
  method: 'POST',
  path: '/api/admin/unknown-payments/{id}/handle',
  access: 'admin',
  freshMinutes: adminFreshMinutes,
  tag,
  summary:
    'Mark a payment without an order as handled. No money and no coins move: refund it at the provider, or adjust the player’s coins.',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)) }),
  body: z.object({ note: Note }),
});

/** Only where payments are the sandbox: plays the buyer's bank. */
export const disputeSandboxOrder = endpoint({
  method: 'POST',
  path: '/api/admin/sandbox/orders/{id}/dispute',
  access: 'admin',
  tag,
  summary: 'In the sandbox: open a dispute about an order, or let it be won or lost.',
  params: OrderParams,
  body: z.object({ outcome: z.enum(['opened', 'won', 'lost']) }),
});

/** How many coins are gone when so many cents are: rounded up, and never more than were bought. */
export function countClawed(
  order: { coins: number; amount: number },
  lost: { refunded: number; disputed: number },
): number {
  const cents = Math.min(order.amount, lost.refunded + lost.disputed);
  return Math.min(order.coins, Math.ceil((order.coins * cents) / order.amount));
}

/** Such as `$5.00`. */
export function formatCents(cents: number): string {
  return `$${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')}`;
}

/** Of any currency that has cents, such as `$5.00` or `5.00 EUR`. */
export function formatAmount(amount: number, currency: string): string {
  if (currency === topUp.currency) return formatCents(amount);
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

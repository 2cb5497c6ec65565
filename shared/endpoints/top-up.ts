import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { formatNumber } from '../rules/format-count.ts';
import { largestCharge, paymentCurrencies, smallestCharge } from '../rules/payment-currencies.ts';
import { maxInt4, wholeNumber } from '../schemas.ts';

const endpoint = endpointsOf('Payments');

/** The defaults of a new site. An admin can change them: then they are in the answer of `GET /api/shop/payments`. */
export const topUp: TopUpRules = { min: 500, max: 50_000, centsPerCoin: 1, currency: 'usd' };

/** More would be inexact when coins are multiplied by cents. */
export const mostCoins = 10_000_000;

const Coins = wholeNumber(1, mostCoins);
const Cents = wholeNumber(1, largestCharge);

export const Currency = z
  .string('Choose a currency.')
  .check(
    z.refine(
      (currency) => paymentCurrencies.includes(currency),
      'Choose a currency with two decimals that Stripe takes, such as usd or eur.',
    ),
  );

/** How coins are sold. "Cents" are hundredths of whatever the currency is. */
export type TopUpRules = z.infer<typeof TopUpRules>;
export const TopUpRules = z.object({
  currency: Currency,
  centsPerCoin: Cents,
  /** The smallest and the largest top-up, in coins. */
  min: Coins,
  max: Coins,
});

/** A top-up of at least so many coins brings so many more, without a price. Only the largest such pack counts. */
export type Packs = z.infer<typeof Packs>;
export const Packs = z.array(z.object({ coins: Coins, bonus: Coins })).check(
  z.maxLength(6),
  z.refine(
    (packs) => new Set(packs.map(({ coins }) => coins)).size === packs.length,
    'There are two packs for the same amount.',
  ),
);

export function bonusOf(amount: number, packs: Packs = []): number {
  const reached = packs.filter(({ coins }) => coins <= amount);
  return reached.reduce((best, pack) => (pack.coins > best.coins ? pack : best), none).bonus;
}

const none = { coins: 0, bonus: 0 };

/** The rules, and how many cents one player can top up. */
export type TopUpSettings = z.infer<typeof TopUpSettings>;
export const TopUpSettings = z
  .extend(TopUpRules, {
    /** In 24 hours. */
    daily: wholeNumber(1, maxInt4),
    /** In 30 days. */
    monthly: wholeNumber(1, maxInt4),
    /** If they are missing, the packs stay as they are. */
    packs: z.optional(Packs),
  })
  .check(
    z.refine(({ min, max }) => min <= max, {
      error: 'The largest top-up must not be below the smallest.',
      path: ['max'],
    }),
    z.refine(({ currency, min, centsPerCoin }) => min * centsPerCoin >= smallestCharge(currency), {
      error: 'The payment provider does not take such a small payment. Use a higher minimum.',
      path: ['min'],
    }),
    z.refine(({ max, centsPerCoin }) => max * centsPerCoin <= largestCharge, {
      error: 'The payment provider does not take such a large payment. Use a lower maximum.',
      path: ['max'],
    }),
    z.refine(({ max, centsPerCoin, daily }) => max * centsPerCoin <= daily, {
      error: 'The largest top-up costs more than this.',
      path: ['daily'],
    }),
    z.refine(({ daily, monthly }) => daily <= monthly, {
      error: 'This must not be below the limit for a day.',
      path: ['monthly'],
    }),
  );

/** Change `version` whenever the text changes: each order stores the version its buyer agreed to. */
export const topUpAgreement = {
  version: '2026-11-15',
  text: 'I agree to the terms and understand that I purchase at my own risk.',
} as const;

export function describeLimits({ min, max }: TopUpRules): string {
  return `Choose a whole number from ${formatNumber(min)} to ${formatNumber(max)}.`;
}

export const getTopUpSettings = endpoint('GET /api/admin/top-ups', {
  summary: 'Currency, price and limits of top-ups.',
  response: TopUpSettings,
});

export const updateTopUpSettings = endpoint('PUT /api/admin/top-ups', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Change currency, price and limits of new top-ups. Earlier orders keep the currency and the amount that they were created with.',
  body: TopUpSettings,
  response: TopUpSettings,
});

import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { largestCharge, paymentCurrencies, smallestCharge } from '../rules/payment-currencies.ts';
import { maxInt4, wholeNumber } from '../schemas.ts';

const endpoint = endpointsOf('Payments');

/** The defaults of a new site. An admin can change them: then they are in the answer of `GET /api/shop/payments`. */
export const topUp: TopUpRules = { min: 500, max: 50_000, centsPerCoin: 1, currency: 'usd' };

/** More would be inexact when coins are multiplied by cents. */
export const mostCoins = 10_000_000;

const Coins = wholeNumber(1, mostCoins);
const Cents = wholeNumber(1, largestCharge);

/** How coins are sold. "Cents" are hundredths of whatever the currency is. */
export type TopUpRules = z.infer<typeof TopUpRules>;
export const TopUpRules = z.object({
  currency: z
    .string('Choose a currency.')
    .check(
      z.refine(
        (currency) => paymentCurrencies.includes(currency),
        'Choose a currency with two decimals that Stripe takes, such as usd or eur.',
      ),
    ),
  centsPerCoin: Cents,
  /** The smallest and the largest top-up, in coins. */
  min: Coins,
  max: Coins,
});

/** The rules, and how many cents one player can top up. */
export type TopUpSettings = z.infer<typeof TopUpSettings>;
export const TopUpSettings = z
  .extend(TopUpRules, {
    /** In 24 hours. */
    daily: wholeNumber(1, maxInt4),
    /** In 30 days. */
    monthly: wholeNumber(1, maxInt4),
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
  return `Choose a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
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

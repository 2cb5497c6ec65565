import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { formatAmount, paymentCurrencies, smallestCharge } from '../rules/payment-currencies.ts';
import { countClawed, refundOrder, resolveOrder } from './payments.ts';
import { Packs } from './top-up.ts';

test.each([
  { refunded: 0, disputed: 0, clawed: 0 },
  { refunded: 1, disputed: 0, clawed: 3 },
  { refunded: 100, disputed: 0, clawed: 251 },
  { refunded: 100, disputed: 100, clawed: 501 },
  { refunded: 399, disputed: 1, clawed: 1001 },
  { refunded: 400, disputed: 400, clawed: 1001 },
])(
  'for 1,001 coins bought for 400 cents, $refunded refunded and $disputed disputed take back $clawed coins',
  ({ clawed, ...lost }) => {
    expect(countClawed({ coins: 1001, amount: 400 }, lost)).toBe(clawed);
  },
);

test('amounts have the symbol of their currency and two decimals', () => {
  expect(formatAmount(500, 'usd')).toBe('$5.00');
  expect(formatAmount(5_000_000, 'usd')).toBe('$50,000.00');
  expect(formatAmount(123_456, 'eur')).toBe('€1,234.56');
  expect(formatAmount(-5, 'chf')).toBe('-CHF\u00A00.05');
  expect(formatAmount(500, 'jpy')).toBe('JPY\u00A05.00');
  expect(formatAmount(500, '')).toBe('5.00');
});

test('amounts read as the browser would write them', () => {
  // Versions of Node differ on the symbol of the Caribbean guilder.
  for (const currency of paymentCurrencies.filter((each) => each !== 'xcg')) {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, ...digits });
    for (const amount of [0, 5, 101, 99_999_999, -5, -100_000]) {
      expect(formatAmount(amount, currency)).toBe(format.format(amount / 100));
    }
  }
});

test('every currency has two decimals and a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  for (const currency of paymentCurrencies) {
    expect(names.of(currency.toUpperCase()), currency).toBeDefined();
    expect(formatAmount(101, currency)).toContain('1.01');
  }
  expect(new Set(paymentCurrencies).size).toBe(paymentCurrencies.length);
  const noDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf';
  const others = 'bhd jod kwd omr tnd huf isk twd';
  for (const currency of `${noDecimals} ${others}`.split(' ')) {
    expect(paymentCurrencies).not.toContain(currency);
  }
});

test('the smallest charge is that of the provider, half a unit in most currencies', () => {
  const others: Record<string, number> = {
    aed: 200,
    czk: 1500,
    dkk: 250,
    gbp: 30,
    hkd: 400,
    mxn: 1000,
    myr: 200,
    nok: 300,
    pln: 200,
    ron: 200,
    sek: 300,
    thb: 1000,
  };
  for (const currency of paymentCurrencies) {
    expect(smallestCharge(currency), currency).toBe(others[currency] ?? 50);
  }
});

test('a note has one to 300 characters, and the key of a refund eight to a hundred', () => {
  const note = (text: string) => z.safeParse(resolveOrder.body!, { note: text }).data?.note;
  expect(note(` ${'n'.repeat(300)} `)).toBe('n'.repeat(300));
  for (const text of ['', '  ', 'n'.repeat(301)]) expect(note(text)).toBeUndefined();
  const isKey = (key: string) => z.safeParse(refundOrder.body!, { key }).success;
  expect([7, 8, 100, 101].map((length) => isKey('k'.repeat(length)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('up to six packs bring bonus coins, each for another amount', () => {
  const packs = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ coins: at + 1, bonus: 1 }));
  const areGood = (value: unknown) => z.safeParse(Packs, value).success;
  expect([0, 6, 7].map((count) => areGood(packs(count)))).toEqual([true, true, false]);
  expect(areGood([...packs(2), { coins: 2, bonus: 5 }])).toBe(false);
  for (const pack of [{ coins: 5 }, { coins: 5, bonus: 0 }, { coins: 10_000_001, bonus: 1 }]) {
    expect(areGood([pack]), JSON.stringify(pack)).toBe(false);
  }
});

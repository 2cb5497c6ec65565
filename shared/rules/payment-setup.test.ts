import { expect, test } from 'vitest';

import { findPaymentChoice, paymentChoices, paymentLines } from './payment-setup.ts';

test('the present choice is that of the key, or off if nothing is sold', () => {
  const choice = (mode: 'live' | 'test' | 'sandbox' | 'off', isSelling: boolean) =>
    findPaymentChoice({ mode, isSelling })?.value;
  expect([choice('live', true), choice('test', true)]).toEqual(['live', 'test']);
  expect([choice('live', false), choice('test', false), choice('off', false)]).toEqual([
    'off',
    'off',
    'off',
  ]);
  expect(choice('sandbox', true)).toBeUndefined();
});

test('each choice has its lines, with a key of its kind', () => {
  expect(paymentChoices.map(({ value }) => paymentLines[value])).toEqual([
    ['PAYMENTS=off'],
    ['PAYMENTS=test', 'STRIPE_SECRET_KEY=sk_test_…', 'STRIPE_WEBHOOK_SECRET=whsec_…'],
    ['PAYMENTS=stripe', 'STRIPE_SECRET_KEY=sk_live_…', 'STRIPE_WEBHOOK_SECRET=whsec_…'],
  ]);
});

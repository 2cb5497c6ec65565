import type { SetupState } from '../endpoints/setup.ts';

export const paymentChoices = [
  { value: 'off', label: 'Off', description: 'Sells no coins. You can change that at any time.' },
  { value: 'test', label: 'Test', description: 'Stripe with test cards: coins are free.' },
  { value: 'live', label: 'Live', description: 'Stripe with real cards.' },
] as const;
export type PaymentChoice = (typeof paymentChoices)[number]['value'];

/** The lines for the settings of the server, by choice. */
export const paymentLines: Record<PaymentChoice, string[]> = {
  off: ['PAYMENTS=off'],
  test: ['PAYMENTS=test', 'STRIPE_SECRET_KEY=sk_test_…', 'STRIPE_WEBHOOK_SECRET=whsec_…'],
  live: ['PAYMENTS=stripe', 'STRIPE_SECRET_KEY=sk_live_…', 'STRIPE_WEBHOOK_SECRET=whsec_…'],
};

export const sandboxWarning =
  'Payments use the built-in sandbox, so players get coins for nothing.';

/** Undefined for the sandbox, which cannot be chosen. */
export function findPaymentChoice({ isSelling, mode }: SetupState['payments']) {
  const current = isSelling ? mode : 'off';
  return paymentChoices.find(({ value }) => value === current);
}

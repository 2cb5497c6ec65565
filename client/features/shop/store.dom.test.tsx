import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import type { PaymentInfo } from '#shared/endpoints/payments.ts';

import { Store } from './store.tsx';

const payments: PaymentInfo = {
  provider: 'Stripe',
  mode: 'live',
  shopOpen: true,
  min: 500,
  max: 5000,
  centsPerCoin: 1,
  currency: 'usd',
  agreementVersion: '1',
};

test.each<[string, Partial<PaymentInfo>, boolean]>([
  ['open', {}, false],
  ['closed', { shopOpen: false }, true],
  ['without payments', { mode: 'off' }, true],
])('a store that is %s', async (_, change, isDisabled) => {
  answerNothing();
  await renderScreen(
    <Store notices={null}>
      <p>More</p>
    </Store>,
    {
      address: '/shop',
      as: 'player',
      answers: { 'GET /api/shop/payments': { ...payments, ...change } },
    },
  );
  const button = () => screen.getByText('Top Off').closest('button')!;
  await expect.poll(() => button().disabled).toBe(isDisabled);
  expect(screen.queryByText('The store is closed') !== null).toBe(change.shopOpen === false);
});

import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { Order } from '#shared/endpoints/payments.ts';

import { OrderReturn } from './order-return.tsx';
import { orderQuery } from './payments.queries.ts';

const order: Order = {
  id: '5f0c1a52-7f9b-4a2e-9a53-0d6f1f4f2a11',
  state: 'pending',
  coins: 1200,
  bonus: 100,
  amount: 2400,
  currency: 'eur',
  mode: 'live',
  createdAt: '2026-11-18T10:00:00.000Z',
  paidAt: null,
  canceledAt: null,
  url: 'https://pay.test/1',
  refunded: 0,
  clawed: 0,
  dispute: null,
};
const route = 'GET /api/shop/orders/{id}';
const later = 'Thank you! They are in your wallet. The receipt is on its way by email.';
const notBought = (reason: string) =>
  `Thank you! Crown was not bought, because ${reason}. The Testcoins are in your wallet.`;
const forCrown = (outcome: string | null) => ({ itemName: 'Crown', price: 900, outcome });

function open() {
  const [onSettled, onClose] = [vi.fn(), vi.fn()];
  const view = render(<OrderReturn id="cs_1" onSettled={onSettled} onClose={onClose} />, {
    as: 'player',
  });
  return { ...view, onSettled, onClose };
}

test.each<[string, Partial<Order>, string, string]>([
  ['a paid one', { state: 'paid' }, '+1,300 Testcoins', later],
  ['a paid one without a bonus', { state: 'paid', bonus: 0 }, '+1,200 Testcoins', later],
  [
    'one with its item',
    { state: 'paid', thenBuy: forCrown('bought') },
    '+1,300 Testcoins',
    'Thank you! You bought Crown with them. It is on its way.',
  ],
  ...(
    [
      ['price-differs', 'its price has changed'],
      ['sold-out', 'it is sold out'],
      ['too-poor', 'they were not enough'],
      ['limit-reached', 'you have reached its limit'],
      ['undeliverable', 'no game can deliver it right now'],
      ['frozen', 'your wallet is frozen'],
      ['gone', 'it is no longer for sale'],
      [null, 'it is no longer for sale'],
    ] as const
  ).map(([outcome, reason]): [string, Partial<Order>, string, string] => [
    `one whose item ended with ${outcome}`,
    { state: 'paid', thenBuy: forCrown(outcome) },
    '+1,300 Testcoins',
    notBought(reason),
  ]),
  [
    'one under review',
    { state: 'review' },
    'We are checking this payment',
    'It needs to be checked by hand. Write to contact@example.com if you do not hear from us.',
  ],
  ...(['failed', 'expired'] as const).map((state): [string, Partial<Order>, string, string] => [
    `one that ${state}`,
    { state },
    'Transaction canceled or failed. Please try again.',
    'You were not charged.',
  ]),
])('a checkout that is over, %s', async (_, change, heading, text) => {
  answer({ [route]: { ...order, ...change } });
  const { user, onSettled, onClose } = open();
  expect((await screen.findByText(heading)).nextSibling?.textContent).toBe(text);
  expect(requests(route)[0]?.params).toEqual({ id: 'cs_1' });
  expect(onSettled).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Try Again')).toBeNull();
  await user.click(screen.getByLabelText('Close'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each(['created', 'pending', 'processing'] as const)(
  'a checkout that is %s is waited for, and the balance is read once it is paid',
  async (state) => {
    answer({ [route]: inTurn({ ...order, state }, { ...order, state: 'paid' as const }) });
    const { onSettled } = open();
    await expect.poll(() => queryClient.getQueryData(orderQuery('cs_1').queryKey)).toBeTruthy();
    screen.getByText('Confirming payment…');
    screen.getByText(
      'This takes a moment. You can leave this page: your Testcoins will arrive anyway.',
    );
    expect(screen.queryByLabelText('Close')).toBeNull();
    expect(onSettled).not.toHaveBeenCalled();
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
    await queryClient.refetchQueries({ queryKey: orderQuery('cs_1').queryKey });
    await screen.findByText('+1,300 Testcoins');
    expect(invalidate.mock.calls).toEqual([[{ queryKey: ['me'] }]]);
    expect(onSettled).toHaveBeenCalledTimes(1);
  },
);

test('a checkout of another player was not found, and can be asked for again', async () => {
  answer({ [route]: refuse('request/not-found', 'There is no such order.') });
  const { user, onSettled, onClose } = open();
  await screen.findByText('This payment was not found');
  screen.getByText(/If you paid, your Testcoins will still arrive\.$/);
  expect(onSettled).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText('Close'));
  expect(onClose).toHaveBeenCalledTimes(1);
  answer({ [route]: { ...order, state: 'paid' } });
  await user.click(screen.getByText('Try Again'));
  await screen.findByText('+1,300 Testcoins');
});

test('an order is asked for every two seconds while it is open, and not afterwards', () => {
  const { refetchInterval } = orderQuery('cs_1');
  const waitFor = (state: Order['state'] | undefined) =>
    typeof refetchInterval === 'function' &&
    refetchInterval({ state: { data: state && { ...order, state } } } as never);
  expect(
    (['created', 'pending', 'processing', 'paid', 'failed', 'expired', 'review'] as const).map(
      waitFor,
    ),
  ).toEqual([2000, 2000, 2000, false, false, false, false]);
});

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { hold, noConnection, requests } from '#client/testing/fake-fetch.ts';
import type { SentRequest } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import type { Order, PaymentInfo } from '#shared/endpoints/payments.ts';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { topUp } from '#shared/endpoints/top-up.ts';

import { paymentInfoQuery } from './payments.queries.ts';

const payments: PaymentInfo = {
  provider: 'ACME PAY',
  mode: 'live',
  shopOpen: true,
  min: 300,
  max: 5000,
  centsPerCoin: 2,
  currency: 'usd',
  agreementVersion: '1',
};
const orderId = '5f0c1a52-7f9b-4a2e-9a53-0d6f1f4f2a11';
const cancel = 'POST /api/shop/orders/{id}/cancel';
const dialog = 'You are purchasing: Testcoins using ACME PAY';

function open(address: string, change: Partial<PaymentInfo> = {}, answers: object = {}) {
  answerNothing();
  return renderPage(address, {
    as: 'player',
    answers: { 'GET /api/shop/payments': { ...payments, ...change }, ...answers },
  });
}

test('a canceled checkout is closed, and the address forgets it', async () => {
  const { router, user } = await open(
    `/shop?canceled=true&order=${orderId}`,
    {},
    {
      [cancel]: undefined,
    },
  );
  await screen.findByText('Transaction canceled or failed. Please try again.');
  await user.click(screen.getByText('OK'));
  expect(requests(cancel)[0]?.params).toEqual({ id: orderId });
  expect(router.state.location.search).toEqual({});
  expect(screen.queryByText('Confirming payment…')).toBeNull();
  expect(requests('GET /api/shop/orders/{id}')).toEqual([]);
});

test.each([`order=${orderId}`, 'session_id=cs_1'])(
  'the store thanks once for a paid order: %s',
  async (parameter) => {
    const order = { id: orderId, state: 'paid', coins: 640, amount: 1280, currency: 'usd' };
    const { router, user } = await open(
      `/shop?${parameter}`,
      {},
      {
        'GET /api/shop/orders/{id}': order,
      },
    );
    await screen.findByText('+640 Testcoins');
    await expect.poll(() => router.state.location.search).toEqual({});
    screen.getByText('+640 Testcoins');
    expect(requests('GET /api/shop/orders/{id}')[0]?.params).toEqual({
      id: parameter.split('=')[1],
    });
    await user.click(screen.getByLabelText('Close'));
    expect(screen.queryByText('+640 Testcoins')).toBeNull();
  },
);

test('each mode of the payments has its notices, and a closed store no dialog', async () => {
  const { router, user } = await open('/shop?topup=true');
  const queryDialog = () => screen.queryByRole('dialog', { name: dialog });
  await expect.poll(queryDialog).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('300');
  screen.getByText('MIN. PURCHASE: 300 | MAX. PURCHASE: 5,000');
  const headings = /^(This store is a sandbox|Top-ups are closed|The store is closed)$/;
  const cases: [Partial<PaymentInfo>, string[], boolean][] = [
    [{}, [], true],
    [{ mode: 'test' }, ['This store is a sandbox'], true],
    [{ mode: 'off' }, ['Top-ups are closed'], true],
    [{ mode: 'off', shopOpen: false }, ['The store is closed'], false],
    [{ shopOpen: false }, ['The store is closed'], false],
    [{ mode: 'sandbox' }, ['This store is a sandbox'], true],
  ];
  for (const [change, notices, hasDialog] of cases) {
    act(() => {
      queryClient.setQueryData(paymentInfoQuery.queryKey, { ...payments, ...change });
    });
    await expect
      .poll(() => screen.queryAllByText(headings).map(({ textContent }) => textContent))
      .toEqual(notices);
    expect(queryDialog() !== null).toBe(hasDialog);
  }
  await user.click(screen.getByText('Cancel'));
  await expect.poll(() => router.state.location.search).toEqual({});
  await expect.poll(queryDialog).toBeNull();
});

test('the amount for an item is what it costs this player, less the balance', async () => {
  const item = { id: '7', name: 'Crown', price: 3000, image: null } as ShopItem;
  await open(
    '/shop?topup=true&item=7',
    {},
    {
      'GET /api/shop/items': [{ ...item, id: '8', price: 2500 }, item],
      'GET /api/shop/mine': {
        frozen: false,
        bought: [],
        waiting: [],
        discount: { percent: 10, label: 'SPRING' },
      },
    },
  );
  await screen.findByLabelText(/^Then buy Crown for 2,700 Testcoins/);
  // The player has 1,250.
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1450');
});

test('without an answer about the payments a top-up has the usual limits', async () => {
  await open('/shop?topup=true', {}, { 'GET /api/shop/payments': noConnection });
  await screen.findByRole('dialog', { name: /^You are purchasing: Testcoins using / });
  const { min, max } = topUp;
  screen.getByText(
    `MIN. PURCHASE: ${min.toLocaleString('en')} | MAX. PURCHASE: ${max.toLocaleString('en')}`,
  );
});

test('a second checkout of an open page is reported instead of the first', async () => {
  const other = '0c6e5f8e-1d5c-4f0c-9d0d-1f5b0a3f7c11';
  const order = { state: 'paid', amount: 1280, currency: 'usd' } as Order;
  const { router } = await open(
    `/shop?order=${orderId}`,
    {},
    {
      'GET /api/shop/orders/{id}': ({ params }: SentRequest) => ({
        ...order,
        id: params['id'],
        coins: params['id'] === other ? 80 : 640,
      }),
    },
  );
  await screen.findByText('+640 Testcoins');
  await expect.poll(() => router.state.location.search).toEqual({});
  await router.navigate({ to: '/shop', search: { order: other } });
  await screen.findByText('+80 Testcoins');
  expect(screen.queryByText('+640 Testcoins')).toBeNull();
});

test('the dialog waits for the price of its item, and an item that is gone leaves the top-up alone', async () => {
  const held = hold<'GET /api/shop/items'>();
  await open(
    '/shop?topup=true&item=7',
    {},
    {
      'GET /api/shop/items': held.answer,
      'GET /api/shop/mine': { frozen: false, bought: [], waiting: [] },
    },
  );
  await expect.poll(() => queryClient.getQueryData(paymentInfoQuery.queryKey)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  held.give([{ id: '8', name: 'Crown', price: 2500, image: null } as ShopItem]);
  await screen.findByRole('dialog', { name: dialog });
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('300');
  expect(screen.queryByLabelText(/^Then buy/)).toBeNull();
});

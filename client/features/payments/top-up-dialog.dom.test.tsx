import { fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { topUpAgreement } from '#shared/endpoints/top-up.ts';

import { paymentInfoQuery } from './payments.queries.ts';
import { TopUpDialog } from './top-up-dialog.tsx';

const rules = { min: 200, max: 3000, centsPerCoin: 3, currency: 'eur' };
const checkout = 'POST /api/shop/create-checkout-session';

function open(props: Partial<ComponentProps<typeof TopUpDialog>> = {}) {
  const user = { username: 'Marrow', wyncoins: 150 };
  const view = render(
    <TopUpDialog user={user} provider="Stripe" rules={rules} onClose={() => {}} {...props} />,
    { as: 'player' },
  );
  const field = screen.getByLabelText<HTMLInputElement>('Amount');
  const button = screen.getByText<HTMLButtonElement>('Purchase');
  const agree = () => view.user.click(screen.getByLabelText(topUpAgreement.text));
  return { ...view, field, button, agree };
}

test('a top-up needs the agreement and an amount within the limits', async () => {
  const { field, button, agree } = open();
  expect(field.value).toBe('200');
  screen.getByText('€6.00');
  expect(button.disabled).toBe(true);
  await agree();
  expect(button.disabled).toBe(false);
  for (const amount of ['199', '3001', '250.5', '', '-300']) {
    fireEvent.change(field, { target: { value: amount } });
    expect(button.disabled, amount).toBe(true);
    expect(screen.queryByText('Whole Testcoins only.') !== null, amount).toBe(amount === '250.5');
  }
  screen.getByText('€0.00');
  fireEvent.change(field, { target: { value: '3000' } });
  expect(button.disabled).toBe(false);
  screen.getByText('€90.00');
  const suggested = screen.getAllByRole<HTMLInputElement>('radio');
  expect(suggested.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    '200',
    '400',
    '1,000',
    '2,000',
  ]);
  await agree();
  expect(button.disabled).toBe(true);
});

test('an unanswered checkout keeps its key; another amount gets another', async () => {
  answer({ [checkout]: noConnection });
  const { user, field, button, agree } = open();
  await agree();
  for (const amount of ['400', '400', '1000']) {
    fireEvent.change(field, { target: { value: amount } });
    await user.click(button);
    await screen.findByText('Something went wrong while initiating the transaction.');
    await user.click(screen.getByText('OK'));
  }
  const sent = requests(checkout);
  expect(sent.map(({ body }) => body)).toEqual(
    [400, 400, 1000].map((amount) => ({
      name: 'Testcoins',
      description: `${amount.toLocaleString('en')} Testcoins`,
      image: null,
      amount,
      price: amount * 3,
      currency: 'eur',
      userId: 'marrow',
      agreed: true,
      agreementVersion: topUpAgreement.version,
    })),
  );
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

test('an unanswered checkout gets another key without the item, and at another price', async () => {
  answer({ [checkout]: noConnection });
  const item = { id: '7', name: 'Crown', price: 450 } as ShopItem;
  const { user, button, agree, rerender } = open({ item });
  await agree();
  const send = async () => {
    await user.click(button);
    await user.click(await screen.findByText('OK'));
  };
  await send();
  await user.click(screen.getByLabelText('Then buy Crown for 450 Testcoins'));
  await send();
  const player = { username: 'Marrow', wyncoins: 150 };
  const dearer = { ...rules, centsPerCoin: 4 };
  rerender(
    <TopUpDialog user={player} provider="Stripe" rules={dearer} item={item} onClose={() => {}} />,
  );
  await send();
  const thenBuy = { itemId: 7, price: 450 };
  const sent = requests(checkout);
  expect(sent.map(({ body }) => body)).toMatchObject([
    { amount: 300, price: 900, thenBuy },
    { amount: 300, price: 900 },
    { amount: 300, price: 1200 },
  ]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
});

test('an open checkout is gone to, once, and the dialog works again if the player comes back', async () => {
  answer({ [checkout]: { url: 'https://pay.test/1', orderId: 'order-1' } });
  const assign = vi.fn();
  vi.stubGlobal('location', { origin: window.location.origin, assign });
  const { user, button, agree } = open();
  await agree();
  await user.click(button);
  await expect.poll(() => assign.mock.calls).toEqual([['https://pay.test/1']]);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  const show = (persisted: boolean) =>
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(button.getAttribute('aria-busy')).toBe('true');
  show(true);
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  expect(requests(checkout)).toHaveLength(1);
});

test('for an item that costs more, the most that can be topped up is suggested', () => {
  const item = { id: '7', name: 'Crown', price: 9000 } as ShopItem;
  expect(open({ item }).field.value).toBe('3000');
});

test('a refused checkout says why, the price is read again, and the next one has another key', async () => {
  answer({ [checkout]: refuse('shop/closed', 'The store is closed.') });
  const { user, button, agree } = open();
  await agree();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await user.click(button);
  await screen.findByText('The store is closed.');
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    paymentInfoQuery.queryKey,
  ]);
  await user.click(await screen.findByText('OK'));
  await user.click(button);
  await expect.poll(() => requests(checkout)).toHaveLength(2);
  const [first, second] = requests(checkout);
  expect(second?.key).not.toBe(first?.key);
});

test('a pack shows its bonus, and one checkout can buy the item that is missing coins', async () => {
  answer({ [checkout]: refuse('shop/price-changed', 'Crown costs 1,300 Testcoins.') });
  const item = { id: '7', name: 'Crown', price: 1250 } as ShopItem;
  const packs = [{ coins: 1000, bonus: 100 }];
  const { user, field, button, agree } = open({ item, rules: { ...rules, packs } });
  expect(field.value).toBe('1100');
  screen.getByText('100 Testcoins as a bonus');
  await agree();
  fireEvent.change(field, { target: { value: '900' } });
  screen.getByText('200 Testcoins more are needed.');
  expect(button.disabled).toBe(true);
  for (const [amount, isEnough] of [
    ['999', false],
    ['1000', true],
    ['1100', true],
  ] as const) {
    fireEvent.change(field, { target: { value: amount } });
    expect(screen.queryByText(/more are needed/) === null).toBe(isEnough);
    expect(screen.queryAllByText(/as a bonus$/).map(({ textContent }) => textContent)).toEqual(
      isEnough ? [' 100 Testcoins as a bonus'] : [],
    );
  }
  fireEvent.change(field, { target: { value: '900' } });
  await user.click(screen.getByLabelText('Then buy Crown for 1,250 Testcoins'));
  expect(button.disabled).toBe(false);
  await user.click(screen.getByLabelText('Then buy Crown for 1,250 Testcoins'));
  expect(screen.getByLabelText(/^1,000/).parentElement?.textContent).toBe('1,000+100 bonus');
  expect(screen.getByLabelText(/^400/).parentElement?.textContent).toBe('400');
  await user.click(screen.getByLabelText(/^1,000/));
  expect(screen.getByLabelText<HTMLInputElement>(/^1,000/).checked).toBe(true);
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await user.click(button);
  await screen.findByText('Crown costs 1,300 Testcoins.');
  expect(requests(checkout)[0]?.body).toMatchObject({
    amount: 1000,
    price: 3000,
    bonus: 100,
    thenBuy: { itemId: 7, price: 1250 },
  });
  // The price of the item may have changed too.
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    paymentInfoQuery.queryKey,
    ['shop'],
  ]);
  await user.click(await screen.findByText('OK'));
  await user.click(screen.getByLabelText('Then buy Crown for 1,250 Testcoins'));
  fireEvent.change(field, { target: { value: '900' } });
  await user.click(button);
  await expect.poll(() => requests(checkout)).toHaveLength(2);
  expect(requests(checkout)[1]?.body).toEqual({
    name: 'Testcoins',
    description: '900 Testcoins',
    image: null,
    amount: 900,
    price: 2700,
    currency: 'eur',
    bonus: 0,
    userId: 'marrow',
    agreed: true,
    agreementVersion: topUpAgreement.version,
  });
});

test('a checkout without an address is a failure, and nothing is opened', async () => {
  answer({ [checkout]: { url: '', orderId: 'order-1' } });
  const assign = vi.fn();
  vi.stubGlobal('location', { origin: window.location.origin, assign });
  const { user, button, agree } = open();
  await agree();
  await user.click(button);
  await screen.findByText('Something went wrong while initiating the transaction.');
  expect(assign).not.toHaveBeenCalled();
});

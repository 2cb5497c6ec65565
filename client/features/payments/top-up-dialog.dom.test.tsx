import { fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';

import { answer, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';
import { topUpAgreement } from '#shared/endpoints/top-up.ts';

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
  for (const amount of ['199', '3001', '250.5', '']) {
    fireEvent.change(field, { target: { value: amount } });
    expect(button.disabled, amount).toBe(true);
  }
  fireEvent.change(field, { target: { value: '3000' } });
  expect(button.disabled).toBe(false);
  screen.getByText('€90.00');
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

test('for an item that costs more, the most that can be topped up is suggested', () => {
  const item = { id: '7', name: 'Crown', price: 9000 } as ShopItem;
  expect(open({ item }).field.value).toBe('3000');
});

test('a refused checkout says why', async () => {
  answer({ [checkout]: refuse('shop/closed', 'The store is closed.') });
  const { user, button, agree } = open();
  await agree();
  await user.click(button);
  await screen.findByText('The store is closed.');
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
  await user.click(screen.getByLabelText('Then buy Crown for 1,250 Testcoins'));
  expect(button.disabled).toBe(false);
  await user.click(screen.getByLabelText('Then buy Crown for 1,250 Testcoins'));
  await user.click(screen.getByLabelText(/^1,000/));
  await user.click(button);
  await screen.findByText('Crown costs 1,300 Testcoins.');
  expect(requests(checkout)[0]?.body).toMatchObject({
    amount: 1000,
    price: 3000,
    bonus: 100,
    thenBuy: { itemId: 7, price: 1250 },
  });
});

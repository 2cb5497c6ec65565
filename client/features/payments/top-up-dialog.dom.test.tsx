import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import { topUpAgreement } from '#shared/endpoints/top-up.ts';

import { TopUpDialog } from './top-up-dialog.tsx';

const rules = { min: 200, max: 3000, centsPerCoin: 3, currency: 'eur' };
const checkout = 'POST /api/shop/create-checkout-session';

function open() {
  const view = render(
    <TopUpDialog username="Marrow" provider="Stripe" rules={rules} onClose={() => {}} />,
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

test('a refused checkout says why', async () => {
  answer({ [checkout]: refuse('shop/closed', 'The store is closed.') });
  const { user, button, agree } = open();
  await agree();
  await user.click(button);
  await screen.findByText('The store is closed.');
});

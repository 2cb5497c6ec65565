import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';

import { OrderRefund } from './order-refund.tsx';

// The dialog reads only these.
const order = {
  id: '77',
  username: 'Marrow',
  refundable: 1250,
  currency: 'usd',
  lossesDue: false,
} as ManagedOrder;

const refund = 'POST /api/admin/orders/{id}/refund';
const sent = () => requests(refund).map(({ body }) => body as { amount: number; key: string });

async function openRefund() {
  const view = render(<OrderRefund order={order} />, { as: 'admin' });
  await view.user.click(screen.getByText('Refund'));
  const field = screen.getByLabelText<HTMLInputElement>('Amount in dollars');
  const submit = async () => {
    fireEvent.submit(field.form!);
    await view.user.click(await screen.findByText('Yes, Refund'));
  };
  return { ...view, field, submit };
}

test('everything that is left is refunded by default, and not more', async () => {
  answer({ [refund]: order });
  const { field, submit } = await openRefund();
  const button = screen.getAllByText<HTMLButtonElement>('Refund').at(-1)!;
  expect(field.value).toBe('12.50');
  fireEvent.change(field, { target: { value: '12.51' } });
  expect(button.disabled).toBe(true);
  fireEvent.change(field, { target: { value: '0' } });
  expect(button.disabled).toBe(true);
  fireEvent.change(field, { target: { value: '12.50' } });
  await submit();
  await screen.findByText('A refund of $12.50 is on its way to Marrow.');
  expect(sent()[0]?.amount).toBe(1250);
});

test('a refund without an answer keeps its key; a refused one gets another', async () => {
  answer({ [refund]: noConnection });
  const { submit } = await openRefund();
  await submit();
  await screen.findByText(/^The server cannot be reached/);
  answer({ [refund]: refuse('shop/not-refundable', 'The card is closed.') });
  await submit();
  await screen.findByText('The card is closed.');
  answer({ [refund]: order });
  await submit();
  await screen.findByText(/is on its way/);
  const [first, second, third] = sent();
  expect(second?.key).toBe(first?.key);
  expect(third?.key).not.toBe(first?.key);
});

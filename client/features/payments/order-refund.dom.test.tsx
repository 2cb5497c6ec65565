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

async function openRefund(change: Partial<ManagedOrder> = {}) {
  const view = render(<OrderRefund order={{ ...order, ...change }} />, { as: 'admin' });
  await view.user.click(screen.getByText('Refund'));
  const field = screen.getByLabelText<HTMLInputElement>(/^Amount in /);
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
  for (const amount of ['0', '0.004', '', '-1']) {
    fireEvent.change(field, { target: { value: amount } });
    expect(button.disabled, amount).toBe(true);
  }
  fireEvent.change(field, { target: { value: '0.01' } });
  expect(button.disabled).toBe(false);
  screen.getByLabelText('Amount in dollars');
  screen.getByText('At most $12.50.');
  fireEvent.change(field, { target: { value: '12.50' } });
  await submit();
  await screen.findByText('A refund of $12.50 is on its way to Marrow.');
  expect(requests(refund).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '77' }, body: { amount: 1250, key: expect.any(String) } },
  ]);
  expect(screen.queryByText('Refund a Top-Up')).toBeNull();
});

test('a part is refunded in the currency of the order, once the admin is sure', async () => {
  answer({ [refund]: { ...order, lossesDue: true } });
  const { user, field, submit } = await openRefund({ currency: 'eur' });
  screen.getByLabelText('Amount in EUR');
  fireEvent.change(field, { target: { value: '4.1' } });
  fireEvent.submit(field.form!);
  await screen.findByText(
    'Are you sure? €4.10 will be refunded to the card of Marrow through the payment provider. This cannot be undone.',
  );
  await user.click(screen.getAllByText('Cancel').at(-1)!);
  await expect
    .poll(() => screen.getAllByText('Refund').at(-1)?.getAttribute('aria-busy'))
    .toBeNull();
  expect(screen.queryByText(/^Are you sure/)).toBeNull();
  expect(sent()).toEqual([]);
  expect(field.value).toBe('4.1');
  await submit();
  await screen.findByText(
    'A refund of €4.10 is on its way to Marrow. The Testcoins will be taken back when the provider responds.',
  );
  expect(sent()).toEqual([{ amount: 410, key: expect.any(String) }]);
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

test('another amount after a lost answer is another refund', async () => {
  answer({ [refund]: noConnection });
  const { field, submit } = await openRefund();
  await submit();
  await screen.findByText(/^The server cannot be reached/);
  fireEvent.change(field, { target: { value: '3' } });
  answer({ [refund]: order });
  await submit();
  await screen.findByText(/^A refund of \$3\.00 is on its way/);
  const [first, second] = sent();
  expect([first?.amount, second?.amount]).toEqual([1250, 300]);
  expect(second?.key).not.toBe(first?.key);
});

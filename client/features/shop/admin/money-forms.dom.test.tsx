import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';
import type { SiteSettings } from '#shared/endpoints/site-settings.ts';

import { OrderRefund } from './order-refund.tsx';
import { StoreSwitch } from './store-switch.tsx';

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

test('the store closes after a question and opens without one', async () => {
  let shopOpen = true;
  const settings = () => ({ shopOpen }) as SiteSettings;
  const { user } = render(<StoreSwitch />, {
    as: 'admin',
    answers: {
      'GET /api/admin/settings': settings,
      'PATCH /api/admin/settings': ({ body }) => {
        ({ shopOpen } = body as SiteSettings);
        return settings();
      },
    },
  });
  const toggle = await screen.findByRole('switch');
  await user.click(toggle);
  await user.click(await screen.findByText('Cancel'));
  expect(requests('PATCH /api/admin/settings')).toEqual([]);
  await user.click(toggle);
  await user.click(await screen.findByText('Close Store'));
  await screen.findByText('The store is closed.');
  await user.click(toggle);
  await screen.findByText('The store is open.');
  expect(requests('PATCH /api/admin/settings').map(({ body }) => body)).toEqual([
    { shopOpen: false },
    { shopOpen: true },
  ]);
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { LoggedPurchase } from '#shared/endpoints/shop.ts';

import { PurchaseLog } from './purchase-log.tsx';

test('a log that is too long is summed on request', async () => {
  const page = { purchases: [], page: 1, pages: 800, total: 20_000, totals: null };
  const sums = { spent: 504, refunded: 99, players: 31, waiting: 5 };
  const { user } = await renderScreen(<PurchaseLog filter={{ item: 'Hat' }} page={1} />, {
    address: '/admin/shop-logs',
    as: 'admin',
    answers: {
      'GET /api/admin/purchases': ({ query }) =>
        query.totals === 'all' ? { ...page, total: 1_000_000, totals: sums } : page,
    },
  });
  await screen.findByText('Purchases (20,000+)');
  await user.click(screen.getByText('Count and Sum All'));
  for (const [label, value] of [
    ['Purchases', '1,000,000'],
    ['Players', '31'],
    ['Not delivered yet', '5'],
  ] as const) {
    expect(
      (await screen.findByText(label, { selector: 'dt' })).parentElement?.textContent,
    ).toContain(value);
  }
  expect(requests('GET /api/admin/purchases').at(-1)?.query).toMatchObject({ item: 'Hat' });
});

const purchase: LoggedPurchase = {
  id: '1042',
  username: 'Ada',
  itemName: 'Hat',
  itemId: 7,
  quantity: 1,
  price: 10,
  createdAt: '2026-11-18T10:00:00.000Z',
  state: 'bought',
  refundedAt: null,
  deliveryId: '0c6e5f8e-1d5c-4f0c-9d0d-1f5b0a3f7c11',
  deliveryState: 'queued',
  failures: 0,
  lastFailure: null,
};
const totals = { spent: 10, refunded: 0, players: 1, waiting: 1 };

function open(purchases: LoggedPurchase[]) {
  return renderScreen(<PurchaseLog filter={{}} page={1} />, {
    address: '/admin/shop-logs',
    as: 'admin',
    answers: { 'GET /api/admin/purchases': { purchases, page: 1, pages: 1, total: 1, totals } },
  });
}

test('a purchase shows the number that the command “refund” takes', async () => {
  await open([purchase]);
  expect(await screen.findByText('1042')).toBeTruthy();
});

test('a part of a bundle that was a gift says so, and the whole bundle can be refunded', async () => {
  const part = { ...purchase, bundle: 'Starter kit', receiver: 'Marrow', fullPrice: 14 };
  const { user } = await open([part]);
  const row = (await screen.findByText('Part of Starter kit')).closest('tr');
  for (const text of ['Gift for Marrow', '10 TCof 14 TC']) expect(row?.textContent).toContain(text);
  const results = [
    { id: '1042', error: null },
    { id: '1043', error: 'It was delivered.' },
  ];
  answer({ 'POST /api/admin/purchases/{id}/refund-bundle': { results } });
  await user.click(screen.getByRole('button', { name: 'More about Hat for Ada' }));
  await user.click(await screen.findByText('Refund the whole bundle'));
  await user.click(await screen.findByText('Refund Bundle'));
  await screen.findByText('Refunded to Ada: 1 part of Starter kit.');
  expect(requests('POST /api/admin/purchases/{id}/refund-bundle')[0]?.params).toEqual({
    id: '1042',
  });
});

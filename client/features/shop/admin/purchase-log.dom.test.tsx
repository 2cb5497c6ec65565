import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';

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

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { ShopSale } from '#shared/endpoints/sales.ts';

import { SaleEditor } from './sale-editor.tsx';

const sale: ShopSale = {
  id: '6',
  name: 'Harvest Sale',
  percent: 25,
  price: null,
  scope: 'category',
  categoryId: 4,
  itemIds: [],
  startsAt: '2026-11-20T18:05:00.000Z',
  endsAt: '2026-11-27T18:06:00.000Z',
  onHome: true,
  version: 3,
  updatedBy: 'Marrow',
  sold: 11,
  earned: 2200,
};

test('the prices of a sale are shown before it is saved, and which other sale is lower', async () => {
  const { user } = await renderScreen(<SaleEditor edited={{ kind: 'edit', item: sale }} />, {
    address: '/admin/shop/sales',
    as: 'admin',
    answers: {
      'GET /api/admin/shop/items': [],
      'GET /api/admin/shop/categories': [{ id: '4', name: 'Robes' }],
      'POST /api/admin/shop/sales/preview': ({ body }) => {
        const { percent } = (body as { sale: ShopSale }).sale;
        const times = { startsAt: sale.startsAt, endsAt: sale.endsAt };
        const better = { name: 'Weekend', price: 550, ...times };
        return [
          { itemId: '8', name: 'Robe', fullPrice: 1000, price: 10 * (100 - percent!) },
          { itemId: '9', name: 'Hood', fullPrice: 600, price: 599, better },
          { itemId: '10', name: 'Sash', fullPrice: 1, price: 1 },
        ];
      },
      'PUT /api/admin/shop/sales/{id}': sale,
    },
  });
  const rows = async () => {
    const table = await screen.findByRole('table', { name: 'Prices during the sale' });
    return [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  };
  expect(await rows()).toEqual([
    'Robe1,000 TC750 TC',
    'Hood“Weekend” runs too: 550 TC600 TC599 TC',
    'Sash1 TCNot cheaper',
  ]);
  const percent = screen.getByRole('spinbutton', { name: /^Percent/ });
  await user.clear(percent);
  await screen.findByText('Fill in the fields to see what players would pay.');
  await user.type(percent, '40');
  await expect.poll(async () => (await rows())[0]).toBe('Robe1,000 TC600 TC');
  await user.click(screen.getByText('Save Sale'));
  await expect.poll(() => requests('PUT /api/admin/shop/sales/{id}')).toHaveLength(1);
  const draft = {
    name: 'Harvest Sale',
    percent: 40,
    price: null,
    scope: 'category',
    categoryId: 4,
    itemIds: [],
    startsAt: sale.startsAt,
    endsAt: sale.endsAt,
    onHome: true,
  };
  expect(requests('PUT /api/admin/shop/sales/{id}')[0]).toMatchObject({
    params: { id: '6' },
    body: { version: 3, sale: draft },
  });
  expect(requests('POST /api/admin/shop/sales/preview').at(-1)?.body).toEqual({
    id: 6,
    sale: draft,
  });
});

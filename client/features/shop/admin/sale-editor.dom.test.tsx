import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

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

const answers = {
  'GET /api/admin/shop/items': [
    { id: '8', name: 'Robe' },
    { id: '9', name: 'Hood' },
  ] as never,
  'GET /api/admin/shop/categories': [{ id: '4', name: 'Robes' }],
  'POST /api/admin/shop/sales/preview': [],
};

test('a new sale runs for a week from now, and sends only what belongs to its scope and reduction', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 19, 12), toFake: ['Date'] });
  const route = 'POST /api/admin/shop/sales';
  const { user } = await renderScreen(<SaleEditor edited={{ kind: 'new' }} />, {
    address: '/admin/shop/sales',
    as: 'admin',
    answers: { ...answers, [route]: sale },
  });
  screen.getByText('New Sale');
  await user.fill(screen.getByLabelText(/^Name/), 'Quick Sale');
  await user.click(screen.getByLabelText(/^A category/));
  await screen.findByText('Robes');
  await user.selectOptions(screen.getByLabelText(/^Category/), 'Robes');
  await user.click(screen.getByLabelText(/^Chosen items/));
  await user.click(await screen.findByLabelText('Hood'));
  await user.click(screen.getByLabelText('Robe'));
  await user.click(screen.getByLabelText('Hood'));
  await user.click(screen.getByLabelText('Fixed price'));
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: /^Price/ }).value).toBe('1');
  await user.click(screen.getByText('Save Sale'));
  await screen.findByText('Harvest Sale was saved.');
  expect(requests(route).map(({ body }) => body)).toEqual([
    {
      name: 'Quick Sale',
      percent: null,
      price: 1,
      scope: 'items',
      categoryId: null,
      itemIds: [8],
      startsAt: '2026-11-19T12:00:00.000Z',
      endsAt: '2026-11-26T12:00:00.000Z',
      onHome: false,
    },
  ]);
});

test('a sale at a fixed price for chosen items is shown as it is, and a copy is a new one', async () => {
  const fixed: ShopSale = {
    ...sale,
    percent: null,
    price: 450,
    scope: 'items',
    categoryId: null,
    itemIds: [9],
    onHome: false,
  };
  const route = 'POST /api/admin/shop/sales';
  const { user } = await renderScreen(<SaleEditor edited={{ kind: 'copy', item: fixed }} />, {
    address: '/admin/shop/sales',
    as: 'admin',
    answers: { ...answers, [route]: sale },
  });
  const isChecked = (name: string | RegExp) =>
    screen.getByLabelText<HTMLInputElement>(name).checked;
  await screen.findByLabelText('Hood');
  expect(
    ['Percent off', 'Fixed price', 'Everything', 'A category', 'Chosen items', 'Robe', 'Hood'].map(
      isChecked,
    ),
  ).toEqual([false, true, false, false, true, false, true]);
  expect(isChecked(/^On the home page/)).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: /^Price/ }).value).toBe('450');
  // The tests run in New York.
  expect(screen.getByLabelText<HTMLInputElement>(/^Starts/).value).toBe('2026-11-20T13:05');
  await user.click(screen.getByLabelText('Everything'));
  await user.click(screen.getByText('Save Sale'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  const { id: _id, version: _v, updatedBy: _by, sold: _sold, earned: _earned, ...draft } = fixed;
  expect(requests(route)[0]?.body).toEqual({ ...draft, scope: 'all', itemIds: [] });
  expect(requests('POST /api/admin/shop/sales/preview').at(-1)?.body).not.toHaveProperty('id');
});

test('a live update of a sale that is being edited does not change what the save is based on', async () => {
  function Live() {
    const [version, setVersion] = useState(3);
    return (
      <>
        <button onClick={() => setVersion(4)}>Someone saves</button>
        <SaleEditor edited={{ kind: 'edit', item: { ...sale, version } }} />
      </>
    );
  }
  const route = 'PUT /api/admin/shop/sales/{id}';
  const { user } = await renderScreen(<Live />, {
    address: '/admin/shop/sales',
    as: 'admin',
    answers: { ...answers, [route]: sale },
  });
  await user.click(screen.getByText('Someone saves'));
  await user.click(screen.getByText('Save Sale'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  expect(requests(route)[0]?.body).toMatchObject({ version: 3 });
});

test('a sale has the times of the admin’s zone, can be on the home page, and needs an item', async () => {
  const route = 'POST /api/admin/shop/sales';
  const { user } = await renderScreen(<SaleEditor edited={{ kind: 'new' }} />, {
    address: '/admin/shop/sales',
    as: 'admin',
    answers: { ...answers, [route]: sale },
  });
  await user.fill(screen.getByLabelText(/^Name/), 'Quick Sale');
  for (const [label, value] of [
    [/^Starts/, '2098-12-01T08:30'],
    [/^Ends/, '2098-12-08T09:45'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  await user.click(screen.getByLabelText(/^On the home page/));
  await user.click(screen.getByLabelText(/^Chosen items/));
  await user.click(screen.getByText('Save Sale'));
  const group = (await screen.findByText('Choose at least one item.')).closest('fieldset');
  expect(group?.textContent).toMatch(/^Items/);
  expect(requests(route)).toEqual([]);
  await user.click(screen.getByLabelText('Everything'));
  await user.click(screen.getByText('Save Sale'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  expect(requests(route)[0]?.body).toMatchObject({
    // The tests run in New York, five hours behind UTC in winter.
    startsAt: '2098-12-01T13:30:00.000Z',
    endsAt: '2098-12-08T14:45:00.000Z',
    onHome: true,
    scope: 'all',
    percent: 20,
  });
});

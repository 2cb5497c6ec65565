import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { hold, refuse, requests } from '#client/testing/fake-fetch.ts';
import { lantern } from '#client/testing/managed-item.ts';
import { render, renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { ShopSale } from '#shared/endpoints/sales.ts';
import type { ManagedItem, ShopItem } from '#shared/endpoints/shop.ts';

import { AdminRevenuePage } from './admin-revenue-page.tsx';
import { AdminShopPage } from './admin-shop-page.tsx';
import { AdminShopPreviewPage } from './admin-shop-preview-page.tsx';
import { AdminShopSalesPage } from './admin-shop-sales-page.tsx';
import { CategoriesPanel } from './admin/categories-panel.tsx';

const sale: ShopSale = {
  id: '6',
  name: 'Harvest Sale',
  percent: 25,
  price: null,
  scope: 'category',
  categoryId: 4,
  itemIds: [],
  startsAt: '2020-01-01T12:00:00.000Z',
  endsAt: '2099-01-01T12:00:00.000Z',
  onHome: true,
  version: 3,
  updatedBy: 'Marrow',
  sold: 11,
  earned: 2200,
};

const rowsOf = async (name: string, from: number, to: number) => {
  const table = await screen.findByRole('table', { name });
  return [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].slice(from, to).map(({ textContent }) => textContent),
  );
};

test('each sale says whether it runs and what it lowers, and is deleted after a question', async () => {
  const remove = 'DELETE /api/admin/shop/sales/{id}';
  const fixed = { percent: null, price: 450, scope: 'items' as const, itemIds: [1, 2] };
  const sales: ShopSale[] = [
    sale,
    {
      ...sale,
      id: '7',
      name: 'Planned',
      startsAt: '2098-01-01T12:00:00.000Z',
      ...fixed,
      onHome: false,
    },
    { ...sale, id: '8', name: 'Over', endsAt: '2020-02-01T12:00:00.000Z', scope: 'all' },
    { ...sale, id: '9', name: 'Orphan', categoryId: 5 },
  ];
  answerNothing();
  const { user } = await renderPage('/admin/shop/sales', {
    as: 'admin',
    answers: {
      'GET /api/admin/shop/sales': sales,
      'GET /api/admin/shop/categories': [{ id: '4', name: 'Robes' }],
      [remove]: undefined,
    },
  });
  await screen.findByText('25% off Robes');
  expect(await rowsOf('Sales', 0, 3)).toEqual([
    ['Harvest Sale', 'RunningHome', '25% off Robes'],
    ['Planned', 'Planned', '450 TC for 2 items'],
    ['Over', 'Ended', '25% off everything'],
    ['Orphan', 'RunningHome', '25% off a deleted category'],
  ]);
  await user.click(screen.getByLabelText('Delete Planned'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('Planned was deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '7' }]);
});

test('categories are counted, moved, renamed, added and deleted', async () => {
  const order = 'PUT /api/admin/shop/category-order';
  const save = 'PUT /api/admin/shop/categories/{id}';
  const create = 'POST /api/admin/shop/categories';
  const remove = 'DELETE /api/admin/shop/categories/{id}';
  const categories = [
    { id: '4', name: 'Robes' },
    { id: '5', name: 'Lamps' },
  ];
  const items = [{ category: '5' }, { category: '5' }, { category: '4' }, {}] as ManagedItem[];
  const { user } = render(<CategoriesPanel />, {
    as: 'admin',
    answers: {
      'GET /api/admin/shop/categories': categories,
      'GET /api/admin/shop/items': items,
      [order]: categories,
      [save]: categories,
      [create]: categories,
      [remove]: categories,
    },
  });
  await expect
    .poll(() => rowsOf('Categories', 0, 2))
    .toEqual([
      ['Robes', '1'],
      ['Lamps', '2'],
    ]);
  await user.click(screen.getByLabelText('Move Lamps down'));
  await user.click(screen.getByLabelText('Move Robes down'));
  await expect.poll(() => requests(order).map(({ body }) => body)).toEqual([{ ids: ['5', '4'] }]);
  await user.click(screen.getByLabelText('Edit Lamps'));
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Lamps');
  await user.clear(name);
  await user.fill(name, 'Lights');
  await user.click(screen.getByText('Save'));
  await screen.findByText('“Lights” is saved.');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByText('Add Category'));
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
  await user.fill(screen.getByLabelText('Name'), 'Hats');
  await user.click(screen.getByText('Save'));
  await screen.findByText('“Hats” is saved.');
  await user.click(screen.getByLabelText('Delete Robes'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('Robes was deleted.');
  const sent = [save, create, remove].map((route) =>
    requests(route as typeof save).map(({ params, body }) => ({ params, body })),
  );
  expect(sent).toEqual([
    [{ params: { id: '5' }, body: { name: 'Lights' } }],
    [{ params: {}, body: { name: 'Hats' } }],
    [{ params: { id: '4' }, body: undefined }],
  ]);
});

test('the revenue ends with its sums, and its filter is in the request and the file', async () => {
  const rows = [
    { id: 1, name: 'Lamp', purchases: 3, coins: 1500, saved: 120, refunded: 500 },
    { id: 2, name: 'Robe', purchases: 4, coins: 900, saved: 7, refunded: 0 },
  ];
  answerNothing();
  await renderPage('/admin/shop/revenue?by=sale&from=2026-11-01', {
    as: 'admin',
    answers: { 'GET /api/admin/shop/revenue': { rows, days: [] } },
  });
  expect(await rowsOf('Revenue', 0, 5)).toEqual([
    ['Lamp', '3', '1,500 TC', '120 TC', '500 TC'],
    ['Robe', '4', '900 TC', '7 TC', '0 TC'],
    ['Total', '7', '2,400 TC', '127 TC', '500 TC'],
  ]);
  expect(requests('GET /api/admin/shop/revenue')[0]?.query).toEqual({
    by: 'sale',
    from: '2026-11-01',
  });
  expect(screen.getByText('CSV').closest('a')?.getAttribute('href')).toBe(
    '/api/admin/shop/revenue.csv?by=sale&from=2026-11-01',
  );
  expect(screen.getByText('By Code').closest('a')?.getAttribute('href')).toBe(
    '/admin/shop/revenue?by=code&from=2026-11-01',
  );
});

test('the preview of another time counts down from then, and offers only sales that come', async () => {
  const at = '2098-06-01T12:00:00.000Z';
  const endsAt = '2098-06-01T15:30:00.000Z';
  const item = {
    id: '7',
    name: 'Lamp',
    description: '',
    image: null,
    picture: null,
    price: 75,
    fullPrice: 100,
    itemId: 1,
    quantity: 1,
    enabled: true,
    endsAt,
    sale: { name: 'Harvest Sale', endsAt },
    stock: null,
    perPlayerLimit: null,
    deliverable: true,
  } satisfies ShopItem;
  const planned = { ...sale, id: '7', name: 'Planned', startsAt: '2098-01-01T12:00:00.000Z' };
  answerNothing();
  await renderPage(`/admin/shop/preview?at=${at}`, {
    as: 'admin',
    answers: {
      'GET /api/admin/shop/preview': { items: [item], categories: [] },
      'GET /api/admin/shop/sales': [sale, planned],
    },
  });
  const card = (await screen.findByRole('heading', { name: 'Lamp' })).closest('article')!;
  expect(card.textContent).toMatch(/Harvest Sale: 3 hours (29|30) minutes left/);
  expect(card.textContent).toMatch(/Ends in 3 hours (29|30) minutes/);
  expect(requests('GET /api/admin/shop/preview')[0]?.query).toEqual({ at });
  const link = await screen.findByText('Planned');
  expect(link.closest('a')?.getAttribute('href')).toContain('at=2098-01-01T12');
  expect(screen.queryByText('Harvest Sale', { selector: 'a, a *' })).toBeNull();
  expect(screen.getByText('Now').closest('a')?.getAttribute('href')).toBe('/admin/shop/preview');
  expect(screen.getByLabelText<HTMLInputElement>(/^Time/).value).toBe('2098-06-01T08:00');
});

const shopStaff: SessionUser = { ...testPlayer, user_rights: 2, permissions: ['shop'] };

test.each<[string, 'admin' | SessionUser, string[]]>([
  ['an admin', 'admin', ['Items', 'Sales', 'Codes', 'Supporters', 'Revenue', 'Preview']],
  ['staff with the permission', shopStaff, ['Items', 'Sales', 'Revenue', 'Preview']],
])('the screens of the shop for %s', async (_, as, names) => {
  const settings = 'GET /api/admin/settings';
  await renderScreen(<AdminShopPage />, {
    address: '/admin/shop',
    as,
    answers: { 'GET /api/admin/shop/items': [], [settings]: { shopOpen: true } as never },
  });
  await screen.findByText('The shelves are empty');
  const tabs = within(screen.getByRole('navigation', { name: 'Shop' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(names);
  expect(tabs.map((tab) => tab.ariaCurrent)).toEqual(
    names.map((_, at) => (at === 0 ? 'page' : null)),
  );
  const isAdmin = as === 'admin';
  expect(screen.queryByText('Terms and Privacy') !== null).toBe(isAdmin);
  // Only admins open and close the store.
  expect(requests(settings).length > 0).toBe(isAdmin);
});

test('a sale shows its times and what it earned, and leads to its editor and a copy', async () => {
  const { user } = await renderScreen(<AdminShopSalesPage />, {
    address: '/admin/shop/sales',
    as: 'admin',
    answers: {
      'GET /api/admin/shop/sales': [sale],
      'GET /api/admin/shop/categories': [{ id: '4', name: 'Robes' }],
    },
  });
  expect(await rowsOf('Sales', 3, 7)).toEqual([
    // The tests run in New York, five hours behind UTC in winter.
    ['1 Jan 2020, 07:00', '1 Jan 2099, 07:00', '11', '2,200 TC'],
  ]);
  expect(screen.getByText('Harvest Sale').closest('a')?.getAttribute('href')).toBe(
    '/admin/shop/sales?edit=6',
  );
  expect(screen.getByLabelText('Duplicate Harvest Sale').getAttribute('href')).toBe(
    '/admin/shop/sales?copy=6',
  );
  await user.click(screen.getByLabelText('Delete Harvest Sale'));
  await screen.findByText('Delete the sale “Harvest Sale”? If it is running, its prices end now.');
  // A deletion is dangerous: Enter alone must not do it.
  expect(document.activeElement?.textContent).toBe('Cancel');
});

test('the revenue is drawn by day from the second day on', async () => {
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const days = [
    { day: Date.UTC(2026, 10, 1) / 1000, coins: 1500 },
    { day: Date.UTC(2026, 10, 2) / 1000, coins: 900 },
  ];
  const route = 'GET /api/admin/shop/revenue';
  const open = (shown: typeof days) =>
    renderScreen(<AdminRevenuePage />, {
      address: `/admin/shop/revenue?by=code&until=2026-11-0${shown.length}`,
      as: 'admin',
      answers: { [route]: { rows: [], days: shown } },
    });
  const { unmount } = await open(days.slice(0, 1));
  await screen.findByText('Nothing was sold on these days.');
  expect(screen.queryByText('By Day')).toBeNull();
  unmount();
  await open(days);
  const chart = await screen.findByLabelText('Testcoins spent per day.');
  expect(chart.closest('figure')?.textContent).toBe('2 Nov 2026Testcoins900');
});

test('the time of the preview is chosen, and emptied for now', async () => {
  const route = 'GET /api/admin/shop/preview';
  const { router } = await renderScreen(<AdminShopPreviewPage />, {
    address: '/admin/shop/preview',
    as: 'admin',
    answers: { [route]: { items: [], categories: [] }, 'GET /api/admin/shop/sales': [] },
  });
  const field = await screen.findByLabelText<HTMLInputElement>(/^Time/);
  expect(screen.queryByText('Now')).toBeNull();
  const at = '2098-06-01T12:00:00.000Z';
  for (const [value, search] of [
    ['2098-06-01T08:00', { at }],
    ['', {}],
  ] as const) {
    fireEvent.change(field, { target: { value } });
    await expect.poll(() => router.state.location.search).toEqual(search);
    await expect.poll(() => field.value).toBe(value);
  }
  expect(requests(route).map(({ query }) => query)).toEqual([{}, { at }]);
});

test('a move of an item is shown before it is saved, and taken back if it is refused', async () => {
  const order = 'PUT /api/admin/shop/order';
  const held = hold<typeof order>();
  const items = ['Lantern', 'Robe'].map((name, at) => ({ ...lantern, id: String(at + 7), name }));
  const { user } = await renderScreen(<AdminShopPage />, {
    address: '/admin/shop',
    as: 'admin',
    answers: {
      'GET /api/admin/shop/items': items,
      'GET /api/admin/shop/categories': [],
      'GET /api/admin/settings': { shopOpen: true } as never,
      [order]: held.answer,
    },
  });
  const names = () => screen.getAllByLabelText(/^Edit /).map((link) => link.ariaLabel);
  await user.click(await screen.findByLabelText('Move Robe up'));
  await expect.poll(names).toEqual(['Edit Robe', 'Edit Lantern']);
  held.give(refuse('request/invalid', 'Someone else changed the items.'));
  await screen.findByText('Someone else changed the items.');
  expect(names()).toEqual(['Edit Lantern', 'Edit Robe']);
  expect(requests('GET /api/admin/shop/items')).toHaveLength(2);
});

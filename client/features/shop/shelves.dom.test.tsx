import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';

import { HomeSale } from './home-sale.tsx';
import { Shelves } from './shelves.tsx';

// Without the page's route, a number in the address would not be read as text.
const categories = [
  { id: 'a', name: 'Armour' },
  { id: 'p', name: 'Potions' },
  { id: 'e', name: 'Empty' },
];

function makeItem(at: number, change: Partial<ShopItem> = {}): ShopItem {
  return {
    id: String(at),
    name: `Item ${at}`,
    description: '',
    image: null,
    picture: null,
    price: 100,
    itemId: at,
    quantity: 1,
    enabled: true,
    endsAt: null,
    stock: null,
    perPlayerLimit: null,
    deliverable: true,
    ...change,
  };
}

const twelve = Array.from({ length: 12 }, (_, at) => makeItem(at + 1));

function open(items: ShopItem[], address = '/shop') {
  return renderScreen(
    <Shelves items={items} categories={categories}>
      {({ name }) => name}
    </Shelves>,
    { address, as: 'player' },
  );
}

const shown = () =>
  [...screen.getByRole('list', { name: 'Items' }).children].map(({ textContent }) => textContent);
const tabs = () => screen.queryByRole('navigation', { name: 'Categories' });

test('one category has no tabs, and twelve items no search', async () => {
  // The last one has no category, and must not be out of reach.
  const items = twelve.map((item, at) => (at === 11 ? item : { ...item, category: 'a' }));
  await open(items, '/shop?shelf=a');
  expect(shown()).toHaveLength(12);
  expect(tabs()).toBeNull();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('categories with items have tabs, and items without one are under All', async () => {
  const items = [makeItem(1, { category: 'p' }), makeItem(2, { category: 'a' }), makeItem(3)];
  const { user } = await open(items);
  expect(tabs()?.textContent).toBe('AllArmourPotions');
  expect(shown()).toEqual(['Item 1', 'Item 2', 'Item 3']);
  await user.click(screen.getByText('Potions'));
  await expect.poll(shown).toEqual(['Item 1']);
});

test('more than twelve items can be searched, by what a bundle contains too', async () => {
  const contents = [{ name: 'Dragon egg', quantity: 1, image: null, picture: null }];
  const { user } = await open([...twelve, makeItem(13, { kind: 'bundle', contents })]);
  await user.fill(screen.getByRole('searchbox'), 'dragon');
  await expect.poll(shown).toEqual(['Item 13']);
  expect(screen.getByRole('status').textContent).toBe('1 item found');
  await user.fill(screen.getByRole('searchbox'), ' of stone');
  await screen.findByText('Nothing here matches “dragon of stone”.');
});

test('a search is for names and descriptions, in the chosen category, and both stay in the address', async () => {
  const items = [
    makeItem(1, { category: 'p', name: 'Red Flask' }),
    makeItem(2, { category: 'a', description: 'Worn with a FLASK.' }),
    makeItem(3, { category: 'a' }),
  ];
  const { user, router } = await open(items, '/shop?shelf=a&find=flask');
  expect(shown()).toEqual(['Item 2']);
  const tab = (name: string) => screen.getByText(name).closest('a')!;
  expect(
    ['All', 'Armour', 'Potions'].map((name) => tab(name).getAttribute('aria-current')),
  ).toEqual([null, 'page', null]);
  await user.click(screen.getByText('All'));
  await expect.poll(shown).toEqual(['Red Flask', 'Item 2']);
  expect(router.state.location.search).toEqual({ find: 'flask' });
  await user.click(screen.getByText('Potions'));
  await expect.poll(shown).toEqual(['Red Flask']);
  expect(router.state.location.search).toEqual({ shelf: 'p', find: 'flask' });
  await user.fill(screen.getByRole('searchbox'), 's');
  await screen.findByText('Nothing here matches “flasks”.');
  expect(router.state.location.search).toEqual({ shelf: 'p', find: 'flasks' });
  await user.click(screen.getByText('Show All Items'));
  await expect.poll(shown).toEqual(['Red Flask', 'Item 2', 'Item 3']);
});

test('the banner names the sale that takes most off', async () => {
  const sale = (name: string) => ({
    name,
    endsAt: new Date(Date.now() + 7_200_000).toISOString(),
  });
  await open([
    makeItem(1, { price: 90, fullPrice: 100, sale: sale('Small Sale') }),
    makeItem(2, { price: 60, fullPrice: 100, sale: sale('Great Sale') }),
    // A discount of the player's own is no sale.
    makeItem(3, { price: 10, fullPrice: 100 }),
    makeItem(4, { price: 80, fullPrice: 100, sale: sale('Middle Sale') }),
  ]);
  const banner = await screen.findByRole('region', { name: 'Great Sale' });
  expect(banner.textContent).toContain('Up to 40% off in the store');
});

test('the item that the address names is scrolled to and has the focus', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await open(twelve, '/shop#item-7');
  expect(document.activeElement?.textContent).toBe('Item 7');
  expect(new Set(scroll.mock.contexts)).toEqual(new Set([document.activeElement]));
});

test.each([
  [40, 'Up to 40% off in the store'],
  [0, 'Lower prices in the store'],
])('on the home page a sale with up to %d percent says "%s"', async (upTo, text) => {
  const endsAt = new Date(Date.now() + 7_200_000).toISOString();
  await renderScreen(<HomeSale />, {
    address: '/',
    answers: { 'GET /api/shop/on-home': { sale: { name: 'Harvest Sale', endsAt, upTo } } },
  });
  const banner = within(await screen.findByRole('region', { name: 'Harvest Sale' }));
  banner.getByText(text);
  expect(banner.getByText('See the Offers').closest('a')?.getAttribute('href')).toBe('/shop');
});

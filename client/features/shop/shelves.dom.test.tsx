import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';

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
  await open(twelve.map((item) => ({ ...item, category: 'a' })));
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

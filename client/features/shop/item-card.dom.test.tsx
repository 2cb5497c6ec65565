import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';
import type { ShopItem } from '#shared/endpoints/shop.ts';

import { ItemCard } from './item-card.tsx';

const item: ShopItem = {
  id: '5',
  name: 'Crown',
  description: 'Shiny.',
  image: null,
  picture: null,
  price: 1300,
  itemId: 4151,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: 3,
  perPlayerLimit: 2,
  deliverable: true,
};

type Props = Partial<ComponentProps<typeof ItemCard>>;

test.each<[string, Props, string, boolean]>([
  ['a player who has bought less than allowed can buy', { bought: 1 }, 'Buy Crown', false],
  ['a player who has bought as many as allowed cannot', { bought: 2 }, 'Owned: Crown', true],
  ['an item out of stock', { item: { ...item, stock: 0 } }, 'Sold out: Crown', true],
  ['the last one in stock', { item: { ...item, stock: 1 } }, 'Buy Crown', false],
  ['a closed store', { isClosed: true }, 'The store is closed: Crown', true],
  [
    'an item that no game can deliver',
    { item: { ...item, deliverable: false } },
    'Unavailable: Crown',
    true,
  ],
])('%s', async (_, props, label, isDisabled) => {
  const onBuy = vi.fn();
  const { user } = render(<ItemCard item={item} onBuy={onBuy} {...props} />);
  const button = screen.getByLabelText<HTMLButtonElement>(label);
  expect(button.disabled).toBe(isDisabled);
  await user.click(button);
  expect(onBuy).toHaveBeenCalledTimes(isDisabled ? 0 : 1);
});

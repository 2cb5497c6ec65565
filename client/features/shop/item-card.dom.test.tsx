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
  ['the last of the limit for all', { item: { ...item, totalLeft: 0 } }, 'Sold out: Crown', true],
  ['a level that is missing', { locked: 'Needs total level 900.' }, 'Locked: Crown', true],
])('%s', async (_, props, label, isDisabled) => {
  const onBuy = vi.fn();
  const { user } = render(<ItemCard item={item} onBuy={onBuy} {...props} />);
  const button = screen.getByLabelText<HTMLButtonElement>(label);
  expect(button.disabled).toBe(isDisabled);
  await user.click(button);
  expect(onBuy).toHaveBeenCalledTimes(isDisabled ? 0 : 1);
});

test('an item on sale shows both prices, how much is off and until when', () => {
  const endsAt = new Date(Date.now() + 3 * 3_600_000 + 90_000).toISOString();
  const offer = { ...item, price: 975, fullPrice: 1300, sale: { name: 'Harvest Sale', endsAt } };
  const text = render(<ItemCard item={offer} />).container.textContent;
  expect(text).toContain('Reduced by −25%');
  expect(text).toContain('Instead of 1,300');
  expect(text).toContain('975 TC');
  expect(text).toMatch(/Harvest Sale: 3 hours \d minutes? left/);
});

test('a bundle lists its contents and what they save', async () => {
  const part = (name: string, quantity: number) => ({ name, quantity, image: null, picture: null });
  const contents = [
    part('Sword', 1),
    part('Flask', 50),
    ...['A', 'B', 'C', 'D'].map((n) => part(n, 1)),
  ];
  const { user } = render(
    <ItemCard
      item={{ ...item, kind: 'bundle', contents, saving: 420, needs: { totalLevel: 900 } }}
    />,
  );
  const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names()).toEqual(
    expect.arrayContaining(['Sword', 'Flask × 50', 'Save 420 TC', 'Needs total level 900']),
  );
  await user.click(screen.getByText('and 2 more'));
  expect(names()).toEqual(expect.arrayContaining(['C', 'D']));
});

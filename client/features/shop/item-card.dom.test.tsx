import { screen, within } from '@testing-library/react';
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

test('a reduction of less than one percent is called a sale', () => {
  const offer = { ...item, stock: null, price: 1299, fullPrice: 1300 };
  const text = render(<ItemCard item={offer} />).container.textContent;
  expect(text).toMatch(/^SaleCrown/);
  expect(text).not.toContain('%');
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

test('a bundle of five shows all of them', () => {
  const contents = ['A', 'B', 'C', 'D', 'E'].map((name) => ({
    name,
    quantity: 1,
    image: null,
    picture: null,
  }));
  render(<ItemCard item={{ ...item, kind: 'bundle', contents }} />);
  const parts = within(screen.getByLabelText('Contents')).getAllByRole('listitem');
  expect(parts.map(({ textContent }) => textContent)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(screen.queryByText(/^and \d+ more$/)).toBeNull();
});

test('two parts of a bundle may have the same name, and follow a change of the bundle', () => {
  const part = (name: string, quantity: number) => ({ name, quantity, image: null, picture: null });
  const bundle = (...contents: ReturnType<typeof part>[]) => (
    <ItemCard item={{ ...item, kind: 'bundle', contents }} />
  );
  const { rerender } = render(bundle(part('Flask', 5), part('Sword', 1), part('Flask', 50)));
  const parts = () =>
    within(screen.getByLabelText('Contents'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(parts()).toEqual(['Flask × 5', 'Sword', 'Flask × 50']);
  rerender(bundle(part('Sword', 1), part('Flask', 50)));
  expect(parts()).toEqual(['Sword', 'Flask × 50']);
});

test.each<[string, Props, string, string[]]>([
  ['a ribbon counts the last ten', { item: { ...item, stock: 10 } }, 'Only 10 left', ['in stock']],
  ['more than ten are a fact', { item: { ...item, stock: 11 } }, '11 in stock', ['Only']],
  [
    'the smaller of two limits counts',
    { item: { ...item, stock: 40, totalLeft: 7 } },
    'Only 7 left',
    ['in stock'],
  ],
  [
    'a limit for all without a stock',
    { item: { ...item, stock: null, totalLeft: 1200 } },
    '1,200 left',
    ['in stock', 'Only'],
  ],
  [
    'no limit',
    { item: { ...item, stock: null, perPlayerLimit: null } },
    '1,300 TC',
    ['left', 'in stock', 'per player'],
  ],
  ['a limit per player', {}, 'Limit 2 per player', ['You have']],
  ['what the player has of it', { bought: 1 }, 'You have 1 of 2', ['per player']],
  [
    'what is needed',
    { item: { ...item, needs: { totalLevel: 1200, supporterRank: 'Knight' } } },
    'Needs total level 1,200 and the supporter rank Knight',
    [],
  ],
  [
    'what is missing, instead',
    { item: { ...item, needs: { totalLevel: 1200 } }, locked: 'Your total level is 900.' },
    'Your total level is 900.',
    ['Needs'],
  ],
  ['a rank for days', { item: { ...item, kind: 'rank', days: 30 } }, 'Rank for 30 days', []],
  ['a rank for ever', { item: { ...item, kind: 'rank' } }, 'Rank', ['day', 'Lasts']],
  ['a membership', { item: { ...item, kind: 'membership', days: 1 } }, 'Membership for 1 day', []],
  ['a command for days', { item: { ...item, kind: 'command', days: 7 } }, 'Lasts for 7 days', []],
  ['several at once', { item: { ...item, quantity: 1500 } }, 'Quantity: 1,500', []],
  ['one', {}, 'Crown', ['Quantity']],
  ['an item that ended', { item: { ...item, endsAt: '2020-01-01T00:00:00Z' } }, 'Ended', []],
  ['a saving of nothing', { item: { ...item, saving: 0 } }, 'Crown', ['Save']],
])('the facts of a card: %s', (_, props, shown, hidden) => {
  const text = render(<ItemCard item={item} {...props} />).container.textContent;
  expect(text).toContain(shown);
  for (const other of hidden) expect(text).not.toContain(other);
});

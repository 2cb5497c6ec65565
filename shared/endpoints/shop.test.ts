import { expect, test } from 'vitest';

import type { ShopItem } from './shop.ts';
import { isOver, isRefundable } from './shop.ts';

type Purchase = Parameters<typeof isRefundable>[0];

test.each<[Partial<Purchase>, boolean]>([
  [{ deliveryState: 'queued' }, true],
  [{ deliveryState: 'attention' }, true],
  [{ deliveryState: 'claimed' }, false],
  [{ deliveryState: 'delivered' }, false],
  [{ deliveryState: 'delivered', canEnd: true }, true],
  [{ deliveryState: 'claimed', canEnd: true }, false],
  [{ deliveryState: 'queued', isEnd: true }, false],
  [{ deliveryState: 'attention', isEnd: true }, true],
  [{ state: 'refunded', deliveryState: 'attention' }, false],
  [{ state: 'refunded', deliveryState: 'delivered', canEnd: true }, false],
])('whether a purchase can be refunded: %j is %s', (purchase, expected) => {
  const bought: Purchase = { state: 'bought', deliveryState: 'queued' };
  expect(isRefundable({ ...bought, ...purchase })).toBe(expected);
});

test('an offer is over from its end on, and never without one', () => {
  const endsAt = '2026-11-19T12:00:00.000Z';
  const at = (ms: number, item: Pick<ShopItem, 'endsAt'> = { endsAt }) =>
    isOver(item, Date.parse(endsAt) + ms);
  expect([at(-1), at(0), at(1), at(1, { endsAt: null })]).toEqual([false, true, true, false]);
});

import { expect, test } from 'vitest';

import { CodeDraft } from './codes.ts';
import { CategoryDraft, SaleDraft } from './sales.ts';
import type { ShopItem } from './shop.ts';
import { buyItem, isOver, isRefundable, ItemDraft } from './shop.ts';

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

const item = {
  name: 'Lantern',
  description: '',
  image: null,
  price: 300,
  itemId: 4548,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: null,
  perPlayerLimit: null,
};
const partsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ itemId: at + 1, count: 1 }));
const serversOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test.each<[object, object]>([
  [{ name: 'x'.repeat(60) }, { name: 'x'.repeat(61) }],
  [{ description: 'x'.repeat(400) }, { description: 'x'.repeat(401) }],
  [{ image: 'x'.repeat(500) }, { image: 'x'.repeat(501) }],
  [{ price: 1 }, { price: 0 }],
  [{ price: 10_000_000 }, { price: 10_000_001 }],
  [{ itemId: 0 }, { itemId: -1 }],
  [{ itemId: 1_000_000 }, { itemId: 1_000_001 }],
  [{ quantity: 1_000_000 }, { quantity: 0 }],
  [{ quantity: 1 }, { quantity: 1_000_001 }],
  [{ stock: 0 }, { stock: -1 }],
  [{ stock: 1_000_000 }, { stock: 1_000_001 }],
  [{ perPlayerLimit: 1000 }, { perPlayerLimit: 1001 }],
  [{ serverIds: serversOf(100) }, { serverIds: serversOf(101) }],
  [{ totalLimit: 1 }, { totalLimit: 0 }],
  [{ totalLimit: 1_000_000 }, { totalLimit: 1_000_001 }],
  [{ needsLevel: 1 }, { needsLevel: 0 }],
  [{ needsLevel: 10_000 }, { needsLevel: 10_001 }],
  [{ value: 'x'.repeat(200) }, { value: 'x'.repeat(201) }],
  [{ endValue: 'x'.repeat(200) }, { endValue: 'x'.repeat(201) }],
  [{ days: 1 }, { days: 0 }],
  [{ days: 3650 }, { days: 3651 }],
  [{ parts: partsOf(2) }, { parts: partsOf(1) }],
  [{ parts: partsOf(20) }, { parts: partsOf(21) }],
  [
    { parts: [...partsOf(1), { itemId: 2, count: 1000 }] },
    { parts: [...partsOf(1), { itemId: 2, count: 1001 }] },
  ],
])('an item may have %j, but not %j', (good, bad) => {
  expect(ItemDraft.safeParse({ ...item, ...good }).success).toBe(true);
  expect(ItemDraft.safeParse({ ...item, ...bad }).success).toBe(false);
});

const gift = { itemId: 1, giftTo: 'Ada' };

test.each<[object, object]>([
  [{ giftTo: 'x'.repeat(40) }, { giftTo: 'x'.repeat(41) }],
  [{ note: 'x'.repeat(200) }, { note: 'x'.repeat(201) }],
  [{ note: 'One line' }, { note: ' ' }],
  [{ note: 'One line' }, { note: 'An isolated \u2066 line' }],
  [{ igId: '123456789' }, { igId: '1234567890' }],
])('a purchase may have %j, but not %j', (good, bad) => {
  expect(buyItem.body!.safeParse({ ...gift, ...good }).success).toBe(true);
  expect(buyItem.body!.safeParse({ ...gift, ...bad }).success).toBe(false);
});

const sale = {
  name: 'Fair',
  percent: 10,
  price: null,
  scope: 'items',
  categoryId: null,
  itemIds: [1],
  startsAt: '2026-11-19T12:00:00.000Z',
  endsAt: '2026-11-19T12:00:00.001Z',
  onHome: false,
};

test.each<[object, object]>([
  [{ name: 'x'.repeat(60) }, { name: 'x'.repeat(61) }],
  [{ percent: 1 }, { percent: 0 }],
  [{ percent: 99 }, { percent: 100 }],
  [
    { percent: null, price: 1 },
    { percent: null, price: 0 },
  ],
  [
    { percent: null, price: 10_000_000 },
    { percent: null, price: 10_000_001 },
  ],
  [{ percent: null, price: 5 }, { percent: null }],
  [{ itemIds: serversOf(500) }, { itemIds: serversOf(501) }],
  [{}, { endsAt: sale.startsAt }],
  [{ scope: 'all', itemIds: [] }, { itemIds: [] }],
  [{ scope: 'category', categoryId: 1 }, { scope: 'category' }],
])('a sale may have %j, but not %j', (good, bad) => {
  expect(SaleDraft.safeParse({ ...sale, ...good }).success).toBe(true);
  expect(SaleDraft.safeParse({ ...sale, ...bad }).success).toBe(false);
});

const codes = {
  name: 'Thanks',
  kind: 'percent',
  value: 10,
  word: null,
  count: 1,
  uses: null,
  perPlayer: 1,
  expiresAt: null,
};

test.each<[object, object]>([
  [{ name: 'x'.repeat(60) }, { name: 'x'.repeat(61) }],
  [{ value: 99 }, { value: 100 }],
  [
    { kind: 'coins', value: 1_000_000, uses: 1 },
    { kind: 'coins', value: 1_000_001, uses: 1 },
  ],
  [
    { kind: 'item', value: 1_000_001, uses: 1 },
    { kind: 'item', value: 1_000_001 },
  ],
  [
    { kind: 'item', uses: 1 },
    { kind: 'item', uses: 1, word: 'WORD' },
  ],
  [{ word: 'abc4' }, { word: 'abc' }],
  [{ word: 'x'.repeat(24) }, { word: 'x'.repeat(25) }],
  [{ count: 1000 }, { count: 1001 }],
  [{ uses: 1_000_000 }, { uses: 1_000_001 }],
  [{ perPlayer: 1_000_000 }, { perPlayer: 1_000_001 }],
])('codes may have %j, but not %j', (good, bad) => {
  expect(CodeDraft.safeParse({ ...codes, ...good }).success).toBe(true);
  expect(CodeDraft.safeParse({ ...codes, ...bad }).success).toBe(false);
});

test('the name of a category has at most 40 characters', () => {
  const isName = (length: number) => CategoryDraft.safeParse({ name: 'x'.repeat(length) }).success;
  expect([isName(0), isName(40), isName(41)]).toEqual([false, true, false]);
});

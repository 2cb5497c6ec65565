import { expect, test } from 'vitest';

import { shopLimits } from '#shared/endpoints/shop.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

import { checkItem, previewOf, toFields } from './item-fields.ts';

const emptyFields = toFields({});
const filled = { ...emptyFields, name: 'Lantern', price: '300', itemId: '4548' };

test('empty stock, limit and end fields become null', () => {
  expect(checkItem(filled).data).toMatchObject({
    name: 'Lantern',
    price: 300,
    itemId: 4548,
    quantity: 1,
    stock: null,
    perPlayerLimit: null,
    endsAt: null,
  });
});

test('a stock of zero is not treated as empty', () => {
  expect(checkItem({ ...filled, stock: '0' }).data?.stock).toBe(0);
});

test.each([
  ['name', { name: ' ' }],
  ['price', { price: '' }],
  ['price', { price: '1.5' }],
  ['itemId', { itemId: '' }],
  ['quantity', { quantity: '0' }],
  ['stock', { stock: '-1' }],
  ['perPlayerLimit', { perPlayerLimit: '0' }],
  ['serverIds', { serverIds: [] }],
])('an invalid %s is reported at its field', (field, changes) => {
  const { data, errors } = checkItem({ ...filled, ...changes });
  expect(data).toBeUndefined();
  expect(Object.keys(errors ?? {})).toEqual([field]);
});

test('the preview works with empty fields', () => {
  expect(previewOf(emptyFields)).toMatchObject({ name: '', price: 0, quantity: 1, stock: null });
});

// An item that is off, has ended and has every limit.
const saved: Partial<ManagedItem> = {
  kind: 'item',
  name: 'Lantern',
  description: 'Lights the way.',
  image: null,
  price: 300,
  itemId: 4548,
  quantity: 3,
  enabled: false,
  endsAt: '2026-01-02T03:04:00.000Z',
  stock: 0,
  perPlayerLimit: 2,
  totalLimit: 90,
  needsLevel: 500,
  needsStep: 4,
  categoryId: 6,
  value: null,
  endValue: null,
  isOneDelivery: false,
  serverIds: [7],
};
const grant = { itemId: 0, quantity: 1, value: 'gold' };

test.each<[string, Partial<ManagedItem>]>([
  ['item', {}],
  ['rank', { kind: 'rank', ...grant, days: 30 }],
  ['membership', { kind: 'membership', ...grant }],
  ['command', { kind: 'command', ...grant, days: 30, endValue: 'demote {player}' }],
  [
    'bundle',
    {
      kind: 'bundle',
      itemId: 0,
      quantity: 1,
      stock: null,
      isOneDelivery: true,
      parts: [
        { itemId: 21, count: 3 },
        { itemId: 22, count: 1 },
      ],
    },
  ],
])('a saved %s that is not changed is sent as it was', (_, change) => {
  const item = { ...saved, ...change };
  const { data, errors } = checkItem(toFields(item));
  expect(errors).toBeUndefined();
  expect(data).toEqual({ days: null, ...item });
});

test.each([
  ['price', String(shopLimits.price), String(shopLimits.price + 1)],
  ['quantity', '1', '0'],
  ['perPlayerLimit', '1', '0'],
  ['totalLimit', '1', '0'],
  ['needsLevel', '1', '0'],
])('the edge of %s is allowed, and one beyond is not', (field, edge, beyond) => {
  expect(checkItem({ ...filled, [field]: edge }).errors).toBeUndefined();
  expect(Object.keys(checkItem({ ...filled, [field]: beyond }).errors ?? {})).toEqual([field]);
});

test('the preview has what players see: a limit for all, a level, days and a bundle’s saving', () => {
  const item = { ...saved, itemId: 4548, id: '21', quantity: 3, price: 300 } as ManagedItem;
  expect(previewOf(toFields(item))).toEqual({
    id: 'preview',
    kind: 'item',
    name: 'Lantern',
    description: 'Lights the way.',
    image: null,
    picture: null,
    enabled: true,
    price: 300,
    itemId: 4548,
    quantity: 3,
    endsAt: '2026-01-02T03:04:00.000Z',
    stock: 0,
    perPlayerLimit: 2,
    deliverable: true,
    totalLeft: 90,
    needs: { totalLevel: 500 },
  });
  const rank = { ...item, kind: 'rank' as const, ...grant, quantity: 4, days: 30 };
  expect(previewOf(toFields(rank))).toMatchObject({ days: 30, quantity: 1 });
  const bundle = {
    ...toFields({ kind: 'bundle', price: 700, stock: 5, days: 30 }),
    parts: [
      { itemId: '21', count: '3' },
      { itemId: '', count: '1' },
    ],
  };
  const preview = previewOf(bundle, [item]);
  expect(preview).toMatchObject({ stock: null, saving: 200 });
  expect(preview.contents?.map(({ name, quantity }) => [name, quantity])).toEqual([['Lantern', 9]]);
  expect(preview.days).toBeUndefined();
});

const ofGrant = { itemId: 0, quantity: 1, stock: 5, value: 'gold', days: 30, isOneDelivery: false };

test.each<[ProductKind, object]>([
  ['item', { ...ofGrant, itemId: 4548, quantity: 3, value: null, endValue: null, days: null }],
  ['rank', { ...ofGrant, endValue: null }],
  ['membership', { ...ofGrant, endValue: null }],
  ['command', { ...ofGrant, endValue: 'demote {player}' }],
  [
    'bundle',
    { ...ofGrant, stock: null, value: null, endValue: null, days: null, isOneDelivery: true },
  ],
])('a new %s is sent without what was typed for another kind', (kind, expected) => {
  const { data } = checkItem({
    ...filled,
    kind,
    quantity: '3',
    stock: '5',
    value: 'gold',
    endValue: 'demote {player}',
    days: '30',
    isOneDelivery: true,
    parts: [
      { itemId: '21', count: '3' },
      { itemId: '22', count: '1' },
    ],
  });
  expect(data).toMatchObject({ ...expected, kind });
  expect(data?.parts?.length).toBe(kind === 'bundle' ? 2 : undefined);
});

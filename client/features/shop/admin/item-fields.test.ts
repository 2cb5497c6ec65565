import { expect, test } from 'vitest';

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

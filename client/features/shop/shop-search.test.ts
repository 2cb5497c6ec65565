import { expect, test } from 'vitest';

import { revenueSearch, shopSearch, storePreviewSearch } from './shop-search.ts';

test.each([
  [{}, {}],
  [{ topup: true }, { topup: true }],
  [{ session_id: 'cs_1' }, { session_id: 'cs_1' }],
  [{ order: 12 }, { order: '12' }],
  [{ canceled: true }, { canceled: true }],
  [{ canceled: '' }, { canceled: true }],
])('the store reads %j from the URL', (search, view) => {
  expect(shopSearch.read(search)).toEqual({ canceled: false, ...view });
});

test.each([
  [{ at: '2026-11-20T18:05:00.000Z', shelf: 4, find: 'lamp' }, '2026-11-20T18:05:00.000Z'],
  [{ at: '2026-11-20', shelf: 4, find: 'lamp' }, undefined],
])('the preview reads %j from the URL', (search, at) => {
  expect(storePreviewSearch.read(search)).toEqual({ at, shelf: '4', find: 'lamp' });
});

test.each([
  [{}, 'item'],
  [{ by: 'sale' }, 'sale'],
  [{ by: 'player' }, 'item'],
])('the revenue with %j is that by %s', (search, by) => {
  expect(revenueSearch.read({ ...search, from: '2026-02-31' })).toEqual({
    by,
    from: undefined,
    until: undefined,
  });
});

import { expect, test } from 'vitest';

import { shopSearch } from './shop-search.ts';

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

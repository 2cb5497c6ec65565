import { expect, test } from 'vitest';

import { toOrderFilter, toPurchaseFilter } from './admin/log-filter.ts';
import { logsSearch, shopSearch } from './shop-search.ts';

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

test('the URL of a log keeps only valid filters', () => {
  const search = logsSearch.read({
    player: 2007,
    from: '2026-11-01',
    until: 'x',
    delivery: 'refunded',
    page: -1,
  });
  expect(search).toEqual({
    view: 'purchases',
    page: 1,
    player: '2007',
    from: '2026-11-01',
    delivery: 'refunded',
  });
  expect(toPurchaseFilter(search)).toEqual({
    player: '2007',
    from: '2026-11-01',
    state: 'refunded',
  });
  expect(toOrderFilter(logsSearch.read({ view: 'top-ups', state: 'attention' }))).toEqual({
    attention: 'true',
  });
});

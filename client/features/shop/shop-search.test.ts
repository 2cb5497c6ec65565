import { expect, test } from 'vitest';

import {
  readLogsSearch,
  toLogsSearch,
  toOrderFilter,
  toPurchaseFilter,
} from './admin/logs-search.ts';
import { readShopSearch } from './shop-search.ts';

test.each([
  [{}, { isTopUpOpen: false, order: undefined, isCanceled: false }],
  [{ topup: true }, { isTopUpOpen: true, order: undefined, isCanceled: false }],
  [{ session_id: 'cs_1' }, { isTopUpOpen: false, order: 'cs_1', isCanceled: false }],
  [{ canceled: true }, { isTopUpOpen: false, order: undefined, isCanceled: true }],
  [{ canceled: '' }, { isTopUpOpen: false, order: undefined, isCanceled: true }],
])('the store reads %j from the URL', (search, view) => {
  expect(readShopSearch(search)).toEqual(view);
});

test('the URL of a log keeps only valid filters', () => {
  const search = readLogsSearch({
    player: 2007,
    from: '2026-11-01',
    until: 'x',
    delivery: 'refunded',
    page: -1,
  });
  expect(toLogsSearch(search)).toEqual({
    player: '2007',
    from: '2026-11-01',
    delivery: 'refunded',
  });
  expect(toPurchaseFilter(search)).toEqual({
    player: '2007',
    from: '2026-11-01',
    state: 'refunded',
  });
  expect(toOrderFilter(readLogsSearch({ view: 'top-ups', state: 'attention' }))).toEqual({
    attention: 'true',
  });
});

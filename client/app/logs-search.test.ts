import { expect, test } from 'vitest';

import { toOrderFilter, toPurchaseFilter } from './logs-filters.ts';
import { logsSearch } from './logs-search.ts';

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

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

test('each filter of a log is sent under its own name', () => {
  const common = { id: '7', player: 'Oak', from: '2026-11-01', until: '2026-11-02' };
  const all = { ...common, item: 'Hat', state: 'paid', mode: 'test' };
  const purchases = (delivery: string) => toPurchaseFilter(logsSearch.read({ ...all, delivery }));
  expect(purchases('queued')).toEqual({ ...common, item: 'Hat', delivery: 'queued' });
  expect(purchases('refunded')).toEqual({ ...common, item: 'Hat', state: 'refunded' });
  expect(purchases('reported')).toEqual({ ...common, item: 'Hat', reported: 'true' });
  expect(purchases('undeliverable')).toEqual({ ...common, item: 'Hat', undeliverable: 'true' });
  expect(toOrderFilter(logsSearch.read({ ...all, delivery: 'queued' }))).toEqual({
    ...common,
    state: 'paid',
    mode: 'test',
  });
  expect(toOrderFilter(logsSearch.read({ ...all, state: 'attention' }))).toEqual({
    ...common,
    attention: 'true',
    mode: 'test',
  });
});

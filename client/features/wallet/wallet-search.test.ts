import { expect, test } from 'vitest';

import { walletSearch } from './wallet-search.ts';

test.each([
  [{}, 'purchases', 1],
  [{ view: 'statement', page: 4 }, 'statement', 4],
  [{ view: 'top-ups' }, 'top-ups', 1],
  [{ view: 'orders', page: 0 }, 'purchases', 1],
])('the wallet at %j shows the %s, page %d', (search, view, page) => {
  expect(walletSearch.read(search)).toEqual({ view, page });
});

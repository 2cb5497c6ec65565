import { afterEach, expect, test, vi } from 'vitest';

import { readPageData } from './page-data.ts';
import { createQueryClient } from './query-client.ts';

const key = ['polls', 'GET /api/polls', {}];

afterEach(() => document.getElementById('page-data')?.remove());

test.each([
  ['navigate', false],
  ['reload', false],
  // The browser may show an old copy of the page.
  ['back_forward', true],
])('the data of a page after %s is read again at once: %s', (type, isStale) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
  const block = document.createElement('script');
  Object.assign(block, { id: 'page-data', type: 'application/json' });
  block.textContent = JSON.stringify([{ key, value: ['The ferry'] }]);
  document.body.append(block);
  const queries = createQueryClient();
  readPageData(queries);
  expect(queries.getQueryData(key)).toEqual(['The ferry']);
  expect(queries.getQueryCache().find({ queryKey: key })?.isStaleByTime(60_000)).toBe(isStale);
});

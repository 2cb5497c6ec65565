import { expect, test } from 'vitest';

import { countUpTo, pagingOf, rowsOf } from './paging.ts';

test('the rows and pages of a list', () => {
  expect([rowsOf(1, 25), rowsOf(3, 25)]).toEqual([
    { limit: 25, offset: 0 },
    { limit: 25, offset: 50 },
  ]);
  const pages = [0, 1, 25, 26].map((total) => pagingOf(2, 25, total));
  expect(pages).toEqual([
    { page: 2, pages: 1, total: 0 },
    { page: 2, pages: 1, total: 1 },
    { page: 2, pages: 1, total: 25 },
    { page: 2, pages: 2, total: 26 },
  ]);
});

test('a long list is counted up to 20,000 rows and has no sums, unless all are asked for', async () => {
  const limits: (number | null)[] = [];
  const count = (rows: number, request: { page: number; totals?: 'all' }) =>
    countUpTo(request, 50, async (limit) => {
      limits.push(limit);
      return { total: limit === null ? rows : Math.min(rows, limit), cents: 7 };
    });
  expect(await count(20_000, { page: 2 })).toEqual({
    paging: { page: 2, pages: 400, total: 20_000 },
    sums: { cents: 7 },
  });
  expect(await count(90_000, { page: 2 })).toEqual({
    paging: { page: 2, pages: 400, total: 20_000 },
    sums: null,
  });
  // A page behind the limit, from which one can still go back.
  expect(await count(90_000, { page: 500 })).toEqual({
    paging: { page: 500, pages: 500, total: 25_000 },
    sums: null,
  });
  expect(await count(90_000, { page: 1, totals: 'all' })).toEqual({
    paging: { page: 1, pages: 1800, total: 90_000 },
    sums: { cents: 7 },
  });
  expect(limits).toEqual([20_001, 20_001, 20_001, null]);
});

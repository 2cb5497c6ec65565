import { expect, test } from 'vitest';

import { makeTestSite } from '#client/testing/test-site.ts';

import { newsSearch } from './news-search.ts';

const { read } = newsSearch(makeTestSite);

test('page and category are read from the address', () => {
  expect(read({ page: 3, category: 'Dev Blogs' })).toEqual({
    page: 3,
    category: 'Dev Blogs',
  });
  expect(read({})).toEqual({ page: 1, category: undefined });
});

test.each([
  { page: 0 },
  { page: 1.5 },
  { page: '2; drop' },
  { page: 10_001 },
  { category: 'Lies' },
])('invalid values in the address (%o) are ignored', (search) => {
  expect(read(search)).toEqual({ page: 1, category: undefined });
});

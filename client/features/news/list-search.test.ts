import { expect, test } from 'vitest';

import { readListSearch, toSearch } from './list-search.ts';

test('page and category are read from the address', () => {
  expect(readListSearch({ page: 3, category: 'Dev Blogs' })).toEqual({
    page: 3,
    category: 'Dev Blogs',
  });
  expect(readListSearch({})).toEqual({ page: 1, category: null });
});

test.each([
  { page: 0 },
  { page: 1.5 },
  { page: '2; drop' },
  { page: 10_001 },
  { category: 'Lies' },
])('invalid values in the address (%o) are ignored', (search) => {
  expect(readListSearch(search)).toEqual({ page: 1, category: null });
});

test('defaults are left out of the address', () => {
  expect(toSearch({ page: 1, category: null })).toEqual({});
  expect(toSearch({ page: 2, category: 'Events' })).toEqual({ page: 2, category: 'Events' });
});

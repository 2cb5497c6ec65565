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
])('nonsense in the address (%o) counts as not said', (search) => {
  expect(readListSearch(search)).toEqual({ page: 1, category: null });
});

test('the first page of everything needs nothing in the address', () => {
  expect(toSearch({ page: 1, category: null })).toEqual({});
  expect(toSearch({ page: 2, category: 'Events' })).toEqual({ page: 2, category: 'Events' });
});

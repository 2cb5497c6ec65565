import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import {
  anyLine,
  bulkOf,
  Day,
  givenTimestamp,
  Id,
  IdNumber,
  isoTimestamp,
  line,
  listOf,
  maxInt4,
  NameClaimToken,
  optionalText,
  PageQuery,
  readId,
  text,
  UsernameParams,
  Version,
} from './schemas.ts';

const items = (count: number) => Array.from({ length: count }, () => 1);
const words = (count: number) => items(count).join(',');
const seconds = (year: number) => Date.UTC(year, 0, 1) / 1000;

test.each<[string, z.core.$ZodType, unknown[], unknown[]]>([
  ['a version', Version, [0, maxInt4], [-1, 0.5, maxInt4 + 1, '1', undefined]],
  ['an id in a path', Id, ['0', '9'.repeat(15)], ['', '-1', '1.0', '1e3', '9'.repeat(16), 1]],
  ['an id in a body', IdNumber, [1, Number.MAX_SAFE_INTEGER], [0, -1, 1.5, '1']],
  [
    'a page',
    PageQuery,
    [{}, { page: '1' }, { page: '100000' }],
    [{ page: '0' }, { page: '100001' }, { page: '1.5' }],
  ],
  [
    'a name in a path',
    UsernameParams,
    [{ username: 'x' }, { username: 'x'.repeat(40) }],
    [{ username: '' }, { username: 'x'.repeat(41) }, {}],
  ],
  ['several items', bulkOf(z.number()), [items(1), items(100)], [[], items(101), ['x']]],
  ['a list in a query', listOf(/\d/), ['1', words(100)], ['', '1,', 'x', '12', words(101)]],
  ['a text', text(3, 'Missing.'), ['x', ' abc ', 'a\nb'], ['', '  ', 'abcd', 5]],
  ['a line', line(3, 'Missing.'), ['abc'], ['', 'a\nb', 'a\u0000', 'abcd']],
  ['a line that may be empty', anyLine(3), ['', ' abc '], ['a\tb', 'abcd']],
  ['a filter', optionalText(3), [undefined, '', 'abc'], ['abcd', 1]],
  [
    'a claim',
    NameClaimToken,
    ['x'.repeat(43), '_-9'.padEnd(43, 'A')],
    ['x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}+`],
  ],
  [
    'a time',
    isoTimestamp(),
    ['1900-01-01T00:00:00Z', '9999-12-31T23:59:59.999+00:00'],
    ['1899-12-31T23:59:59Z', '2026-01-01', '2026-02-30T00:00:00Z', '2026-01-01T00:00:00'],
  ],
  [
    'a day',
    Day,
    ['1900-01-01', '9998-12-31', '2028-02-29'],
    ['1898-12-31', '9999-01-01', '2026-02-29', '2026-1-1'],
  ],
  [
    'seconds',
    givenTimestamp('No.'),
    [
      { seconds: seconds(1900), nanoseconds: 0 },
      { seconds: 0, nanoseconds: 999_999_999 },
    ],
    [
      { seconds: seconds(1900) - 1, nanoseconds: 0 },
      { seconds: 0, nanoseconds: 1_000_000_000 },
      { seconds: 0, nanoseconds: -1 },
      { seconds: 0.5, nanoseconds: 0 },
    ],
  ],
])('%s has these limits', (_what, schema, good, bad) => {
  const isGood = (value: unknown) => z.safeParse(schema, value).success;
  expect(good.filter((value) => !isGood(value))).toEqual([]);
  expect(bad.filter((value) => isGood(value))).toEqual([]);
});

test('texts lose the spaces around them, lists are split, and a missing page is the first', () => {
  expect(z.parse(text(3, 'Missing.'), ' abc ')).toBe('abc');
  expect(z.parse(listOf(/[a-z]+/), 'a,bc')).toEqual(['a', 'bc']);
  expect(z.parse(PageQuery, {})).toEqual({ page: 1 });
  expect(z.parse(Id, '007')).toBe(7);
  expect([readId('12'), readId('x'), readId()]).toEqual([12, 0, 0]);
});

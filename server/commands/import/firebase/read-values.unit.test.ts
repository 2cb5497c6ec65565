import { expect, test } from 'vitest';

import { readNumber, readText, readTime } from './read-values.ts';

const moment = '2025-03-04T05:06:07.500Z';
const seconds = Math.floor(Date.parse(moment) / 1000);

test.each<[string, unknown]>([
  ['the seconds of the Admin SDK', { _seconds: seconds, _nanoseconds: 500_000_000 }],
  ['the seconds of the client', { seconds, nanoseconds: 500_999_999 }],
  ['seconds as text', { seconds: String(seconds), nanoseconds: '500000000' }],
  ['a time of an export tool', { __time__: moment }],
  ['a typed time', { __datatype__: 'timestamp', value: { __time__: moment } }],
  ['ISO 8601', moment],
  ['ISO 8601 with an offset', '2025-03-04T07:06:07.500+02:00'],
  ['ISO 8601 without one, which is UTC', '2025-03-04T05:06:07.500'],
  ['milliseconds', Date.parse(moment)],
])('%s is read as a time', (_what, value) => {
  expect(readTime(value)?.toISOString()).toBe(moment);
});

test('seconds alone are enough for a time', () => {
  expect(readTime({ seconds })?.toISOString()).toBe('2025-03-04T05:06:07.000Z');
});

test('years that the database cannot read are no times', () => {
  expect(readTime('1970-01-01T00:00:00Z')).toEqual(new Date(0));
  expect(readTime('9999-12-31T23:59:59Z')).toEqual(new Date('9999-12-31T23:59:59Z'));
  for (const value of [
    '1969-12-31T23:59:59Z',
    '+010000-01-01T00:00:00Z',
    'soon',
    '',
    null,
    undefined,
    true,
    {},
    [],
    Number.NaN,
  ]) {
    expect(readTime(value), JSON.stringify(value)).toBeUndefined();
  }
});

test('a text is the first one that is not empty, and a number is one too', () => {
  expect(readText(undefined, '  ', null, {}, ' Ada ', 'Bob')).toBe('Ada');
  expect(readText('', 0, 'x')).toBe('0');
  expect(readText([], false)).toBe('');
  expect([readNumber('12'), readNumber(' 1.5 '), readNumber(3)]).toEqual([12, 1.5, 3]);
  for (const value of ['', ' ', null, true, [4]]) expect(readNumber(value)).toBeNaN();
});

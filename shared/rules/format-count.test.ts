import { expect, test } from 'vitest';

import { formatCount, formatNumber } from './format-count.ts';

test('only one is singular, and a plural may be irregular', () => {
  const texts = [0, 1, 2, 1250].map((count) => formatCount(count, 'player'));
  expect(texts).toEqual(['0 players', '1 player', '2 players', '1,250 players']);
  expect([1, 3].map((count) => formatCount(count, 'entry', 'entries'))).toEqual([
    '1 entry',
    '3 entries',
  ]);
});

test('numbers read as the browser would write them', () => {
  for (const number of [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, -999, -1000, -123_456]) {
    expect(formatNumber(number)).toBe(number.toLocaleString('en'));
  }
});

import { expect, test } from 'vitest';

import { formatCompact } from './format-compact.ts';

test('counts are shortened as Intl does it', () => {
  const intl = new Intl.NumberFormat('en', { notation: 'compact' });
  const counts = [
    0, 7, 999, 1000, 1234, 9949, 9950, 12_345, 999_499, 999_500, 1_500_000, 2e9, 3e12,
  ];
  expect(counts.map(formatCompact)).toEqual(counts.map((count) => intl.format(count)));
});

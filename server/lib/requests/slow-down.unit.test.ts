import { expect, test } from 'vitest';

import { delayOf, slowedLimit } from './slow-down.ts';

test('the first five attempts do not wait, the others longer and longer, three seconds at most', () => {
  const delays = [1, 5, 6, 7, 8, 9, 30, 2_000].map(delayOf);
  expect(delays).toEqual([0, 0, 500, 1000, 2000, 3000, 3000, 3000]);
});

test('attempts one after the other never reach the limit', () => {
  const hits = Array.from({ length: slowedLimit.max }, (_, at) => at + 1);
  const total = hits.reduce((sum, hit) => sum + delayOf(hit), 0);
  expect(total).toBeGreaterThan(slowedLimit.seconds * 1000);
});

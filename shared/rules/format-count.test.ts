import { expect, test } from 'vitest';

import { formatCount } from './format-count.ts';

test('only one is singular, and a plural may be irregular', () => {
  const texts = [0, 1, 2, 1250].map((count) => formatCount(count, 'player'));
  expect(texts).toEqual(['0 players', '1 player', '2 players', '1,250 players']);
  expect([1, 3].map((count) => formatCount(count, 'entry', 'entries'))).toEqual([
    '1 entry',
    '3 entries',
  ]);
});

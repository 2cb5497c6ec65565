import { expect, test } from 'vitest';

import { describeTimeLeft, stepFor } from './time-left.ts';

const minute = 60_000;

test.each([
  [3 * 1440 + 4 * 60 + 59, '3 days 4 hours'],
  [1440, '1 day'],
  [1440 + 60, '1 day 1 hour'],
  [125, '2 hours 5 minutes'],
  [60, '1 hour'],
  [59.5, '59 minutes'],
  [10.5, '10 minutes'],
  [10, '10 minutes'],
  [9 + 41 / 60, '9 minutes 41 seconds'],
  [1, '1 minute'],
  [0.5, '30 seconds'],
  [1 / 60, '1 second'],
])('%d minutes are described as %s', (minutes, text) => {
  expect(describeTimeLeft(Math.round(minutes * minute))).toBe(text);
});

test('only the last ten minutes are updated every second', () => {
  expect(stepFor(11 * minute)).toBe(minute);
  expect(stepFor(10 * minute + 1)).toBe(minute);
  expect(stepFor(10 * minute)).toBe(1000);
});

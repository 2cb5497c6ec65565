import { expect, test } from 'vitest';

import { describeAgo, describeSpan } from './describe-time.ts';

test('a time span is described by its two largest units', () => {
  expect(describeSpan(-5)).toBe('0 s');
  expect(describeSpan(59_999)).toBe('59 s');
  expect(describeSpan(60_000)).toBe('1 min');
  expect(describeSpan(3_600_000)).toBe('1 h 0 min');
  expect(describeSpan(86_399_999)).toBe('23 h 59 min');
  expect(describeSpan(61_000)).toBe('1 min');
  expect(describeSpan(2 * 3_600_000 + 300_000)).toBe('2 h 5 min');
  expect(describeSpan(86_400_000)).toBe('1 day 0 h');
  expect(describeSpan(3 * 86_400_000 + 4 * 3_600_000)).toBe('3 days 4 h');
});

test('a time less than ten seconds ago is just now', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(describeAgo(now, '2026-11-20T11:59:55Z')).toBe('just now');
  expect(describeAgo(now, '2026-11-20T11:59:50Z')).toBe('10 s ago');
  expect(describeAgo(now, '2026-11-20T12:00:03Z')).toBe('just now');
  expect(describeAgo(now, '2026-11-20T11:57:00Z')).toBe('3 min ago');
});

import { expect, test } from 'vitest';

import { formatDateTime, formatDay, formatShortDateTime } from './dates.ts';

test('dates are British: day, short month, year and a 24-hour clock', () => {
  const at = new Date(2026, 10, 5, 19, 6).toISOString();
  expect(formatDateTime(at)).toBe('5 Nov 2026, 19:06');
  expect(formatDay(at)).toBe('5 Nov 2026');
  expect(formatShortDateTime(at)).toBe('5 Nov, 19:06');
  expect(formatDay({ seconds: Date.UTC(2026, 10, 5) / 1000, nanoseconds: 0 }, 'UTC')).toBe(
    '5 Nov 2026',
  );
});

test('anything else is an unknown date', () => {
  expect(formatDateTime('soon')).toBe('Unknown date');
  expect(formatDay(undefined)).toBe('Unknown date');
});

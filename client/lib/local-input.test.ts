import { expect, test } from 'vitest';

import { fromLocalInput, toLocalInput } from './local-input.ts';

const date = new Date('2026-11-04T15:05:30.250Z');

test('a date-time input round-trips to the minute', () => {
  expect(toLocalInput(date.toISOString())).toBe('2026-11-04T10:05');
  expect(toLocalInput('2026-01-03T09:05:00.000Z')).toBe('2026-01-03T04:05');
  expect(fromLocalInput(toLocalInput(date.toISOString()))).toBe('2026-11-04T15:05:00.000Z');
  expect(toLocalInput('not a date')).toBe('');
  expect(fromLocalInput('')).toBeUndefined();
  expect(fromLocalInput('2026-13-40T00:00')).toBeUndefined();
});

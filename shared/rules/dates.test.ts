import { expect, test } from 'vitest';

import { toTimestamp } from '../timestamps.ts';
import { formatLongDate, formatLongDateTime, formatMediumDateTime, toIso } from './dates.ts';

const date = new Date('2026-11-04T15:05:30.250Z');
const timeZone = 'UTC';

test('the zone of the tests is not UTC and has summer time (vitest.config.ts)', () => {
  const offsets = [0, 6].map((month) => new Date(2026, month, 1).getTimezoneOffset());
  expect(offsets).toEqual([300, 240]);
});

test('a news card shows day, long month and year, in British order', () => {
  expect(formatLongDate(toTimestamp(date), { timeZone })).toBe('4 November 2026');
});

test('a news post shows the medium date and short time, in American order', () => {
  expect(formatMediumDateTime(toTimestamp(date), { timeZone })).toBe('Nov 4, 2026, 3:05 PM');
});

test('the next event shows its time in the zone of the reader, or in UTC by name', () => {
  expect(formatLongDateTime(date, undefined)).toBe('4 November 2026 at 10:05 am');
  expect(formatLongDateTime(date, timeZone)).toBe('4 November 2026 at 3:05 pm UTC');
});

test.each([undefined, 'UTC'] as const)(
  'dates match Intl.DateTimeFormat at many hours of a whole year (zone: %s)',
  (timeZone) => {
    const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
    const medium = new Intl.DateTimeFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    });
    for (let hour = 0; hour < 365 * 24; hour += 7) {
      const at = new Date(Date.UTC(2026, 0, 1, hour, hour % 60));
      expect(formatLongDate(at.toISOString(), { timeZone })).toBe(long.format(at));
      const expected = medium.format(at).replaceAll('\u202F', ' ');
      expect(formatMediumDateTime(at.toISOString(), { timeZone })).toBe(expected);
    }
  },
);

// The first two fall in another month or year west of Greenwich, the last two east of it.
test.each([
  ['2026-07-01T02:00:00Z', '1 July 2026', 'Jul 1, 2026, 2:00 AM'],
  ['2027-01-01T00:30:00Z', '1 January 2027', 'Jan 1, 2027, 12:30 AM'],
  ['2026-06-30T23:30:00Z', '30 June 2026', 'Jun 30, 2026, 11:30 PM'],
  ['2026-12-31T22:00:00Z', '31 December 2026', 'Dec 31, 2026, 10:00 PM'],
])('the UTC date of %s does not depend on the reader’s zone', (value, long, medium) => {
  expect(formatLongDate(value, { timeZone })).toBe(long);
  expect(formatMediumDateTime(value, { timeZone })).toBe(medium);
});

test.each([null, undefined, '', 'soon', {}, { seconds: 'now' }, 12])(
  'an invalid date (%o) reads Unknown date',
  (value) => {
    expect(formatLongDate(value)).toBe('Unknown date');
    expect(formatMediumDateTime(value)).toBe('Unknown date');
    expect(formatLongDate(value, { missing: 'Never' })).toBe('Never');
    expect(toIso(value)).toBeUndefined();
  },
);

test('a seconds-based timestamp keeps its milliseconds', () => {
  expect(toIso(toTimestamp(date))).toBe('2026-11-04T15:05:30.250Z');
});

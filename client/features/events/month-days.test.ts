import { expect, test } from 'vitest';

import { makeTestSite } from '#client/testing/test-site.ts';

import { eventsSearch } from './events-search.ts';
import { addDays, addMonths, weeksBetween, weeksOf } from './month-days.ts';

test('a month view has whole weeks from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(weeksOf('2027-02')).toHaveLength(4);
});

test('adding days crosses months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-11-01', -1)).toBe('2026-10-31');
});

// In the test zone (vitest.config.ts), clocks go forward on 14 March 2027 and back on 1 November 2026.
test('a day with 23 or 25 hours is one day', () => {
  const hoursIn = (day: string) =>
    (Date.parse(`${addDays(day, 1)}T00:00`) - Date.parse(`${day}T00:00`)) / 3_600_000;
  expect([hoursIn('2027-03-14'), hoursIn('2026-11-01')]).toEqual([23, 25]);
  expect(addDays('2027-03-13', 2)).toBe('2027-03-15');
  expect(addDays('2026-10-31', 2)).toBe('2026-11-02');
  expect(addDays('2026-11-02', -2)).toBe('2026-10-31');
});

test('adding a month keeps the day, or takes the last day of the month', () => {
  expect(addMonths('2026-11-20', 1)).toBe('2026-12-20');
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  expect(addMonths('2027-01-15', -1)).toBe('2026-12-15');
});

test('seven days are one week, also across a clock change and backwards', () => {
  expect(weeksBetween('2026-10-28', '2026-11-03')).toBe(0);
  expect(weeksBetween('2026-10-28', '2026-11-04')).toBe(1);
  expect(weeksBetween('2027-03-10', '2027-03-17')).toBe(1);
  expect(weeksBetween('2026-11-16', '2026-11-15')).toBe(-1);
});

test('only valid months and days are accepted from the URL', () => {
  const { read } = eventsSearch(makeTestSite);
  expect(read({ month: '2026-11' }).month).toBe('2026-11');
  for (const month of ['2026-13', 202611, 'soon', undefined]) {
    expect(read({ month }).month).toBeUndefined();
  }
  expect(read({ day: '2026-11-30' }).day).toBe('2026-11-30');
  for (const day of ['2026-11-31', 'x', 5]) expect(read({ day }).day).toBeUndefined();
});

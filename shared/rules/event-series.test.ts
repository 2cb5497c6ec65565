import { expect, test } from 'vitest';

import { describeRepeat, findRepeatProblem, listDays, toInstant, toLocal } from './event-series.ts';

const instant = (...[day, time, zone]: Parameters<typeof toInstant>) =>
  toInstant(day, time, zone).toISOString();

test('a weekly series has its weekdays from the first day to the last, both included', () => {
  const repeat = { everyWeeks: 1, weekdays: [3, 5], until: '2026-12-04' } as const;
  expect(listDays('2026-11-20', { ...repeat, weekdays: [3, 5] }, '2027-01-01')).toEqual([
    '2026-11-20',
    '2026-11-25',
    '2026-11-27',
    '2026-12-02',
    '2026-12-04',
  ]);
});

test('every second week counts weeks from Monday, and stops at the horizon', () => {
  // 2026-11-22 is a Sunday, and the next day begins a new week.
  const repeat = { everyWeeks: 2 as const, weekdays: [1, 7], until: '2027-11-01' };
  expect(listDays('2026-11-22', repeat, '2026-12-20')).toEqual([
    '2026-11-22',
    '2026-11-30',
    '2026-12-06',
    '2026-12-14',
    '2026-12-20',
  ]);
});

test.each([
  ['2026-03-22', '19:00', 'Europe/London', '2026-03-22T19:00:00.000Z'],
  ['2026-03-29', '19:00', 'Europe/London', '2026-03-29T18:00:00.000Z'],
  ['2026-03-29', '00:30', 'Europe/London', '2026-03-29T00:30:00.000Z'],
  ['2026-10-25', '19:00', 'Europe/London', '2026-10-25T19:00:00.000Z'],
  ['2026-03-08', '20:00', 'America/New_York', '2026-03-09T00:00:00.000Z'],
  ['2026-10-04', '19:00', 'Australia/Lord_Howe', '2026-10-04T08:00:00.000Z'],
  ['2026-11-20', '05:15', 'Asia/Kathmandu', '2026-11-19T23:30:00.000Z'],
  ['2026-11-20', '19:00', 'UTC', '2026-11-20T19:00:00.000Z'],
])('%s at %s in %s is %s', (day, time, zone, expected) => {
  expect(instant(day, time, zone)).toBe(expected);
  expect(toLocal(new Date(expected), zone)).toEqual({ day, time });
});

test('a time that the clock skips is an hour later, and one that it repeats is the first', () => {
  expect(instant('2026-03-29', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(instant('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
});

test('a rule includes the first day and ends within a year', () => {
  const rule = { everyWeeks: 1 as const, weekdays: [5], until: '2027-11-21' };
  expect(findRepeatProblem('2026-11-20', rule)).toBeUndefined();
  expect(findRepeatProblem('2026-11-20', { ...rule, until: '2026-11-20' })).toBeUndefined();
  expect(findRepeatProblem('2026-11-20', { ...rule, until: '2026-11-19' })?.field).toBe('until');
  expect(findRepeatProblem('2026-11-20', { ...rule, until: '2027-11-22' })?.field).toBe('until');
  expect(findRepeatProblem('2026-11-19', rule)).toEqual({
    field: 'weekdays',
    text: 'Include Thursday, the day of the first event.',
  });
});

test('a rule is described in words', () => {
  expect(describeRepeat({ everyWeeks: 1, weekdays: [3] })).toBe('Every week on Wednesday');
  expect(describeRepeat({ everyWeeks: 2, weekdays: [5, 1] })).toBe(
    'Every second week on Monday and Friday',
  );
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  expect(describeRepeat({ everyWeeks: 1, weekdays })).toBe('Every day');
  expect(describeRepeat({ everyWeeks: 2, weekdays })).toMatch(/^Every second week on Monday, /);
});

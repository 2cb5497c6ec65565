import { expect, test } from 'vitest';

import type { GameEvent } from '#shared/endpoints/events.ts';

import { describeDay, describeDays, describeMonth, groupByDay } from './calendar-days.ts';

test('days in one month or two are described with letters that the inlined fonts have', () => {
  expect(describeDays('2026-11-16', '2026-11-22')).toMatch(/^16 ?– ?22 Nov$/);
  expect(describeDays('2026-11-30', '2026-12-06')).toMatch(/^30 Nov ?– ?6 Dec$/);
});

// The tests run in New York, five hours behind UTC in winter.
const events = [
  '2026-12-01T04:59:00Z',
  '2026-12-01T05:00:00Z',
  '2026-12-01T23:00:00Z',
  '2026-12-02T05:00:00Z',
].map((dateTime, at) => ({ id: String(at), dateTime }) as GameEvent);

test('events are grouped by the reader’s day', () => {
  const ids = [...groupByDay(events)].map(([day, found]) => [day, found.map(({ id }) => id)]);
  expect(ids).toEqual([
    ['2026-11-30', ['0']],
    ['2026-12-01', ['1', '2']],
    ['2026-12-02', ['3']],
  ]);
});

test('a day and a month say how many events they have', () => {
  expect(describeDay('2026-12-01', events.slice(0, 1))).toMatch(
    /^Tuesday,? 1 December 2026, 1 event$/,
  );
  expect(describeDay('2026-12-01', events)).toMatch(/^Tuesday,? 1 December 2026, 4 events$/);
  expect(describeDay('2026-12-01', [])).toMatch(/^Tuesday,? 1 December 2026$/);
  expect(describeMonth('2026-11', events)).toBe('1 event this month. Choose a day to see them.');
  expect(describeMonth('2026-12', events)).toBe('3 events this month. Choose a day to see them.');
  expect(describeMonth('2027-01', events)).toBe('No events this month.');
});

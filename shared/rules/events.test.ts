import { expect, test } from 'vitest';

import {
  canHostEvents,
  canManageEvent,
  findTimeProblem,
  formatEventTime,
  originOf,
  readEventTime,
} from './events.ts';

const now = new Date('2026-01-01T00:00:00Z');

test('an event begins now or later, within two years', () => {
  const in730Days = now.getTime() + 730 * 86_400_000;
  const past = 'Choose a time in the future.';
  expect(findTimeProblem(new Date(now.getTime() - 1), now)).toBe(past);
  expect(findTimeProblem(now, now)).toBeUndefined();
  expect(findTimeProblem(new Date(in730Days), now)).toBeUndefined();
  expect(findTimeProblem(new Date(in730Days + 1), now)).toBe(
    'Choose a time within the next two years.',
  );
  expect(findTimeProblem(undefined, now)).toBe('Choose the date and time.');
});

test('a time is read to the minute, and without a zone as UTC', () => {
  const read = (value: unknown) => readEventTime(value)?.toISOString();
  const expected = '2026-01-01T10:05:00.000Z';
  for (const value of [
    '2026-01-01T10:05:59.999Z',
    '2026-01-01T10:05',
    '2026-01-01T11:05:00+01:00',
    '2026-01-01T09:05:00-0100',
    { seconds: Date.parse('2026-01-01T10:05:59Z') / 1000, nanoseconds: 0 },
  ]) {
    expect(read(value)).toBe(expected);
  }
  for (const value of ['soon', undefined, null]) expect(read(value)).toBeUndefined();
});

test('staff, holders of the permission and hosts manage events; community managers only host', () => {
  const account = (userRights: number, permissions: 'events'[] = [], communityManager = false) => ({
    userRights,
    permissions,
    communityManager,
  });
  const closed = { playersMayHost: false };
  const who: [ReturnType<typeof account>, boolean, boolean][] = [
    [account(0), false, false],
    [account(1), false, false],
    [account(1, ['events']), true, true],
    [account(0, [], true), true, false],
    [account(2), true, true],
    [account(3), true, true],
  ];
  for (const [one, mayHost, mayManage] of who) {
    expect(canHostEvents(one, closed), JSON.stringify(one)).toBe(mayHost);
    expect(canManageEvent(one, false), JSON.stringify(one)).toBe(mayManage);
    expect(canHostEvents(one, { playersMayHost: true })).toBe(true);
    expect(canManageEvent(one, true)).toBe(true);
  }
});

test('the origin of an event is that of its host', () => {
  const origins = [0, 1, 2, 3].flatMap((creatorRights) =>
    [false, true].map((communityManager) => originOf({ creatorRights, communityManager })),
  );
  const players = ['Unofficial Community Event', 'Official Community Event'];
  expect(origins).toEqual([
    ...players,
    ...players,
    'Staff Event',
    'Staff Event',
    'Staff Event',
    'Staff Event',
  ]);
});

test('a time is shown in the zone of the event', () => {
  expect(formatEventTime('2026-07-01T20:00:00Z', 'UTC')).toBe('1 July 2026 at 8:00 pm UTC');
  expect(formatEventTime('2026-07-01T20:00:00Z', 'Europe/London')).toMatch(
    /^1 July 2026 at 9:00\spm BST$/,
  );
  expect(formatEventTime(new Date('2026-06-20T19:30:00Z'), 'Europe/London')).toBe(
    '20 June 2026 at 8:30 pm BST',
  );
  // The tests run in New York, five hours behind UTC in winter.
  expect(formatEventTime('2026-11-20T20:00:00Z')).toMatch(/^20 November 2026 at 3:00 pm /);
  expect(formatEventTime('never')).toBe('Invalid Date');
});

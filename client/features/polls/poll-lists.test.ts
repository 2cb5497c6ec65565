import { expect, test } from 'vitest';

import type { Poll } from '#shared/endpoints/polls.ts';

import { choosePage, sortEnded, sortRunning } from './poll-lists.ts';
import { pollsSearch } from './polls-search.ts';

const poll = (id: number, seconds = id): Poll => ({
  id: String(id),
  title: `Poll ${id}`,
  endTime: { seconds, nanoseconds: 0 },
  ended: false,
  questions: [],
  minAccountAgeDays: 0,
  minTotalLevel: 0,
  version: 0,
});
const readPage = (page: unknown) => pollsSearch.read({ page }).page;
const ids = (polls: Poll[]) => polls.map(({ id }) => Number(id));

test('running polls are sorted by soonest end, ended polls by latest end', () => {
  const polls = [poll(1, 50), poll(2, 90), poll(3, 10)];
  expect(ids(sortRunning(polls))).toEqual([3, 1, 2]);
  expect(ids(sortEnded(polls))).toEqual([2, 1, 3]);
});

test('if polls end at the same time, the newest comes first', () => {
  const polls = [poll(9, 50), poll(11, 50), poll(10, 50), poll(2, 50)];
  expect(ids(sortRunning(polls))).toEqual([11, 10, 9, 2]);
  expect(ids(sortEnded(polls))).toEqual([11, 10, 9, 2]);
});

test('a page has three polls, and a page past the end shows the last one', () => {
  const seven = [1, 2, 3, 4, 5, 6, 7].map((id) => poll(id));
  expect(choosePage(seven, readPage(undefined))).toMatchObject({ page: 1, pages: 3 });
  expect(ids(choosePage(seven, 2).shown)).toEqual([4, 5, 6]);
  expect(ids(choosePage(seven, 3).shown)).toEqual([7]);
  expect(choosePage(seven, 99).page).toBe(3);
  for (const invalid of [0, -2, 1.5, 'two', {}, null]) {
    expect(choosePage(seven, readPage(invalid)).page).toBe(1);
  }
  expect(choosePage([], 4)).toEqual({ page: 1, pages: 1, shown: [] });
});

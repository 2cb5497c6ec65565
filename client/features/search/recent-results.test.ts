import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { forgetRecent, readRecent, rememberResult } from './recent-results.ts';

let stored: string | null;

beforeEach(() => {
  stored = null;
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: (_: string, value: string) => {
      stored = value;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const poll = (id: string, label = `Poll ${id}`) => ({ kind: 'poll' as const, id, label });

test('the six results that were opened last are kept, each once, latest first', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7']) rememberResult(poll(id));
  rememberResult(poll('4', 'Renamed'));
  rememberResult({ kind: 'event', id: '4', label: 'Event 4' });
  expect(readRecent()).toEqual([
    { kind: 'event', id: '4', label: 'Event 4' },
    poll('4', 'Renamed'),
    poll('7'),
    poll('6'),
    poll('5'),
    poll('3'),
  ]);
  forgetRecent();
  expect(readRecent()).toEqual([]);
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no list', '{"kind":"poll"}'],
])('a browser that has stored %s has no recent results', (_, value) => {
  stored = value;
  expect(readRecent()).toEqual([]);
});

test('a stored entry without an id is left out', () => {
  stored = JSON.stringify([{ kind: 'poll', label: 'x' }, null, poll('9')]);
  expect(readRecent()).toEqual([poll('9')]);
});

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

const post = (id: string, label = `Post ${id}`) => ({ kind: 'post' as const, id, label });

test('the six results that were opened last are kept, each once, latest first', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7']) rememberResult(post(id));
  rememberResult(post('4', 'Renamed'));
  rememberResult({ kind: 'event', id: '4', label: 'Event 4' });
  expect(readRecent()).toEqual([
    { kind: 'event', id: '4', label: 'Event 4' },
    post('4', 'Renamed'),
    post('7'),
    post('6'),
    post('5'),
    post('3'),
  ]);
  forgetRecent();
  expect(readRecent()).toEqual([]);
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no list', '{"kind":"post"}'],
])('a browser that has stored %s has no recent results', (_, value) => {
  stored = value;
  expect(readRecent()).toEqual([]);
});

test('a stored entry without an id is left out', () => {
  stored = JSON.stringify([{ kind: 'post', label: 'x' }, null, post('9')]);
  expect(readRecent()).toEqual([post('9')]);
});

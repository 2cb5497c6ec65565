import { defaultParseSearch } from '@tanstack/react-router';
import { expect, test } from 'vitest';

import {
  day,
  defineSearch,
  editorSearch,
  flag,
  id,
  matching,
  oneOf,
  pageNumber,
  stringifySearch,
  text,
} from './search.ts';

test.each([
  [undefined, 1],
  ['2', 2],
  [3, 3],
  [3.9, 3],
  [50, 50],
  [51, 1],
  [0, 1],
  [0.5, 1],
  [-2, 1],
  ['two', 1],
  [[2], 1],
  [true, 1],
])('page %j of at most 50 means page %d', (page, expected) => {
  const { read } = defineSearch({ page: pageNumber(50) });
  expect(read({ page })).toEqual({ page: expected });
});

test('a text may be typed as a number, is cut, and is missing if it is empty', () => {
  const { read } = defineSearch({ player: text(5) });
  expect([1337, 'Robins', '', null, {}].map((player) => read({ player }).player)).toEqual([
    '1337',
    'Robin',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a day is a day of this century that exists', () => {
  const { read } = defineSearch({ from: day });
  const days = ['2026-02-28', '2028-02-29', '2026-02-29', '2026-04-31', '1999-12-31', '2026-1-1'];
  expect(days.map((from) => read({ from }).from)).toEqual([
    '2026-02-28',
    '2028-02-29',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('an id has 1 to 15 digits', () => {
  const { read } = defineSearch({ id });
  const ids = [7, '123456789012345', '1234567890123456', '-1', '1.5', 'x'];
  expect(ids.map((one) => read({ id: one }).id)).toEqual([
    '7',
    '123456789012345',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('one of several values, or the fallback', () => {
  const { read } = defineSearch({
    state: oneOf(['open', 'closed']),
    view: oneOf(['list', 'map'], 'map'),
    year: oneOf(['2026']),
  });
  expect(read({ state: 'closed', view: 'list', year: 2026 })).toEqual({
    state: 'closed',
    view: 'list',
    year: '2026',
  });
  expect(read({ state: 'gone', view: 'gone', year: 2025 })).toEqual({
    state: undefined,
    view: 'map',
    year: undefined,
  });
});

test('a flag is set by its name alone, but not by false', () => {
  const { read } = defineSearch({ canceled: flag });
  expect(
    ['', true, 'true', false, undefined].map((canceled) => read({ canceled }).canceled),
  ).toEqual([true, true, true, false, false]);
});

test('an editor is open for a new item, an item or a copy', () => {
  const { read } = editorSearch;
  expect(read({ edit: 'new' })).toEqual({ edit: 'new', copy: undefined });
  expect(read({ edit: 7, copy: 8 })).toEqual({ edit: '7', copy: '8' });
  expect(read({ edit: 'newer', copy: 'new' })).toEqual({ edit: undefined, copy: undefined });
});

test('links leave out what equals the fallback, and keep the rest', () => {
  const { search } = defineSearch({
    page: pageNumber(),
    view: oneOf(['list', 'map'], 'map'),
    word: matching(/^\w+$/),
  });
  const [middleware] = search.middlewares;
  const next = (given: object) => given;
  const shorten = (given: object) => middleware!({ search: given, next });
  expect(shorten({ page: 1, view: 'map', word: undefined })).toEqual({});
  expect(shorten({ page: 2, view: 'list', word: 'x' })).toEqual({
    page: 2,
    view: 'list',
    word: 'x',
  });
});

test.each([
  'oak',
  'true love',
  '1337',
  '2026-11-20',
  '-4',
  '1.50',
  '-0',
  ' 12',
  '1e5',
  'true',
  ' null ',
  '"oak"',
  '["oak"]',
  '{"oak":1}',
  '[oak',
  '-',
])('the text %j is the same after a link to it', (player) => {
  const { read } = defineSearch({ player: text() });
  expect(read(defaultParseSearch(stringifySearch({ player }))).player).toBe(player);
});

test.each(['1337', '2026-11-20', 'oak'])('the text %s needs no quotes in a link', (player) => {
  expect(stringifySearch({ player })).toBe(`?player=${player}`);
});

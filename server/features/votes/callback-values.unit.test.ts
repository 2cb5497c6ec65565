import { expect, test } from 'vitest';

import { readCallback, valuesOf } from './callback-values.ts';

const read = (query: object, text?: string, type = 'application/json') =>
  readCallback(query, text === undefined ? undefined : { type, text }).map((values) =>
    Object.fromEntries(values),
  );

test('a callback is one vote with the fields of the address and the body, whose names are in lower case', () => {
  expect(read({ UserID: 'abc', n: 7, list: ['x'], nested: { a: 1 } })).toEqual([
    { userid: 'abc', n: '7' },
  ]);
  expect(read({ voted: '0', site: 'a' }, '{"Voted":1}')).toEqual([{ voted: '1', site: 'a' }]);
  const form = 'application/x-www-form-urlencoded';
  expect(read({}, ' userid=a%20b&Voted=1 ', form)).toEqual([{ userid: 'a b', voted: '1' }]);
  // Some lists send JSON as a form.
  expect(read({}, ' {"p_resp":"abc"}', form)).toEqual([{ p_resp: 'abc' }]);
});

test('what cannot be read is one vote without fields of its own', () => {
  for (const text of ['{', '[]', 'null', '"x"', '{"a":[]}'])
    expect(read({ a: 'b' }, text)).toEqual([{ a: 'b' }]);
  expect(read({})).toEqual([{}]);
});

test('several votes at once have the common fields and their own, and at most a hundred count', () => {
  const votes = [[{ pb_name: 'one' }, { success: '0' }], { pb_name: 'two' }];
  expect(read({ key: 'k' }, JSON.stringify({ siteid: 7, Common: votes }))).toEqual([
    { key: 'k', siteid: '7', pb_name: 'one', success: '0' },
    { key: 'k', siteid: '7', pb_name: 'two' },
  ]);
  const many = Array.from({ length: 101 }, (_, at) => ({ pb_name: String(at) }));
  const found = read({}, JSON.stringify({ Common: many }));
  expect(found).toHaveLength(100);
  expect(found.at(-1)).toEqual({ pb_name: '99' });
});

test('a value has at most 300 characters', () => {
  expect(read({ a: 'x'.repeat(301) })[0]?.['a']).toHaveLength(300);
});

test('the values of named parameters are found in any case, or all without names', () => {
  const values = new Map([
    ['pb_name', 'a'],
    ['userid', 'b'],
  ]);
  expect(valuesOf(values, 'UserID')).toEqual(['b']);
  expect(valuesOf(values, 'pingUsername, PB_name')).toEqual(['a']);
  expect(valuesOf(values, 'user')).toEqual([]);
  expect(valuesOf(values, '')).toEqual(['a', 'b']);
});

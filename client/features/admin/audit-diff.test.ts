import { expect, test } from 'vitest';

import { describeAction, diffOf } from './audit-diff.ts';

test('only changed fields are listed, in words', () => {
  expect(
    diffOf(
      { title: 'Old', price: 1500, isEnabled: true, unchanged: 'same' },
      { title: 'New', price: 2500, isEnabled: false, unchanged: 'same' },
    ),
  ).toEqual([
    { field: 'title', before: 'Old', after: 'New' },
    { field: 'price', before: '1,500', after: '2,500' },
    { field: 'is enabled', before: 'yes', after: 'no' },
  ]);
});

test('an added or removed field has one side only', () => {
  expect(diffOf(null, { note: 'Spam' })).toEqual([
    { field: 'note', before: undefined, after: 'Spam' },
  ]);
  expect(diffOf({ note: 'Spam' }, null)).toEqual([
    { field: 'note', before: 'Spam', after: undefined },
  ]);
  expect(diffOf(null, undefined)).toEqual([]);
});

test('plain and nested values are shown too', () => {
  expect(diffOf('a', 'b')).toEqual([{ field: 'value', before: 'a', after: 'b' }]);
  expect(diffOf({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual([
    { field: 'tags', before: '[ "a" ]', after: '[ "a", "b" ]' },
  ]);
  expect(diffOf({ end: null }, { end: '' })).toEqual([]);
});

test('an action is described in words', () => {
  expect(describeAction('accounts/rights-changed')).toBe('Accounts: rights changed');
});

import { expect, test } from 'vitest';

import { describeAction, diffOf } from './audit-diff.ts';

test('only what changed is told, in words', () => {
  expect(
    diffOf(
      { title: 'Old', price: 1500, isEnabled: true, kept: 'same' },
      { title: 'New', price: 2500, isEnabled: false, kept: 'same' },
    ),
  ).toEqual([
    { field: 'title', before: 'Old', after: 'New' },
    { field: 'price', before: '1,500', after: '2,500' },
    { field: 'is enabled', before: 'yes', after: 'no' },
  ]);
});

test('what was added or removed has one side only', () => {
  expect(diffOf(null, { note: 'Spam' })).toEqual([
    { field: 'note', before: undefined, after: 'Spam' },
  ]);
  expect(diffOf({ note: 'Spam' }, null)).toEqual([
    { field: 'note', before: 'Spam', after: undefined },
  ]);
  expect(diffOf(null, undefined)).toEqual([]);
});

test('values that are no objects and nested ones can be read too', () => {
  expect(diffOf('a', 'b')).toEqual([{ field: 'value', before: 'a', after: 'b' }]);
  expect(diffOf({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual([
    { field: 'tags', before: '[ "a" ]', after: '[ "a", "b" ]' },
  ]);
  expect(diffOf({ end: null }, { end: '' })).toEqual([]);
});

test('an action is told as a sentence would', () => {
  expect(describeAction('accounts/rights-changed')).toBe('Accounts: rights changed');
});

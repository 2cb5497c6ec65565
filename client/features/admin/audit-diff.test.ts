import { expect, test } from 'vitest';

import { describeAction, describeSubject, diffOf, foldText } from './audit-diff.ts';

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

test('a list is its entries, not an array', () => {
  expect(diffOf({ names: [] }, { names: ['Oak Warden', 'Marrow'], ranks: [{ id: 1 }] })).toEqual([
    { field: 'names', before: 'nothing', after: 'Oak Warden, Marrow' },
    { field: 'ranks', before: undefined, after: 'id: 1' },
  ]);
  const moves = [
    { from: 'Old', to: 'New' },
    { from: 'Ann', to: 'Bea' },
  ];
  expect(diffOf(null, { moves, crop: {} })).toEqual([
    { field: 'moves', before: undefined, after: 'from: Old, to: New; from: Ann, to: Bea' },
    { field: 'crop', before: undefined, after: 'nothing' },
  ]);
});

test('a long value is folded after a word', () => {
  expect(foldText('Warden, '.repeat(20))).toBeUndefined();
  expect(foldText('Warden, '.repeat(21))).toBe(`${'Warden, '.repeat(19)}Warden…`);
  expect(foldText('Oaks, '.repeat(30))).toBe(`${'Oaks, '.repeat(25)}Oaks…`);
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
    { field: 'tags', before: 'a', after: 'a, b' },
  ]);
  expect(diffOf({ end: null }, { end: '' })).toEqual([]);
});

test('an action is described in words', () => {
  expect(describeAction('accounts/rights-changed')).toBe('Accounts: rights changed');
});

const entry = { id: 1, at: '2026-11-16T10:00:00Z', actor: 'command line', ip: null };

test.each([
  ['servers/created', '1', null, { name: 'World 1' }, 'World 1'],
  ['servers/token-revoked', '1', null, null, 'server 1'],
  ['polls/deleted', '7', { title: 'A new boss?' }, null, 'A new boss?'],
  ['contracts/imported', 'add', null, { added: 13, removed: 0 }, '13 added, 0 removed'],
  ['shop/purchase-refunded', '9', null, { item: 'Wyrmling Egg' }, 'Wyrmling Egg'],
  ['media/uploaded', '0123456789abcdef'.repeat(4), null, null, '0123456789…'],
  ['wallet/checked', 'ledger', null, null, 'ledger'],
  ['game/kicked', '3, 4', null, { args: {} }, 'number 3, 4'],
])('%s %s names what it is about', (action, subject, before, after, text) => {
  expect(describeSubject({ ...entry, action, subject, before, after })).toBe(text);
});

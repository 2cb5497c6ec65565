import { expect, test } from 'vitest';

import { initialsOf, toneOf } from './initials.ts';

test.each([
  ['wyn mod', 'WM'],
  ['marrow', 'M'],
  ['iron_man', 'IM'],
  ['a-b c', 'AB'],
  ['7even', '7'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a player keeps the colour, however the name is spelled; players differ', () => {
  expect(toneOf('Marrow')).toBe(toneOf('marrow'));
  const names = [
    'marrow',
    'wyn mod',
    'ember fox',
    'old nite',
    'oak warden',
    'pip',
    'brine',
    'sedge',
  ];
  expect(new Set(names.map(toneOf)).size).toBeGreaterThan(2);
});

import { expect, test } from 'vitest';

import { formatUsername, isReservedName, toUsernameKey, usernamePattern } from './usernames.ts';

test.each([
  ['a', true],
  ['A1_b-c d', true],
  ['abcdefghijkl', true],
  ['abcdefghijklm', false],
  ['', false],
  [' ab', false],
  ['ab_', false],
  ['-ab', false],
  ['Ünal', false],
  ['a.b', false],
])('the name "%s" is allowed: %o', (name, isAllowed) => {
  expect(usernamePattern.test(name)).toBe(isAllowed);
});

test('spellings of a name share a key', () => {
  expect(
    ['Iron Man', 'iron_man', 'IRON-MAN', 'iron _- man', ' Iron Man '].map(toUsernameKey),
  ).toEqual(Array(5).fill('iron man'));
  expect(toUsernameKey('ironman')).toBe('ironman');
});

test('each word of a shown name begins with a capital', () => {
  expect(formatUsername('oak warden')).toBe('Oak Warden');
  expect(formatUsername('iron_man-2x')).toBe('Iron_Man-2x');
  expect(formatUsername('mcDuck')).toBe('McDuck');
});

test('names of the staff and of the site are reserved in every spelling', () => {
  expect(isReservedName('ADMIN', 'Wynhold')).toBe(true);
  expect(isReservedName('wynhold', 'Wynhold')).toBe(true);
  expect(isReservedName('iron-hold', 'Iron Hold')).toBe(true);
  expect(isReservedName('Admin Bob', 'Wynhold')).toBe(false);
  expect(isReservedName('Marrow', 'Wynhold')).toBe(false);
});

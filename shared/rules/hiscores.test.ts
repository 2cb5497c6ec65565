import { expect, test } from 'vitest';

import { listKeyPattern, toListKey } from './hiscores.ts';
import { toNameKey } from './labels.ts';
import { formatFileSize } from './launcher-kinds.ts';
import { toListName } from './list-icons.ts';
import { describeSize } from './sizes.ts';
import { findPlaceholder } from './votes.ts';

test('a game may write the key of a list in any way', () => {
  expect(toListKey(' Hardcore  Ironman ')).toBe('hardcore_ironman');
  expect(toListKey(null)).toBe('');
  const keys = ['a', 'x_y-9', 'a'.repeat(40), 'a'.repeat(41), '', 'Old', 'old wyrm'];
  expect(keys.filter((key) => listKeyPattern.test(key))).toEqual(['a', 'x_y-9', 'a'.repeat(40)]);
  expect(toListName('king_black_dragon')).toBe('King Black Dragon');
});

test('names that look the same to a reader have the same key', () => {
  expect(toNameKey('ＰＶＭ')).toBe(toNameKey('pvm'));
  expect(toNameKey('Events')).not.toBe(toNameKey('Event'));
});

test('sizes are given in the largest unit that fits', () => {
  expect([0, 1, 999, 1000, 12_340_000, 5e12, 5e15].map(describeSize)).toEqual([
    '0 bytes',
    '1 bytes',
    '999 bytes',
    '1 kB',
    '12.3 MB',
    '5 TB',
    '5,000 TB',
  ]);
  expect(formatFileSize(3_344_957)).toBe('3.19 MB');
});

test('a link of a toplist names what its owner must replace, but not the token', () => {
  expect(findPlaceholder('https://example.com/{id}/{token}')).toBe('{id}');
  expect(findPlaceholder('https://example.com/{token}')).toBeUndefined();
});

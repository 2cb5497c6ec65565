import { expect, test } from 'vitest';

import { percentOff, priceAfter } from './prices.ts';

test('a sale price is rounded down, but is at least one coin or one for each delivery', () => {
  expect(priceAfter(1000, 25)).toBe(750);
  expect(priceAfter(999, 10)).toBe(899);
  expect(priceAfter(29, 1)).toBe(28);
  expect(priceAfter(1000, 0)).toBe(1000);
  expect(priceAfter(10, 99)).toBe(1);
  expect(priceAfter(10, 95, 3)).toBe(3);
  expect(priceAfter(10, 70, 3)).toBe(3);
  expect(priceAfter(10, 60, 3)).toBe(4);
});

test('a badge never promises more than the price keeps', () => {
  expect(percentOff(1000, 750)).toBe(25);
  expect(percentOff(999, 899)).toBe(10);
  expect(percentOff(3, 2)).toBe(33);
  expect(percentOff(3, 1)).toBe(66);
  expect(percentOff(100, 100)).toBe(0);
});

import { describe, expect, test } from 'vitest';

import { paletteNames } from '../endpoints/appearance.ts';
import type { Palette } from '../endpoints/appearance.ts';
import { contrastOf, fromOklch, toOklch } from './colour.ts';
import { belongsToPalette, createTheme } from './theme.ts';

/** Text and what is behind it, in the design. */
const pairs = [
  ['#f1e6cc', '#14110f'],
  ['#b9a88a', '#221c18'],
  ['#ffe09a', '#14110f'],
  ['#f3c660', '#221c18'],
  ['#2b1a05', '#d9a53a'],
  ['#2b1a05', '#f3c660'],
  ['#2a1d10', '#efe2c4'],
  ['#6a5033', '#efe2c4'],
] as const;

const curated = paletteNames.map((name): [string, Palette] => [name, { kind: 'curated', name }]);
const accents = [
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#ff00ff',
  '#00ffff',
  '#000000',
  '#ffffff',
  '#7f7f7f',
  '#123456',
].map((colour): [string, Palette] => [colour, { kind: 'accent', colour }]);

describe.each([...curated, ...accents])('palette %s', (_name, palette) => {
  const shift = createTheme(palette) ?? ((hex: string) => hex);

  test.each(pairs)('%s on %s is readable', (text, ground) => {
    expect(contrastOf(shift(text), shift(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('colours with a meaning stay', () => {
    for (const hex of ['#c8443a', '#e8642c', '#9cc08b', '#8fb8d6', '#000000', '#ffffff']) {
      expect(shift(hex)).toBe(hex);
    }
  });
});

test('only the palette of the design needs no theme', () => {
  expect(createTheme({ kind: 'curated', name: 'gold' })).toBeUndefined();
  expect(createTheme({ kind: 'curated', name: 'moss' })?.('#d9a53a')).not.toBe('#d9a53a');
});

test('gold, stone, bone and parchment belong to the palette', () => {
  for (const hex of ['#d9a53a', '#14110f', '#f1e6cc', '#efe2c4']) {
    expect(belongsToPalette(hex), hex).toBe(true);
  }
});

test('a colour survives the way to OKLCH and back', () => {
  for (const hex of ['#d9a53a', '#14110f', '#ff0000', '#00ff00', '#0000ff', '#ffffff']) {
    expect(fromOklch(toOklch(hex)), hex).toBe(hex);
  }
});

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 1);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

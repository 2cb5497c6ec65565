import { expect, test } from 'vitest';

import { drawText, measureText, wrapText } from './draw-text.ts';
import type { OutlineFont } from './preview-font.ts';

/** Letters half as wide as high, except a wide W; A and V move together. */
const font: OutlineFont = {
  glyphs: {
    ...Object.fromEntries(Array.from('abcAVé', (letter) => [letter, [500, `M${letter}`]])),
    W: [1000, 'MW'],
    ' ': [250, ''],
  },
  kerning: { AV: -100 },
};
const style = { font, size: 100 };

test('a line is as wide as its letters with their kerning and spacing; unknown ones count nothing', () => {
  const widthOf = (text: string) => measureText(text, style);
  expect(['', 'a', 'aW', 'a b', 'AV', 'VA', 'a🎉b', 'e\u0301'].map(widthOf)).toEqual([
    0, 50, 150, 125, 90, 100, 100, 50,
  ]);
  expect(measureText('ab', { ...style, letterSpacing: 20 })).toBe(104);
});

test('letters are drawn one after the other, without those that cannot be seen', () => {
  const line = drawText('a AV', { x: 7, y: 9, fill: '#112233' }, style);
  expect(line).toBe(
    '<g fill="#112233" transform="translate(7 9) scale(0.1)">' +
      '<path transform="translate(0)" d="Ma"/><path transform="translate(750)" d="MA"/>' +
      '<path transform="translate(1150)" d="MV"/></g>',
  );
  const spaced = drawText('ab', { x: 0, y: 0, fill: '#000000' }, { ...style, letterSpacing: 20 });
  expect(spaced).toContain('translate(520)');
});

test.each([
  ['a b', 125, ['a b']],
  ['a b', 124, ['a', 'b']],
  ['  a \n\t b  ', 1000, ['a b']],
  ['aaaaa', 100, ['aa', 'aa', 'a']],
  ['a bbbbb c', 175, ['a', 'bbb', 'bb c']],
  ['WWW', 40, ['W', 'W', 'W']],
  ['🎉 a 漢字', 1000, ['a']],
  ['', 100, []],
])('%j in a width of %i has the lines %j', (text, width, lines) => {
  expect(wrapText(text, width, style)).toEqual(lines);
});

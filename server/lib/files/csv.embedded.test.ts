import { expect, test } from 'vitest';

import { toCsvLine } from './csv.ts';

test.each([
  ['=', '=1+1', `'=1+1`],
  ['+', '+1', `'+1`],
  ['-', '-1', `'-1`],
  ['@', '@SUM(A1)', `'@SUM(A1)`],
  ['a tab', '\t=1+1', `'\t=1+1`],
  ['a carriage return', '\r=1+1', `"'\r=1+1"`],
])(
  'text that begins with %s gets an apostrophe, so that no spreadsheet runs it as a formula',
  (_, text, cell) => {
    expect(toCsvLine([text])).toBe(`${cell}\r\n`);
  },
);

test('numbers, missing values and text with these characters further inside stay as they are', () => {
  expect(toCsvLine([-5, null, 'a=b+c-d@e', 0])).toBe('-5,,a=b+c-d@e,0\r\n');
});

test('commas, quotes and line breaks are quoted', () => {
  expect(toCsvLine(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

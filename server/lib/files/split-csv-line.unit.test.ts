import { expect, test } from 'vitest';

import { splitCsvLine } from './split-csv-line.ts';

test.each([
  ['a,b,c', ['a', 'b', 'c']],
  ['', ['']],
  ['a,,', ['a', '', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['"say ""hi""",""', ['say "hi"', '']],
  [' a , b', [' a ', ' b']],
  ['a"b,c', ['a"b', 'c']],
])('%j has the cells %j', (line, cells) => {
  expect(splitCsvLine(line)).toEqual(cells);
});

import { SourceMap } from 'node:module';

import { expect, test } from 'vitest';

import { thinMappings } from './thin-source-map.ts';

const map = { version: 3, file: '', sources: ['a.ts', 'b.ts'], sourcesContent: [], sourceRoot: '' };

test('keeps the first position of each line of the sources', () => {
  // Line 1 of a.ts at the columns 0, 4 and 20, line 3 at 30, code without a source, line 101 of b.ts at 50.
  // cspell:disable-next-line
  const mappings = 'AAAA,IAAI,gBAAgB,UAElB,I,gBCkGF;AACA';
  const thin = thinMappings(mappings);
  expect(thin.split(',')).toHaveLength(3);
  const find = (text: string, column: number) => {
    const entry = new SourceMap({ ...map, names: [], mappings: text }).findEntry(0, column);
    return 'originalLine' in entry && [entry.originalSource, entry.originalLine];
  };
  for (const column of [0, 4, 25, 30, 33, 50, 60]) {
    expect(find(thin, column)).toEqual(find(mappings, column));
  }
  expect(find(thin, 25)).toEqual(['a.ts', 0]);
});

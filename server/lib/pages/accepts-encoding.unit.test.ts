import { expect, test } from 'vitest';

import { acceptsEncoding } from './accepts-encoding.ts';

test.each([
  ['br', true],
  ['gzip, deflate, br, zstd', true],
  ['GZIP,BR', true],
  ['gzip;q=1.0, br;q=0.001', true],
  ['*', true],
  ['br;q=0', false],
  ['gzip, br; q=0.000', false],
  ['br;q=0, *', false],
  ['*;q=0', false],
  ['gzip', false],
  ['x-br', false],
  ['', false],
  [undefined, false],
])('%j allows brotli: %s', (header, isAllowed) => {
  expect(acceptsEncoding(header, 'br')).toBe(isAllowed);
});

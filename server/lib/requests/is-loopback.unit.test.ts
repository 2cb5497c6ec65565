import { expect, test } from 'vitest';

import { isLoopback } from './is-loopback.ts';

test.each([
  ['localhost', true],
  ['shop.localhost', true],
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['[::1]', true],
  ['not-localhost', false],
  ['localhost.example', false],
  ['127.0.0.1.example', false],
  ['127.example', false],
  ['128.0.0.1', false],
  ['::2', false],
  ['0.0.0.0', false],
])('%s means this machine: %s', (host, isHere) => {
  expect(isLoopback(host)).toBe(isHere);
});

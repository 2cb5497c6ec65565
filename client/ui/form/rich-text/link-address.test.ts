import { expect, test } from 'vitest';

import { toLinkAddress } from './link-address.ts';

test.each([
  ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['  example.com ', 'https://example.com'],
  ['http://example.com', 'http://example.com'],
  ['/events', '/events'],
  ['/news/12#end', '/news/12#end'],
  ['help@example.com', 'mailto:help@example.com'],
  ['mailto:help@example.com', 'mailto:help@example.com'],
])('%s becomes %s', (typed, address) => {
  expect(toLinkAddress(typed)).toBe(address);
});

test.each([
  '',
  '   ',
  'two words',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/\\evil.example',
  'word',
  'https://',
  'https://user@evil.example',
])('%s is not an address', (typed) => {
  expect(toLinkAddress(typed)).toBeUndefined();
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { safeRedirect } from './safe-redirect.ts';

test.each([
  '/',
  '/profile',
  '/profile/settings',
  '/polls/12?page=2#q3',
  '/admin/manage/iron%20man',
  '/shop?canceled=true',
  '/hiscores?skill=Attack&from=https://example.com',
  '/events#//not-a-host',
])('a path on this site is kept: %s', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  undefined,
  null,
  42,
  true,
  ['/profile'],
  { toString: () => '/profile' },
  '',
  ' ',
  'profile',
  './profile',
  '?redirect=/x',
  '#x',
  ' /profile',
  '\t/profile',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '//evil.example/profile',
  '//user@evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/profile\\..\\..\\evil',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/\u0000/evil.example',
  '/profile\r\nLocation: https://evil.example',
  '/\u007f',
  '/\u0085',
  '/\u2028/evil.example',
  '/\u200b/evil.example',
  '/\u202egpj.exe',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  'http://evil.example',
  'https://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'ftp://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'mailto:a@evil.example',
])('anything else becomes /: %j', (value) => {
  expect(safeRedirect(value)).toBe('/');
});

test('no text leads to another origin', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    '%2f',
    '%5c',
    '\t',
    '\n',
    'https:',
    'javascript:',
    'evil.example',
    '?',
    '#',
  );
  const attack = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(attack, (text) => {
      const own = 'https://wynhold.example';
      const url = new URL(safeRedirect(text), own);
      expect(url.origin).toBe(own);
      // A router would push this after resolving the dots.
      expect(new URL(url.pathname, own).origin).toBe(own);
    }),
    { numRuns: 500 },
  );
});

import { expect, test } from 'vitest';

import { fillHtml, fillPlaceholders } from './fill-page.ts';
import { ownPageLimits, pathOfPage, toSlug } from './own-page-address.ts';

test.each([
  ['House Rules', 'house-rules'],
  ['  Élan & Co. ', 'elan-co'],
  ['100% fair', '100-fair'],
  ['!!!', ''],
])('the address of a page “%s” is %s', (title, slug) => {
  expect(toSlug(title)).toBe(slug);
});

test('an address that is cut off does not end with a hyphen', () => {
  const words = 'a'.repeat(ownPageLimits.slug - 1);
  expect(toSlug(`${words}b`)).toBe(`${words}b`);
  expect(toSlug(`${words} b`)).toBe(words);
});

test('the terms and the privacy policy have addresses of their own', () => {
  expect(['terms', 'privacy', 'rules'].map(pathOfPage)).toEqual([
    '/terms',
    '/privacy',
    '/pages/rules',
  ]);
});

test('placeholders that are not known stay as they are, and values are escaped in HTML', () => {
  const words = { coin: 'Pearl', coins: 'Pearls', coinsShort: 'PL', store: '{coin} Shop' };
  const values = { ...words, site: '<b> & "Co"', contact: 'a@b.test' };
  expect(fillPlaceholders('{coin}/{coins}/{coinsShort}/{store}/{contact}', values)).toBe(
    'Pearl/Pearls/PL/{coin} Shop/a@b.test',
  );
  expect(fillPlaceholders('{site} {other}', values)).toBe('<b> & "Co" {other}');
  expect(fillHtml('<p>{site} {other}</p>', values)).toBe(
    '<p>&lt;b&gt; &amp; &quot;Co&quot; {other}</p>',
  );
});

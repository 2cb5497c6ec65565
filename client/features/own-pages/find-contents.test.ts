import { expect, test } from 'vitest';

import { findContents } from './find-contents.ts';

test('a page with four headings has contents that lead to them', () => {
  const titles = ['Who we are', 'Coins &amp; <em>store</em>', 'Bans', 'Changes'];
  const page = titles.map((title) => `<h2>${title}</h2><p>Text.</p>`).join('');
  const { html, headings } = findContents(page);
  expect(headings).toEqual([
    { id: 'part-1', label: 'Who we are' },
    { id: 'part-2', label: 'Coins &amp; store' },
    { id: 'part-3', label: 'Bans' },
    { id: 'part-4', label: 'Changes' },
  ]);
  expect(html).toContain('<h2 id="part-2">Coins &amp; <em>store</em></h2><p>Text.</p>');
});

test('a short page has none and stays as it is', () => {
  const page = '<h2>One</h2><p>Text.</p><h2>Two</h2><h2>Three</h2>';
  expect(findContents(page)).toEqual({ html: page, headings: [] });
});

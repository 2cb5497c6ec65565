import { expect, test } from 'vitest';

import { blocksToHtml, readBlocks, splitAddresses } from './page-text.ts';

test('a text is read as headings, paragraphs and lists', () => {
  expect(readBlocks('# One\n## Two\nWords\nmore\r\n\r\n- a\n  b\n- c\n\n \n### End')).toEqual([
    { kind: 'heading', text: 'One' },
    { kind: 'heading', text: 'Two' },
    { kind: 'paragraph', text: 'Words\nmore' },
    { kind: 'list', items: ['a b', 'c'] },
    { kind: 'heading', text: 'End' },
  ]);
  expect(readBlocks('#no heading\n#### nor this')).toEqual([
    { kind: 'paragraph', text: '#no heading\n#### nor this' },
  ]);
});

test('headings, paragraphs and lists become HTML; HTML in the text stays text', () => {
  expect(blocksToHtml('# A & B\nright below\n\n- one\n- two\n  lines\n\n<b>x</b>')).toBe(
    '<h2>A &amp; B</h2><p>right below</p><ul><li><p>one</p></li><li><p>two lines</p></li></ul>' +
      '<p>&lt;b&gt;x&lt;/b&gt;</p>',
  );
});

test('email addresses and the placeholder for ours are linked', () => {
  expect(blocksToHtml('Write to a@b.test or {contact}.')).toBe(
    '<p>Write to <a href="mailto:a@b.test">a@b.test</a> or <a href="mailto:{contact}">{contact}</a>.</p>',
  );
});

test('email addresses are found', () => {
  expect(splitAddresses('Write to a.b+c@mail.example.test, or not.')).toEqual([
    'Write to ',
    'a.b+c@mail.example.test',
    ', or not.',
  ]);
  expect(splitAddresses('a@b @ c@ d')).toEqual(['a@b @ c@ d']);
});

test('a text of only headings is read, at the maximum length', () => {
  expect(readBlocks('# a\n'.repeat(12_500))).toHaveLength(12_500);
});

// Each of these would take minutes in quadratic time.
test.each([
  ['a word', 'a'.repeat(500_000)],
  ['words with @', 'a@'.repeat(250_000)],
  ['an endless domain', `a@${'b-'.repeat(250_000)}`],
])(
  'a long text takes time in proportion to its length: %s',
  (_, text) => {
    expect(splitAddresses(text)).toHaveLength(1);
  },
  60_000,
);

import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { shorten, toTeaser, toText } from './teaser.ts';

describe('a teaser', () => {
  test('leaves a short text as it is', () => {
    expect(toTeaser('<p>The gates are open.</p>')).toBe('The gates are open.');
  });

  test('of empty content is empty', () => {
    for (const html of ['', '   ', '<p></p>', '<p>&nbsp;</p>', '<img src="/x">', '<!-- x -->']) {
      expect(toTeaser(html)).toBe('');
    }
  });

  test('keeps a text of exactly 75 characters whole', () => {
    const text = 'x'.repeat(40) + ' ' + 'y'.repeat(34);
    expect(text).toHaveLength(75);
    expect(toTeaser(text)).toBe(text);
    expect(toTeaser(`${text}z`)).toBe(`${'x'.repeat(40)}…`);
  });

  test('cuts at the boundary when the 75th character ends a word', () => {
    const text = `${'x'.repeat(40)} ${'y'.repeat(34)} more words`;
    expect(toTeaser(text)).toBe(`${'x'.repeat(40)} ${'y'.repeat(34)}…`);
  });

  test('cuts a single long word at the limit', () => {
    expect(toTeaser('x'.repeat(200))).toBe(`${'x'.repeat(75)}…`);
  });

  test('counts an emoji as one character and never cuts it in half', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(toTeaser(family.repeat(75))).toBe(family.repeat(75));
    expect(toTeaser(family.repeat(76))).toBe(`${family.repeat(75)}…`);
    expect(toTeaser('é'.normalize('NFD').repeat(80))).toBe(`${'é'.normalize('NFD').repeat(75)}…`);
    expect(toTeaser('🇬🇧'.repeat(80))).toBe(`${'🇬🇧'.repeat(75)}…`);
  });

  test('separates the words of blocks, but not of inline tags', () => {
    expect(toTeaser('<h2>New</h2><p>quest</p><ul><li>one</li><li>two</li></ul>')).toBe(
      'New quest one, two',
    );
    expect(toTeaser('<p>un<b>believ</b>able<br>things</p>')).toBe('unbelievable things');
  });

  test.each([
    ['<p>Bring:</p><ul><li>Hot cider</li><li>Mittens</li></ul>', 'Bring: Hot cider, Mittens'],
    ['<ul><li><p>One</p></li>\n<li><p><b>Two</b></p></li></ul><p>Go.</p>', 'One, Two. Go.'],
    ['<ol><li>Done.</li><li>Really?</li></ol><p>Yes</p>', 'Done. Really? Yes'],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', 'a b. c'],
    ['<ul><li></li><li>x</li><li></li></ul>', 'x'],
    ['<li>torn', 'torn'],
  ])('separates the items of a list: %s', (html, text) => {
    expect(toText(html)).toBe(text);
  });

  test('collapses whitespace of every kind', () => {
    expect(toTeaser(' a\n\n\tb\u00a0 &nbsp;c ')).toBe('a b c');
  });
});

describe('the text of HTML', () => {
  test.each([
    ['&amp;', '&'],
    ['&lt;b&gt;', '<b>'],
    ['&amp;lt;', '&lt;'],
    ['&quot;&#39;&apos;', `"''`],
    ['&eacute;&Eacute;&mdash;&hellip;', 'éÉ—…'],
    ['&#8364; &#x20AC;', '€ €'],
    ['&#128512;', '😀'],
    ['&#0;&#xD800;&#1114112;', '\u{FFFD}\u{FFFD}\u{FFFD}'],
    ['&unknown; & &; &#;', '&unknown; & &; &#;'],
    ['AT&T', 'AT&T'],
  ])('%s reads %s', (html, text) => {
    expect(toText(html)).toBe(text);
  });

  test.each([
    ['<script>alert(1)</script>a', 'a'],
    ['<style>p{}</style>a', 'a'],
    ['a<!-- <p>b</p> -->c', 'ac'],
    ['<a title="x > y">a</a>', 'a'],
    ['<img alt=">" src="/x">a', 'a'],
    ['1 < 2', '1 < 2'],
    ['a<p', 'a'],
  ])('%s is stripped to %s', (html, text) => {
    expect(toText(html)).toBe(text);
  });

  test('is never longer than the limit, for any input', () => {
    const graphemes = new Intl.Segmenter('en');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 1, max: 100 }),
        (text, length) => {
          const short = shorten(toText(text), length);
          expect([...graphemes.segment(short)].length).toBeLessThanOrEqual(length + 1);
          expect(short).toBe(short.trim());
        },
      ),
      { seed: 75, numRuns: 2000 },
    );
  });

  // Quadratic time would take minutes here; linear time takes a few milliseconds.
  test.each([
    ['a last quote that never ends', `${'<a '.repeat(100_000)}"`, ''],
    ['a last apostrophe that never ends', `${'<a '.repeat(100_000)}'`, ''],
    ['quotes', '<a "'.repeat(49_999), ''],
    ['open tags', '<a '.repeat(66_000), ''],
    ['comments', '<!--'.repeat(50_000), ''],
    ['scripts', '<script'.repeat(28_000), ''],
    ['scripts that end', '<script></script >'.repeat(11_000), ''],
    ['spaces', `a${' '.repeat(200_000)}b`, 'a b'],
    ['only <', '<'.repeat(200_000), '<'.repeat(200_000)],
    ['only &', '&'.repeat(200_000), '&'.repeat(200_000)],
  ])(
    'is read in linear time: %s',
    (_, html, text) => {
      expect(toText(html) === text).toBe(true);
    },
    60_000,
  );
});

describe('a text of any length', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  afterEach(() => segment.mockClear());
  afterAll(() => segment.mockRestore());
  const segmented = () => segment.mock.calls.map(([text]) => text.length);

  test.each([
    ['words', 'The quick brown fox. '.repeat(10_000)],
    ['one word', 'x'.repeat(200_000)],
    ['families', '👨‍👩‍👧‍👦'.repeat(18_000)],
    ['one letter with 200,000 accents', `e${'\u0301'.repeat(200_000)}`],
    ['spaces', `a${' '.repeat(200_000)}b`],
  ])('is segmented only at its start: %s', (_, text) => {
    for (const length of [75, 160]) {
      segment.mockClear();
      expect(shorten(text, length).length).toBeLessThan(length * 33);
      expect(segmented()).toEqual([(length + 1) * 32]);
    }
  });

  test('is never cut inside a character with many accents', () => {
    const text = `ab ${`e${'\u0301'.repeat(3_000)}`.repeat(4)}`;
    expect(shorten(text, 75)).toBe('ab…');
    expect(shorten('👨‍👩‍👧‍👦'.repeat(1_000), 75)).toBe(`${'👨‍👩‍👧‍👦'.repeat(75)}…`);
  });
});

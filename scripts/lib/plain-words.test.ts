import { expect, test } from 'vitest';

import { findDiscouragedWords, findOddBeginnings } from './plain-words.ts';

test('a discouraged word is reported with its line, in comments, texts and names', () => {
  const text = [
    '// Whoever comes first waits.',
    'const label = "Reads the list anew.";',
    'buryEvent(id);',
    '// A date that is none.',
  ].join('\n');
  expect(findDiscouragedWords(text).map(({ line, word }) => `${line} ${word}`)).toEqual([
    '1 Whoever',
    '2 anew',
    '3 bury',
    '4 is none',
  ]);
});

test('other words that contain one are fine', () => {
  const text = 'wishful, renewal, Canterbury, indeed, if there is none, understands formats';
  expect(findDiscouragedWords(text)).toEqual([]);
});

test('a comment that begins with What, As, Of or Those is reported', () => {
  const text = [
    '// What it does.',
    'run();',
    '// It is the same here,',
    '// As the sentence goes on, this line is fine.',
    '/** As in nginx. */',
    '/**',
    ' * Of the pages, two stay.',
    ' * Those lines are fine.',
    ' */',
    'const text = "// Those";',
  ].join('\n');
  expect(findOddBeginnings(text).map(({ line, word }) => `${line} ${word}`)).toEqual([
    '1 What',
    '5 As',
    '7 Of',
  ]);
});

import { expect, test } from 'vitest';

import { hasLongOpening } from './long-opening.ts';

const sentence = 'The gates are open, and the fires are lit. ';

test('a drop cap needs an opening paragraph of three lines', () => {
  expect(hasLongOpening(`<p>${sentence.repeat(6)}</p><ul><li>One</li></ul>`)).toBe(true);
  expect(hasLongOpening(`<p>${sentence}</p><p>${sentence.repeat(6)}</p>`)).toBe(false);
  expect(hasLongOpening(`<ul><li>${sentence.repeat(6)}</li></ul>`)).toBe(false);
  expect(hasLongOpening('')).toBe(false);
});

test('markup does not count as text', () => {
  const link = `<a href="https://example.com/${'x'.repeat(300)}">here</a>`;
  expect(hasLongOpening(`<p>Read it ${link}.</p>`)).toBe(false);
});

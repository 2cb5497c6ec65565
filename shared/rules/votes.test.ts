import { expect, test } from 'vitest';

import {
  callbackReasons,
  findPlaceholder,
  listPresets,
  retryReasons,
  tokenAlphabets,
  tokenLengths,
} from './votes.ts';

test('a link may keep only the placeholder of the token', () => {
  expect(findPlaceholder('https://a.test/{token}')).toBeUndefined();
  expect(findPlaceholder('https://a.test/{id}/{token}')).toBe('{id}');
  expect(findPlaceholder('https://a.test/{token}?c={category}')).toBe('{category}');
});

test('every preset has a place for the token, and a value beside each name of a success', () => {
  for (const { name, link, successParameter, successValue, intervalHours } of listPresets) {
    expect(link, name).toMatch(/^https:\/\/.+\{token\}/);
    expect(successParameter === '', name).toBe(successValue === '');
    expect([6, 12, 24], name).toContain(intervalHours);
  }
});

test('the shortest tokens have 64 random bits and the usual ones 128', () => {
  for (const [alphabet, { least, usual }] of Object.entries(tokenLengths)) {
    const bits = Math.log2(tokenAlphabets[alphabet as keyof typeof tokenAlphabets].length);
    const lengths = [64, 128].map((wanted) => Math.ceil(wanted / bits));
    expect([least, usual], alphabet).toEqual(lengths);
  }
});

test('a vote that was rewarded, tried or has no player is never rewarded by hand', () => {
  for (const reason of ['rewarded', 'repeated', 'unknown-token', 'test'] as const)
    expect(retryReasons).not.toContain(reason);
});

test('every other refusal can be decided by hand', () => {
  const never = new Set<string>(['rewarded', 'repeated', 'unknown-token', 'test']);
  const others = callbackReasons.filter((reason) => !never.has(reason));
  expect(new Set(retryReasons)).toEqual(new Set(others));
});

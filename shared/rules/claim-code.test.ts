import { expect, test } from 'vitest';

import { claimCodeLength, claimCodeLetters, claimCodePattern } from './claim-code.ts';
import { usernamePattern } from './usernames.ts';

test('a code has the letters and the length of its pattern, and none that looks like another', () => {
  const codeOf = (letter: string, length = claimCodeLength) => `claim${letter.repeat(length)}`;
  const all = Array.from('0123456789abcdefghijklmnopqrstuvwxyzA-_ ');
  const allowed = all.filter((letter) => claimCodePattern.test(codeOf(letter)));
  expect(allowed.join('')).toBe(claimCodeLetters);
  expect(all.filter((letter) => !allowed.includes(letter)).join('')).toBe('01iloA-_ ');
  for (const length of [claimCodeLength - 1, claimCodeLength + 1]) {
    expect(claimCodePattern.test(codeOf('a', length))).toBe(false);
  }
});

test('a code is also a name, so that every game takes it as a new friend', () => {
  expect(usernamePattern.test(`claim${claimCodeLetters.slice(-claimCodeLength)}`)).toBe(true);
});

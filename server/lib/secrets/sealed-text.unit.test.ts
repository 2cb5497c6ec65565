import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { isSealed, openSealedText, sealText } from './sealed-text.ts';

const key = randomBytes(32);

test('a sealed text hides its content and can be opened again', () => {
  const sealed = sealText(key, 'account 1', 'JBSWY3DPEHPK3PXP');
  expect(isSealed(sealed)).toBe(true);
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(openSealedText(key, 'account 1', sealed)).toBe('JBSWY3DPEHPK3PXP');
  expect(sealText(key, 'account 1', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed);
});

test('it opens only unchanged, with the same key and for the same owner', () => {
  const sealed = sealText(key, 'account 1', 'secret');
  const at = sealed.length - 3;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  expect(() => openSealedText(randomBytes(32), 'account 1', sealed)).toThrow(/authenticate/);
  expect(() => openSealedText(key, 'account 2', sealed)).toThrow(/authenticate/);
  expect(() => openSealedText(key, 'account 1', changed)).toThrow(/authenticate/);
});

test('a text stored before there was a key does not count as sealed', () => {
  expect(isSealed('JBSWY3DPEHPK3PXP')).toBe(false);
});

import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { readStored, toStored } from './stored-secret.ts';

const [secretsKey, otherKey] = [randomBytes(32), randomBytes(32)];

test('a secret is sealed if the site has a key, and opened only with it and for its owner', () => {
  const stored = toStored({ secretsKey }, 'hook 1', 'a secret');
  expect(stored).not.toContain('a secret');
  expect(readStored({ secretsKey }, 'hook 1', stored)).toBe('a secret');
  expect(readStored({ secretsKey: otherKey }, 'hook 1', stored)).toBeUndefined();
  expect(readStored({ secretsKey }, 'hook 2', stored)).toBeUndefined();
  expect(readStored({ secretsKey: undefined }, 'hook 1', stored)).toBeUndefined();
});

test('a secret from before there was a key is still read', () => {
  const stored = toStored({ secretsKey: undefined }, 'hook 1', 'a secret');
  expect(stored).toBe('a secret');
  for (const key of [undefined, secretsKey]) {
    expect(readStored({ secretsKey: key }, 'hook 1', stored)).toBe('a secret');
  }
});

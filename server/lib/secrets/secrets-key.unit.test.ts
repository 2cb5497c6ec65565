import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import { findKeptSecretsKey, keepSecretsKey } from './secrets-key.ts';

test('a key that was made stays, and only its owner can read it', async () => {
  const folder = path.join(await createTemporaryFolder(), 'data');
  expect(findKeptSecretsKey(folder)).toBeUndefined();
  const key = await keepSecretsKey(folder);
  expect(key).toHaveLength(32);
  expect(findKeptSecretsKey(folder)).toEqual(key);
  expect(await keepSecretsKey(folder)).toEqual(key);
  const { mode } = await stat(path.join(folder, 'secrets-key'));
  // Windows has no such modes.
  expect(mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});

test('processes that start at the same time get the same key and leave nothing else', async () => {
  const folder = await createTemporaryFolder();
  const keys = await Promise.all(Array.from({ length: 8 }, () => keepSecretsKey(folder)));
  expect(new Set(keys.map(String))).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['secrets-key']);
});

test('a file without a key is not replaced', async () => {
  const folder = await createTemporaryFolder();
  await writeFile(path.join(folder, 'secrets-key'), 'too short');
  expect(() => findKeptSecretsKey(folder)).toThrow('does not contain a key');
  await expect(keepSecretsKey(folder)).rejects.toThrow('does not contain a key');
});

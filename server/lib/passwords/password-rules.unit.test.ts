import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';

import { hashPassword, isPassword } from './password-hash.ts';
import { findPasswordProblem } from './password-rules.ts';

const owner = { email: 'Long.Name@example.test', siteName: 'Wynhold Realm' };
const tooCommon = 'This password is too common. Choose another.';
const aboutOwner = 'Do not use your email address or the site’s name as your password.';

test.each([
  ['correct horse battery', undefined],
  ['wynhold-demo', undefined],
  ['8 chars!', undefined],
  ['seven 7', 'Use at least 8 characters.'],
  ['x y'.repeat(40), undefined],
  ['xy'.repeat(64), undefined],
  ['x'.repeat(129), 'Use at most 128 characters.'],
  ['password', tooCommon],
  ['PassWord', tooCommon],
  ['12345678', tooCommon],
  ['qwertyuiop', tooCommon],
  ['iloveyou', tooCommon],
  ['runescape', tooCommon],
  ['aaaaaaaaaaaaaaaaaaaa', tooCommon],
  ['ｐａｓｓｗｏｒｄ', tooCommon],
  ['long.name@example.test', aboutOwner],
  ['LONG.NAME', aboutOwner],
  ['wynhold realm', aboutOwner],
])('%s: %s', (password, problem) => {
  expect(findPasswordProblem(password, owner)).toBe(problem);
});

test('hashes are argon2id with the configured cost', async () => {
  const passwordHash = await hashPassword('correct horse battery');
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword('correct horse battery', passwordHash)).toBe(true);
  expect(await isPassword('correct horse batterz', passwordHash)).toBe(false);
});

test('no password is right without a hash', async () => {
  expect(await isPassword('correct horse battery')).toBe(false);
});

test('a hash with another cost is still accepted', async () => {
  const older = await hash('correct horse battery', { memoryCost: 8192, timeCost: 1 });
  expect(await isPassword('correct horse battery', older)).toBe(true);
});

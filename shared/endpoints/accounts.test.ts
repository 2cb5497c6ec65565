import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { formatUsername, isReservedName, toUsernameKey } from '../rules/usernames.ts';
import {
  Email,
  maskEmail,
  NewPassword,
  revokeSession,
  shortenEmail,
  Username,
  webLogin,
} from './accounts.ts';

test.each([
  ['wanderer@example.test', 'w******r@example.test'],
  ['abc@example.test', 'a*c@example.test'],
  ['ab@example.test', 'a*@example.test'],
  ['a@example.test', 'a*@example.test'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test.each([
  ['wanderer@example.test', 'w…@example.test'],
  ['a@example.test', 'a…@example.test'],
  ['🐉drake@example.test', '🐉…@example.test'],
])('%s is shortened to %s', (email, short) => {
  expect(shortenEmail(email)).toBe(short);
});

test.each(['Iron Man', 'iron_man', 'IRON-MAN', ' iron  man '])(
  '%s has the key "iron man"',
  (name) => {
    expect(toUsernameKey(name)).toBe('iron man');
  },
);

test('names are shown capitalised per word', () => {
  expect(formatUsername('oak warden')).toBe('Oak Warden');
  expect(formatUsername('lady_ash-two')).toBe('Lady_Ash-Two');
});

test('staff names and the site name are reserved, with any separator', () => {
  expect(isReservedName('Admin', 'Wynhold')).toBe(true);
  expect(isReservedName('wyn-hold', 'Wyn Hold')).toBe(true);
  expect(isReservedName('Adamant', 'Wynhold')).toBe(false);
  const names = [
    'admin',
    'Administrator',
    'MODERATOR',
    'mod',
    'Staff',
    'owner',
    'system',
    'support',
  ];
  expect(names.filter((name) => !isReservedName(name, 'Wynhold'))).toEqual([]);
});

test.each([
  ['a password', NewPassword, ['x'.repeat(8), 'x'.repeat(128)], ['x'.repeat(7), 'x'.repeat(129)]],
  ['an address', Email, [addressOf(254)], [addressOf(255), '', ' ']],
])('%s has these limits', (_what, schema, good, bad) => {
  expect(good.filter((value) => !z.safeParse(schema, value).success)).toEqual([]);
  expect(bad.filter((value) => z.safeParse(schema, value).success)).toEqual([]);
});

function addressOf(length: number): string {
  const domain = `@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.test`;
  return `${'a'.repeat(length - domain.length)}${domain}`;
}

test.each(['a', 'A1', 'Iron Man', 'x_y-z', 'abcdefghijkl'])('"%s" is a username', (name) => {
  expect(z.safeParse(Username, name).success).toBe(true);
});

const invalid = ['', ' ', '-a', 'a_', 'a-', 'a.b', 'a$b', 'ünal', 'abcdefghijklm', 'a\tb', 'a\nb'];
test.each(invalid)('%j is not a username', (name) => {
  expect(z.safeParse(Username, name).success).toBe(false);
});

test('an email address is trimmed and validated', () => {
  expect(z.parse(Email, ' a@example.test ')).toBe('a@example.test');
  expect(z.safeParse(Email, 'a@example.test\nBcc: x@y.z').success).toBe(false);
});

test('a code of the second factor has six to twenty characters, with any spaces around it', () => {
  const read = (code: unknown) => z.safeParse(webLogin.body!, { idToken: 'x', code }).data?.code;
  expect(read(' 123456 ')).toBe('123456');
  expect(read('k4m2x-9fq7p-w3h8d')).toBe('k4m2x-9fq7p-w3h8d');
  expect(read('x'.repeat(20))).toHaveLength(20);
  for (const code of ['12345', ' 12345 ', 'x'.repeat(21), '', 123_456]) {
    expect(read(code), String(code)).toBeUndefined();
  }
});

test('a sign-in needs a token of at most five thousand characters, and a session has an id', () => {
  const isRead = (idToken: unknown) => z.safeParse(webLogin.body!, { idToken }).success;
  expect(['x', 'x'.repeat(5000), '', 'x'.repeat(5001), undefined].map(isRead)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const id = '00000000-0000-4000-8000-000000000000';
  expect(
    [id, 'x', ''].map((one) => z.safeParse(revokeSession.params!, { id: one }).success),
  ).toEqual([true, false, false]);
});

// Published hashes. cspell:ignore kmyu Abdl Jvch Whhc
import { createHash, pbkdf2Sync } from 'node:crypto';

import { hash as hashArgon2 } from '@node-rs/argon2';
import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { describe, expect, test } from 'vitest';

import { noPassword, toStoredFirebaseHash, toStoredHash } from './imported-hash.ts';
import { isPassword } from './password-hash.ts';

const base64 = (text: string) => Buffer.from(text, 'base64');

/** The sample of https://github.com/firebase/scrypt. */
const sample = {
  parameters: {
    signerKey: base64(
      'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    ),
    saltSeparator: base64('Bw=='),
    rounds: 8,
    memoryCost: 14,
  },
  user: {
    salt: base64('42xEC+ixf3L2lw=='),
    passwordHash: base64(
      'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    ),
  },
  password: 'user1password',
};

describe('Firebase', () => {
  const { parameters, user, password } = sample;

  test('the published sample is verified', async () => {
    const stored = storedOf(toStoredFirebaseHash(user, parameters));
    expect(await isPassword(password, stored)).toBe(true);
    expect(await isPassword('user2password', stored)).toBe(false);
  });

  test('the signer key is not stored', () => {
    const stored = storedOf(toStoredFirebaseHash(user, parameters));
    const [keyStream = ''] = stored.split('$').slice(-1);
    expect(stored).not.toContain(parameters.signerKey.toString('base64'));
    expect(base64(keyStream).equals(user.passwordHash)).toBe(false);
  });

  test.each([
    ['memory', { ...parameters, memoryCost: 24 }, 'too much time or memory'],
    ['rounds', { ...parameters, rounds: 64 }, 'too much time or memory'],
    ['a key of another length', { ...parameters, signerKey: base64('Bw==') }, 'differ in length'],
  ])('%s is refused', (_what, wrong, problem) => {
    expect(toStoredFirebaseHash(user, wrong)).toEqual({
      problem: expect.stringContaining(problem),
    });
  });
});

describe('published hashes', () => {
  test.each([
    ['bcrypt', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['PBKDF2 of RFC 6070', 'password', 'pbkdf2_sha1$4096$salt$SwB5AbdlSJq+rUnZJvch0GWkKcE='],
  ])('%s', async (_name, password, text) => {
    const stored = storedOf(toStoredHash(text));
    expect(await isPassword(password, stored)).toBe(true);
    expect(await isPassword(`${password}!`, stored)).toBe(false);
  });
});

// Not in NFKC: other systems hash the password as it was typed.
const password = 'ﬁre and ice ①';

describe('each format', () => {
  test.each([
    ['bcrypt of PHP', async () => (await hashBcrypt(password, 4)).replace(/^\$2.\$/, '$2y$')],
    ['argon2id', () => hashArgon2(password, { memoryCost: 64, timeCost: 1 })],
    ['argon2i', () => hashArgon2(password, { algorithm: 1, memoryCost: 64, timeCost: 1 })],
    ['PBKDF2 with SHA-1', () => djangoHash('sha1', 20)],
    ['PBKDF2 with SHA-256', () => djangoHash('sha256', 32)],
    ['PBKDF2 with SHA-512', () => djangoHash('sha512', 64)],
    ['a PHC string', () => `$pbkdf2-sha512$i=10,l=64$${phcParts('sha512')}`],
    ['SHA-256 after a salt', () => `sha256$pepper$${digest('sha256', `pepper${password}`, 'hex')}`],
    ['SHA-512 after a salt', () => `sha512$pepper$${digest('sha512', `pepper${password}`, 'hex')}`],
    ['{SSHA256}', () => directoryHash(256)],
    ['{SSHA512}', () => directoryHash(512)],
  ])('%s', async (_name, make) => {
    const stored = storedOf(toStoredHash(await make()));
    expect(await isPassword(password, stored)).toBe(true);
    expect(await isPassword('fire and ice 1', stored)).toBe(false);
    expect(await isPassword('', stored)).toBe(false);
  });
});

test.each([
  ['a gigabyte', '$argon2id$v=19$m=1048576,t=1,p=1$c29tZXNhbHQ$c29tZWhhc2hzb21laGFzaA'],
  ['many passes', '$argon2id$v=19$m=64,t=5000,p=1$c29tZXNhbHQ$c29tZWhhc2hzb21laGFzaA'],
  ['minutes of bcrypt', '$2b$20$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['a billion iterations', `pbkdf2_sha256$1000000000$salt$${'A'.repeat(43)}=`],
  ['a long result', `pbkdf2_sha256$10$salt$${'A'.repeat(400)}`],
])('a hash that costs %s is refused', (_what, text) => {
  expect(toStoredHash(text)).toEqual({ problem: expect.stringContaining('too much time') });
});

test('a hash may be as costly as the limits, and no costlier', () => {
  const argon2 = (memory: number, passes: number, lanes: number) =>
    `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$c29tZXNhbHQ$c29tZWhhc2hzb21laGFzaA`;
  const bcrypt = (cost: number) => `$2b$${cost}$${'C'.repeat(53)}`;
  const pbkdf2 = (iterations: number, bytes: number) =>
    `pbkdf2_sha256$${iterations}$salt$${Buffer.alloc(bytes, 1).toString('base64')}`;
  const firebase = (memory: number, rounds: number) =>
    `$firebase-scrypt$m=${memory},r=${rounds}$c2FsdA==$${Buffer.alloc(64, 1).toString('base64')}`;
  const allowed = [argon2(131_072, 10, 8), bcrypt(14), pbkdf2(2_000_000, 64), firebase(14, 8)];
  for (const text of allowed)
    expect(toStoredHash(text), text).toEqual({ stored: `imported:${text}` });
  const tooCostly = [
    argon2(131_073, 10, 8),
    argon2(131_072, 11, 8),
    argon2(131_072, 10, 9),
    bcrypt(15),
    pbkdf2(2_000_001, 64),
    pbkdf2(1, 65),
    firebase(15, 8),
    firebase(14, 9),
  ];
  for (const text of tooCostly) {
    expect(toStoredHash(text), text).toEqual({ problem: expect.stringContaining('too much time') });
  }
  const known = (text: string) => 'stored' in toStoredHash(text);
  expect([16, 15].map((bytes) => known(pbkdf2(1, bytes)))).toEqual([true, false]);
  expect([known(pbkdf2(0, 32)), known(firebase(0, 8)), known(firebase(14, 0))]).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  '',
  'none',
  'hunter2',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  `sha256$salt$${'a'.repeat(63)}`,
  `{SSHA256}${Buffer.alloc(32).toString('base64')}`,
  'pbkdf2_sha256$10$salt$QQ==',
  '$2b$10$short',
])('%j has no known format', (text) => {
  expect(toStoredHash(text)).toEqual({ problem: 'the password hash has no known format' });
});

test('a very long hash is refused', () => {
  const text = `sha256$${'s'.repeat(2000)}$${'a'.repeat(64)}`;
  expect(toStoredHash(text)).toHaveProperty('problem');
});

test('a user without a password cannot sign in with any', async () => {
  expect(await isPassword('', noPassword)).toBe(false);
  expect(await isPassword('none', noPassword)).toBe(false);
  expect(await isPassword(noPassword, noPassword)).toBe(false);
});

function storedOf(result: ReturnType<typeof toStoredHash>): string {
  if ('problem' in result) throw new Error(result.problem);
  return result.stored;
}

function djangoHash(name: string, size: number): string {
  const key = pbkdf2Sync(password, 'pepper', 10, size, name);
  return `pbkdf2_${name}$10$pepper$${key.toString('base64')}`;
}

function phcParts(name: string): string {
  const salt = Buffer.from('sixteen bytes ok');
  const key = pbkdf2Sync(password, salt, 10, 64, name);
  return [salt, key].map((part) => part.toString('base64').replaceAll('=', '')).join('$');
}

function digest(name: string, text: string, encoding: 'hex'): string {
  return createHash(name).update(text).digest(encoding);
}

function directoryHash(bits: number): string {
  const salt = Buffer.from('salt');
  const hash = createHash(`sha${bits}`).update(password).update(salt).digest();
  return `{SSHA${bits}}${Buffer.concat([hash, salt]).toString('base64')}`;
}

// A published hash. cspell:ignore kmyu
import { afterAll, beforeAll, expect, test } from 'vitest';

import { noPassword, toStoredHash } from '#server/lib/passwords/imported-hash.ts';

import { openTestIdentity, refusal } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';
import { replaceImportedHash } from './users.db.ts';

const password = 'U*U';
const bcrypt = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const imported = (toStoredHash(bcrypt) as { stored: string }).stored;

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity();
});
afterAll(() => idp.close());

test('the first sign-in with an imported password replaces its hash', async () => {
  const email = await addImported('rehash');
  const wrong = await idp.call('signInWithPassword', { email, password: 'U*V' });
  expect(wrong.body).toEqual(refusal('INVALID_PASSWORD'));
  expect(await hashOf('rehash')).toBe(imported);
  const { idToken } = await idp.signIn(email, password);
  expect(await hashOf('rehash')).toMatch(/^\$argon2id\$/);
  // The tokens stay valid: the password is the same.
  expect(await idp.deps.identity.verifyIdToken(idToken)).toMatchObject({ uid: 'rehash', email });
  await idp.signIn(email, password);
});

test('two first sign-ins at once both succeed', async () => {
  const email = await addImported('twice');
  await Promise.all([idp.signIn(email, password), idp.signIn(email, password)]);
  expect(await hashOf('twice')).toMatch(/^\$argon2id\$/);
  await idp.signIn(email, password);
});

test('a sign-in does not undo a password that was changed meanwhile', async () => {
  await addImported('changed');
  await idp.deps.identity.updateUser('changed', { password: 'another long phrase' });
  const changed = await hashOf('changed');
  await replaceImportedHash(idp.deps.db, 'changed', { from: imported, to: 'outdated' });
  expect(await hashOf('changed')).toBe(changed);
});

test('a password check of the game replaces the hash too', async () => {
  const email = await addImported('gamer');
  const { identity } = idp.deps;
  expect(await identity.checkPassword({ uid: 'gamer', email }, 'wrong')).toBe(false);
  expect(await identity.checkPassword({ uid: 'gamer', email }, password)).toBe(true);
  expect(await hashOf('gamer')).toMatch(/^\$argon2id\$/);
});

test('a disabled user cannot sign in and keeps the hash', async () => {
  const email = await addImported('locked', { is_disabled: true });
  const answer = await idp.call('signInWithPassword', { email, password });
  expect(answer.body).toEqual(refusal('USER_DISABLED'));
  expect(await idp.deps.identity.checkPassword({ uid: 'locked', email }, password)).toBe(false);
  expect(await hashOf('locked')).toBe(imported);
});

test('a user without a password chooses one with the emailed link', async () => {
  const email = await addImported('empty', { password_hash: noPassword });
  const refused = await idp.call('signInWithPassword', { email, password: 'none' });
  expect(refused.body).toEqual(refusal('INVALID_PASSWORD'));
  const oobCode = await idp.requestCode(email);
  const newPassword = 'a phrase of my own';
  expect((await idp.call('resetPassword', { oobCode, newPassword })).status).toBe(200);
  await idp.signIn(email, newPassword);
});

test('an unknown address is refused, also with the password of the user it is compared with', async () => {
  for (const at of [1, 2, 3, 4]) {
    const email = `nobody${at}@example.test`;
    const answer = await idp.call('signInWithPassword', { email, password });
    expect(answer.body).toEqual(refusal('EMAIL_NOT_FOUND'));
  }
});

async function addImported(uid: string, change: object = {}): Promise<string> {
  const email = await idp.addUser(uid);
  await idp.deps.db
    .updateTable('identity_users')
    .set({ password_hash: imported, ...change })
    .where('uid', '=', uid)
    .execute();
  return email;
}

async function hashOf(uid: string): Promise<string> {
  const user = await idp.deps.db
    .selectFrom('identity_users')
    .select('password_hash as hash')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();
  return user.hash;
}

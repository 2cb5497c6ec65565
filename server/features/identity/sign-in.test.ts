import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { claimsOf, openTestIdentity, refusal, testPassword } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity();
});
afterAll(() => idp.close());

describe('signInWithPassword', () => {
  test('answers as Google does, and the token is accepted by the site', async () => {
    const email = await idp.addUser('ada');
    const { status, body, headers } = await idp.call('signInWithPassword', {
      returnSecureToken: true,
      email: ' ADA@Example.test',
      password: testPassword,
      clientType: 'CLIENT_TYPE_WEB',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        kind: 'identitytoolkit#VerifyPasswordResponse',
        registered: true,
        localId: 'ada',
        email,
        idToken: expect.any(String),
        refreshToken: expect.stringMatching(/^[\w-]{43}$/),
        expiresIn: '3600',
      },
    });
    expect(headers['cache-control']).toBe('no-store');
    const verified = await idp.deps.identity.verifyIdToken(String(body['idToken']));
    expect(verified).toEqual({
      uid: 'ada',
      email,
      isEmailVerified: false,
      signedInAt: expect.any(Date),
      validSince: expect.any(Date),
    });
    expect(Math.abs(Date.now() - verified.signedInAt.getTime())).toBeLessThan(60_000);
  });

  test('distinguishes an unknown email address from a wrong password', async () => {
    const email = await idp.addUser('bea');
    const unknown = { email: 'nobody@example.test', password: testPassword };
    const wrong = { email, password: 'not the password' };
    expect((await idp.call('signInWithPassword', unknown)).body).toEqual(
      refusal('EMAIL_NOT_FOUND'),
    );
    expect((await idp.call('signInWithPassword', wrong)).body).toEqual(refusal('INVALID_PASSWORD'));
  });

  test('treats a damaged password hash as a wrong password, also as the decoy of unknown addresses', async () => {
    const other = await openTestIdentity();
    onTestFinished(() => other.close());
    const email = await other.addUser('broken');
    await other.deps.db
      .updateTable('identity_users')
      .set({ password_hash: '$argon2id$v=19$m=8,t=1,p=1$cut off' })
      .execute();
    const answers = [];
    for (const one of [email, 'nobody@example.test']) {
      const { body } = await other.call('signInWithPassword', {
        email: one,
        password: testPassword,
      });
      answers.push(body);
    }
    expect(answers).toEqual([refusal('INVALID_PASSWORD'), refusal('EMAIL_NOT_FOUND')]);
    const user = { uid: 'broken', email };
    expect(await other.deps.identity.checkPassword(user, testPassword)).toBe(false);
  });

  test('refuses a disabled user, but says why only if the password is right', async () => {
    const email = await idp.addUser('cid');
    const { idToken, refreshToken } = await idp.signIn(email);
    await idp.deps.db
      .updateTable('identity_users')
      .set({ is_disabled: true })
      .where('uid', '=', 'cid')
      .execute();
    const right = { email, password: testPassword };
    const wrong = { email, password: 'not the password' };
    expect((await idp.call('signInWithPassword', right)).body).toEqual(refusal('USER_DISABLED'));
    expect((await idp.call('signInWithPassword', wrong)).body).toEqual(refusal('INVALID_PASSWORD'));
    expect((await idp.call('lookup', { idToken })).body).toEqual(refusal('USER_DISABLED'));
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
    expect((await idp.call('token', refresh)).body).toEqual(refusal('USER_DISABLED'));
    await expect(idp.deps.identity.verifyIdToken(idToken)).rejects.toMatchObject({
      code: 'accounts/token-refused',
    });
    // The sessions end when they are checked, as do those of a deleted user.
    expect(await idp.deps.identity.findValidSince('cid')).toBeUndefined();
    expect(await idp.deps.identity.findValidSince('nobody')).toBeUndefined();
  });

  test('finds the password of an unknown user wrong, and nothing of theirs confirmed', async () => {
    const nobody = { uid: 'nobody', email: 'nobody@example.test' };
    const { identity } = idp.deps;
    expect(await identity.checkPassword(nobody, testPassword)).toBe(false);
    expect(await identity.isEmailVerified(nobody)).toBe(false);
    expect(await identity.createEmailCode(nobody)).toBeUndefined();
    await expect(identity.revokeTokens('nobody')).rejects.toMatchObject({
      code: 'accounts/not-found',
    });
  });

  test.each([
    [{ password: 'x' }, 'MISSING_EMAIL'],
    [{ email: '', password: 'x' }, 'MISSING_EMAIL'],
    [{ email: 'no address', password: 'x' }, 'INVALID_EMAIL'],
    [{ email: 'a@example.test\r\nBcc: b@example.test', password: 'x' }, 'INVALID_EMAIL'],
    [{ email: 'a\0@example.test', password: 'x' }, 'INVALID_EMAIL'],
    [{ email: `${'a'.repeat(10_000)}@example.test`, password: 'x' }, 'INVALID_EMAIL'],
    [{ email: 'a@example.test' }, 'MISSING_PASSWORD'],
    [{ email: 'a@example.test', password: '' }, 'MISSING_PASSWORD'],
    [{ email: 'a@example.test', password: 'x'.repeat(10_000) }, 'EMAIL_NOT_FOUND'],
    [{ email: 'a@example.test', password: 'x\0y' }, 'EMAIL_NOT_FOUND'],
    [
      { email: 'a@example.test', password: '\uD800' },
      'INVALID_ARGUMENT : The text contains characters that cannot be stored.',
    ],
    [{ email: ['a@example.test'], password: 'x' }, 'INVALID_ARGUMENT : email must be a string.'],
    [{ email: 'a@example.test', password: {} }, 'INVALID_ARGUMENT : password must be a string.'],
    [null, 'MISSING_EMAIL'],
    [[], 'MISSING_EMAIL'],
  ])('refuses %#: %j', async (body, message) => {
    const answer = await idp.call('signInWithPassword', body, '192.0.2.99');
    expect(answer).toMatchObject({ status: 400, body: refusal(message) });
  });

  test('accepts a password in any Unicode normal form', async () => {
    await idp.deps.identity.createUser({
      uid: 'dee',
      email: 'dee@example.test',
      password: 'cre\u0300me bru\u0302le\u0301e',
    });
    const signedIn = await idp.signIn('dee@example.test', 'crème brûlée'.normalize('NFC'));
    expect(signedIn.idToken).toBeTruthy();
  });
});

describe('lookup', () => {
  test('describes the user as Google does', async () => {
    const email = await idp.addUser('eve');
    const { idToken } = await idp.signIn(email);
    const { status, body } = await idp.call('lookup', { idToken });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        kind: 'identitytoolkit#GetAccountInfoResponse',
        users: [
          {
            localId: 'eve',
            email,
            emailVerified: false,
            validSince: expect.stringMatching(/^\d{10}$/),
            createdAt: expect.stringMatching(/^\d{13}$/),
            lastLoginAt: expect.stringMatching(/^\d{13}$/),
            providerUserInfo: [{ providerId: 'password', email, federatedId: email, rawId: email }],
          },
        ],
      },
    });
  });

  test('refuses invalid tokens', async () => {
    const email = await idp.addUser('fay');
    const { idToken } = await idp.signIn(email);
    expect((await idp.call('lookup', {})).body).toEqual(refusal('MISSING_ID_TOKEN'));
    for (const bad of ['x', 'a.b.c', `${idToken}x`, '\0', 'x'.repeat(10_000)]) {
      expect((await idp.call('lookup', { idToken: bad })).body).toEqual(
        refusal('INVALID_ID_TOKEN'),
      );
    }
    await idp.deps.identity.deleteUser('fay');
    expect((await idp.call('lookup', { idToken })).body).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('the refresh call', () => {
  test('returns a new ID token of the same sign-in', async () => {
    const email = await idp.addUser('gil');
    const { idToken, refreshToken } = await idp.signIn(email);
    const { status, body } = await idp.call('token', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id_token: expect.any(String),
        access_token: body['id_token'],
        expires_in: '3600',
        refresh_token: refreshToken,
        token_type: 'Bearer',
        user_id: 'gil',
        project_id: 'wynhold',
      },
    });
    const renewed = claimsOf(String(body['id_token']));
    expect(renewed['auth_time']).toBe(claimsOf(idToken)['auth_time']);
    await idp.deps.identity.verifyIdToken(String(body['id_token']));
  });

  test('refuses invalid requests', async () => {
    const cases: [Record<string, string>, string][] = [
      [{}, 'MISSING_GRANT_TYPE'],
      [{ grant_type: 'password' }, 'INVALID_GRANT_TYPE'],
      [{ grant_type: 'refresh_token' }, 'MISSING_REFRESH_TOKEN'],
      [{ grant_type: 'refresh_token', refresh_token: 'x\0' }, 'INVALID_REFRESH_TOKEN'],
      [{ grant_type: 'refresh_token', refresh_token: 'x'.repeat(10_000) }, 'INVALID_REFRESH_TOKEN'],
    ];
    for (const [form, message] of cases) {
      expect(await idp.call('token', form)).toMatchObject({ status: 400, body: refusal(message) });
    }
  });

  test('refuses an expired token, and all tokens after a password change', async () => {
    const email = await idp.addUser('hal');
    const [first, second] = [await idp.signIn(email), await idp.signIn(email)];
    await sql`update identity_refresh_tokens set expires_at = now() where uid = 'hal'
      and created_at = (select min(created_at) from identity_refresh_tokens where uid = 'hal')`.execute(
      idp.deps.db,
    );
    const expired = await idp.call('token', refreshForm(first.refreshToken));
    expect(expired.body).toEqual(refusal('TOKEN_EXPIRED'));
    await idp.deps.identity.updateUser('hal', { password: 'another good phrase' });
    const ended = await idp.call('token', refreshForm(second.refreshToken));
    // The SDK signs out on TOKEN_EXPIRED, but not on INVALID_REFRESH_TOKEN.
    expect(ended.body).toEqual(refusal('TOKEN_EXPIRED'));
  });

  test('refuses a refresh token that a sign-in stored while the password was being changed', async () => {
    const email = await idp.addUser('ian');
    const { refreshToken } = await idp.signIn(email);
    // The state after the password changed between reading the user and inserting the refresh token.
    await sql`update identity_users set valid_since = valid_since + interval '1 millisecond'
      where uid = 'ian'`.execute(idp.deps.db);
    const answer = await idp.call('token', {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    expect(answer.body).toEqual(refusal('TOKEN_EXPIRED'));
  });
});

test('a refresh token lives for an hour', async () => {
  await idp.signIn(await idp.addUser('jo'));
  const { seconds } = await idp.deps.db
    .selectFrom('identity_refresh_tokens')
    .select(sql<number>`extract(epoch from expires_at - created_at)::int`.as('seconds'))
    .where('uid', '=', 'jo')
    .executeTakeFirstOrThrow();
  expect(seconds).toBe(3600);
});

test.each(['createAuthUri', 'signInWithCustomToken', 'signInWithEmailLink'])(
  '%s, which is not supported, is refused with a protocol error',
  async (operation) => {
    const answer = await idp.call(operation, {});
    expect(answer).toMatchObject({ status: 400, body: refusal('OPERATION_NOT_ALLOWED') });
  },
);

test.each(['/idp/v2/passwordPolicy', '/idp/v2/recaptchaConfig', '/idp/v2/accounts:revokeToken'])(
  '%s is refused with a protocol error',
  async (url) => {
    const answer = await idp.app.inject({ url });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(refusal('OPERATION_NOT_ALLOWED'));
  },
);

test.each(['signUp', 'update', 'delete'])('%s is only for the site', async (operation) => {
  const answer = await idp.call(operation, { email: 'x@example.test', password: testPassword });
  expect(answer).toMatchObject({ status: 400, body: refusal('ADMIN_ONLY_OPERATION') });
});

function refreshForm(refreshToken: string) {
  return { grant_type: 'refresh_token', refresh_token: refreshToken };
}

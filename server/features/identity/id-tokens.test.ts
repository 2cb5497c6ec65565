import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { JWK, JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { signIdToken } from './id-tokens.service.ts';
import { getSigningKey } from './signing-keys.service.ts';
import { claimsOf, openTestIdentity } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';
import { findUser } from './users.db.ts';

const refused = 'accounts/token-refused';

let idp: TestIdentity;
let idToken: string;
let claims: JWTPayload;
beforeAll(async () => {
  idp = await openTestIdentity({ SITE_URL: 'https://wynhold.example' });
  ({ idToken } = await idp.signIn(await idp.addUser('ada')));
  claims = claimsOf(idToken);
});
afterAll(() => idp.close());

function verify(token: string) {
  return idp.deps.identity.verifyIdToken(token);
}

function tryToken(token: string): Promise<string> {
  return verify(token).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );
}

/** Signs with the current key, so that only the claims can be wrong. */
async function sign(payload: JWTPayload): Promise<string> {
  const { id, key } = await getSigningKey(idp.deps);
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: id }).sign(key);
}

describe('an ID token', () => {
  test('has the claims that the protocol requires', () => {
    const now = Math.floor(Date.now() / 1000);
    expect(claims).toEqual({
      iss: 'https://wynhold.example/idp',
      aud: 'wynhold',
      sub: 'ada',
      user_id: 'ada',
      auth_time: Math.floor(Number(claims['signed_in_at']) / 1000),
      signed_in_at: expect.any(Number),
      iat: expect.any(Number),
      exp: Number(claims.iat) + 3600,
      email: 'ada@example.test',
      email_verified: false,
      firebase: {
        identities: { email: ['ada@example.test'] },
        sign_in_provider: 'password',
      },
      valid_since: expect.any(Number),
    });
    expect(Math.abs(now - Number(claims.iat))).toBeLessThan(60);
  });

  test('is accepted as issued, and when signed again with the same claims', async () => {
    expect(await tryToken(idToken)).toBe('accepted');
    expect(await tryToken(await sign(claims))).toBe('accepted');
  });

  test.each<[string, JWTPayload]>([
    ['another issuer', { iss: 'https://wynhold.example' }],
    ['another audience', { aud: 'another-project' }],
    ['an expiry in the past', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['an unknown user', { sub: 'nobody' }],
    ['a start in the future', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['another valid_since', { valid_since: 1 }],
    ['a valid_since of the wrong type', { valid_since: 'now' }],
    ['a sign-in time of the wrong type', { signed_in_at: 'now' }],
  ])('with %s is refused', async (_what, change) => {
    expect(await tryToken(await sign({ ...claims, ...change }))).toBe(refused);
  });

  test.each(['iss', 'aud', 'exp', 'iat', 'sub', 'signed_in_at', 'valid_since'])(
    'without %s is refused',
    async (claim) => {
      const { [claim]: _without, ...rest } = claims;
      expect(await tryToken(await sign(rest))).toBe(refused);
    },
  );

  test('that was tampered with is refused', async () => {
    const [header = '', , signature = ''] = idToken.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'bea' })).toString('base64url');
    expect(await tryToken(`${header}.${forged}.${signature}`)).toBe(refused);
    expect(await tryToken(`${idToken.slice(0, -8)}AAAAAAAA`)).toBe(refused);
  });

  test('without a signature is refused', async () => {
    expect(await tryToken(new UnsecuredJWT(claims).encode())).toBe(refused);
    const [, payload = ''] = idToken.split('.');
    for (const alg of ['none', 'NONE', 'ES256']) {
      const header = Buffer.from(JSON.stringify({ alg })).toString('base64url');
      expect(await tryToken(`${header}.${payload}.`)).toBe(refused);
    }
  });

  test('signed with our public key as a shared secret is refused', async () => {
    const jwks = await idp.app.inject({ url: '/idp/.well-known/jwks.json' });
    const [key] = jwks.json<{ keys: JWK[] }>().keys;
    const secrets = [JSON.stringify(key), String(key?.x), `${key?.x}${key?.y}`];
    for (const secret of secrets) {
      const forged = new SignJWT(claims).setProtectedHeader({
        alg: 'HS256',
        kid: String(key?.kid),
      });
      expect(await tryToken(await forged.sign(Buffer.from(secret)))).toBe(refused);
    }
  });

  test('signed with another key is refused, whatever key its header names', async () => {
    const { id } = await getSigningKey(idp.deps);
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    const headers = [
      { alg: 'ES256', kid: id },
      { alg: 'ES256', kid: 'another' },
      { alg: 'ES256' },
      { alg: 'ES256', kid: id, jwk: jwk as JWK },
    ];
    for (const header of headers) {
      expect(
        await tryToken(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)),
      ).toBe(refused);
    }
  });

  test('is verified with the published key', async () => {
    const answer = await idp.app.inject({ url: '/idp/.well-known/jwks.json' });
    const { keys } = answer.json<{ keys: JWK[] }>();
    expect(keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: expect.any(String),
        alg: 'ES256',
        use: 'sig',
      },
    ]);
    const { jwtVerify } = await import('jose');
    await jwtVerify(idToken, await importJWK(keys[0] as JWK, 'ES256'));
  });
});

describe('a change of password', () => {
  test('invalidates earlier tokens of the same second and accepts later ones', async () => {
    const email = await idp.addUser('bea');
    for (let round = 0; round < 5; round++) {
      const before = await signDirectly('bea');
      await idp.deps.identity.updateUser('bea', { password: `phrase of round ${round}` });
      const after = await signDirectly('bea');
      expect(await tryToken(before)).toBe(refused);
      expect(await tryToken(after)).toBe('accepted');
    }
    const { idToken: signedIn } = await idp.signIn(email, 'phrase of round 4');
    expect(await tryToken(signedIn)).toBe('accepted');
  });

  test('invalidates the token of a sign-in that had already checked the old password', async () => {
    await idp.addUser('cid');
    const userBefore = await findUser(idp.deps.db, 'cid');
    await idp.deps.identity.updateUser('cid', { password: 'another good phrase' });
    expect(await tryToken(await signIdToken(idp.deps, userBefore!, new Date()))).toBe(refused);
  });
});

test('a change of address keeps tokens valid and updates what they return', async () => {
  const email = await idp.addUser('dee');
  const { idToken: token } = await idp.signIn(email);
  await idp.deps.identity.updateUser('dee', { email: 'Dee.New@example.test' });
  expect(await verify(token)).toMatchObject({ uid: 'dee', email: 'Dee.New@example.test' });
  await idp.signIn('dee.new@example.test');
});

describe('the provider', () => {
  test('refuses a second user with the same email address, ignoring case', async () => {
    const password = 'a long enough phrase';
    const taken = { code: 'accounts/email-taken' };
    const { identity } = idp.deps;
    await idp.addUser('eve');
    const second = identity.createUser({ uid: 'eve2', email: 'EVE@example.test', password });
    await expect(second).rejects.toMatchObject(taken);
    await idp.addUser('fay');
    const moving = identity.updateUser('fay', {
      email: 'Eve@example.test',
      password: 'a new phrase',
    });
    await expect(moving).rejects.toMatchObject(taken);
    await idp.signIn('fay@example.test');
  });

  test('refuses to change an unknown user and ignores one on deletion', async () => {
    const { identity } = idp.deps;
    const change = identity.updateUser('nobody', { password: 'a long enough phrase' });
    await expect(change).rejects.toMatchObject({ code: 'accounts/not-found' });
    await identity.deleteUser('nobody');
  });
});

async function signDirectly(uid: string): Promise<string> {
  const user = await findUser(idp.deps.db, uid);
  return signIdToken(idp.deps, user!, new Date());
}

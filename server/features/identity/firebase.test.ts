import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import {
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';

import type { IdentityProvider } from '#server/lib/identity-provider.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import { createFirebaseIdentity } from './firebase.ts';

// Fakes the parts of Google's three services that the adapter uses, for cases the emulator cannot
// produce. firebase.emulator-test.ts tests the real protocol against the official emulator.
type Call = { path: string; authorization: string | undefined; body: string };
type Reply = { status: number; body: unknown };

const projectId = 'demo-project';
const signedInAt = Math.floor(Date.now() / 1000) - 60;
const refused = 'accounts/token-refused';
const calls: Call[] = [];
let replies: Record<string, Reply | 'hang up' | 'no JSON'>;
let baseUrl: string;
let googleKey: CryptoKey;
let identity: IdentityProvider;

const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  calls.push({ path, authorization: request.headers.authorization, body: await readBody(request) });
  const reply = replies[path] ?? { status: 404, body: { error: { message: 'NOT_FOUND' } } };
  if (reply === 'hang up') {
    request.socket.destroy();
    return;
  }
  if (reply === 'no JSON') {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    return;
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(reply.body));
});

const { privateKey: accountKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const admin = `/v1/projects/${projectId}/accounts`;
let jwks: Reply;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  googleKey = privateKey;
  const jwk = await exportJWK(publicKey);
  jwks = { status: 200, body: { keys: [{ ...jwk, kid: 'google-1', alg: 'RS256', use: 'sig' }] } };
});
afterAll(() => server.close());

beforeEach(() => {
  calls.length = 0;
  replies = {
    '/token': { status: 200, body: { access_token: 'bearer-1', expires_in: 3600 } },
    '/keys': jwks,
    [admin]: { status: 200, body: { localId: 'u1' } },
    [`${admin}:update`]: { status: 200, body: { localId: 'u1' } },
    [`${admin}:delete`]: { status: 200, body: {} },
    [`${admin}:lookup`]: { status: 200, body: { users: [user()] } },
  };
  identity = create();
});

function accountSetting(): string {
  return JSON.stringify({
    client_email: 'site@demo-project.iam.gserviceaccount.com',
    private_key: accountKey.export({ type: 'pkcs8', format: 'pem' }),
    private_key_id: 'account-key-1',
    token_uri: `${baseUrl}/token`,
  });
}

function create(serviceAccount = accountSetting()): IdentityProvider {
  return createFirebaseIdentity(
    { projectId, apiKey: 'web-key', serviceAccount, emulatorHost: undefined },
    { readSiteName: () => 'Wynhold', toolkitUrl: baseUrl, jwksUrl: `${baseUrl}/keys` },
  );
}

const newUser = { uid: 'u1', email: 'ada@example.test', password: 'a long enough phrase' };

describe('admin calls', () => {
  test('create, change and delete users with Google’s protocol', async () => {
    await identity.createUser(newUser);
    await identity.updateUser('u1', { email: 'new@example.test' });
    await identity.updateUser('u1', { password: 'another good phrase' });
    await identity.deleteUser('u1');
    const sent = calls.filter(({ path }) => path.startsWith('/v1/'));
    expect(sent.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      [admin, { localId: 'u1', email: newUser.email, password: newUser.password }],
      [`${admin}:update`, { localId: 'u1', email: 'new@example.test', emailVerified: false }],
      [
        `${admin}:update`,
        {
          localId: 'u1',
          password: 'another good phrase',
          validSince: expect.stringMatching(/^\d{10}$/),
        },
      ],
      [`${admin}:delete`, { localId: 'u1' }],
    ]);
    expect(sent.every(({ authorization }) => authorization === 'Bearer bearer-1')).toBe(true);
  });

  test('say of a new user whether the address is confirmed', async () => {
    await identity.createUser({ ...newUser, isEmailVerified: true });
    await identity.createUser({ ...newUser, isEmailVerified: false });
    const sent = calls.filter(({ path }) => path === admin);
    expect(sent.map(({ body }) => JSON.parse(body) as object)).toEqual([
      expect.objectContaining({ emailVerified: true }),
      expect.not.objectContaining({ emailVerified: expect.anything() }),
    ]);
  });

  test('change address and password in one call', async () => {
    await identity.updateUser('u1', { email: 'new@example.test', password: 'another good phrase' });
    const [sent, ...others] = calls.filter(({ path }) => path === `${admin}:update`);
    expect(others).toEqual([]);
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      localId: 'u1',
      email: 'new@example.test',
      emailVerified: false,
      password: 'another good phrase',
      validSince: expect.stringMatching(/^\d{10}$/) as string,
    });
  });

  test.each([
    ['five minutes before it expires', 3600, 3300],
    ['after a minute if it is short', 120, 60],
  ])('get a new access token %s', async (_when, expires_in, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    replies['/token'] = { status: 200, body: { access_token: 'bearer-1', expires_in } };
    const countExchanges = () => calls.filter(({ path }) => path === '/token').length;
    const start = Date.now();
    await identity.deleteUser('u1');
    vi.setSystemTime(start + (seconds - 1) * 1000);
    await identity.deleteUser('u1');
    expect(countExchanges()).toBe(1);
    vi.setSystemTime(start + (seconds + 1) * 1000);
    await Promise.all([identity.deleteUser('u1'), identity.deleteUser('u1')]);
    expect(countExchanges()).toBe(2);
  });

  test('name the key of the service account, which can also be in a file', async () => {
    const file = join(await createTemporaryFolder(), 'account.json');
    await writeFile(file, accountSetting());
    for (const serviceAccount of [accountSetting(), file]) {
      await create(serviceAccount).deleteUser('u1');
      const { body } = calls.findLast(({ path }) => path === '/token')!;
      const assertion = new URLSearchParams(body).get('assertion') ?? '';
      expect(decodeProtectedHeader(assertion)).toEqual({
        alg: 'RS256',
        typ: 'JWT',
        kid: 'account-key-1',
      });
    }
  });

  test('share one access token until it expires, even if they are concurrent', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => identity.createUser(newUser)));
    const exchanges = calls.filter(({ path }) => path === '/token');
    expect(exchanges).toHaveLength(1);
    const form = new URLSearchParams(exchanges[0]?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(decodeJwt(form.get('assertion') ?? '')).toMatchObject({
      iss: 'site@demo-project.iam.gserviceaccount.com',
      aud: `${baseUrl}/token`,
      scope: 'https://www.googleapis.com/auth/identitytoolkit',
    });
  });

  test('get a new access token after one was refused', async () => {
    replies[admin] = { status: 401, body: { error: { message: 'Invalid credentials' } } };
    await expect(identity.createUser(newUser)).rejects.toMatchObject({
      code: 'identity/unavailable',
    });
    replies[admin] = { status: 200, body: {} };
    await identity.createUser(newUser);
    expect(calls.filter(({ path }) => path === '/token')).toHaveLength(2);
  });

  test('suggest logging in to a user who registers with a known email address', async () => {
    replies[admin] = refusal(400, 'EMAIL_EXISTS');
    await expect(identity.createUser(newUser)).rejects.toMatchObject({
      code: 'accounts/email-taken',
      message: 'That email address already has an account. Log in with its password instead.',
    });
  });

  test.each<[Reply | 'hang up' | 'no JSON', string]>([
    [refusal(400, 'EMAIL_EXISTS'), 'accounts/email-taken'],
    [
      refusal(400, 'WEAK_PASSWORD : Password should be at least 6 characters'),
      'accounts/weak-password',
    ],
    [
      refusal(400, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing an upper case character'),
      'accounts/weak-password',
    ],
    [refusal(400, 'INVALID_EMAIL'), 'request/invalid'],
    [refusal(400, 'USER_NOT_FOUND'), 'accounts/not-found'],
    [refusal(400, 'DUPLICATE_LOCAL_ID'), 'identity/unavailable'],
    [refusal(403, 'PERMISSION_DENIED'), 'identity/unavailable'],
    [refusal(400, 'QUOTA_EXCEEDED : too many'), 'identity/unavailable'],
    [refusal(500, 'INTERNAL'), 'identity/unavailable'],
    [refusal(503, 'EMAIL'), 'identity/unavailable'],
    [{ status: 400, body: [] }, 'identity/unavailable'],
    ['no JSON', 'identity/unavailable'],
    ['hang up', 'identity/unavailable'],
  ])('answered with %j fail with %s', async (reply, code) => {
    replies[admin] = reply;
    await expect(identity.createUser(newUser)).rejects.toMatchObject({ code });
  });

  test('pass on why Google refuses a password', async () => {
    replies[admin] = refusal(400, 'WEAK_PASSWORD : Too short');
    await expect(identity.createUser(newUser)).rejects.toMatchObject({
      message: 'Too short',
      fields: { password: 'Too short' },
    });
  });

  test('refuse common passwords, which Google would accept', async () => {
    const weak = { code: 'accounts/weak-password' };
    const creating = identity.createUser({ ...newUser, password: 'password1' });
    await expect(creating).rejects.toMatchObject(weak);
    const changing = identity.updateUser('u1', { password: 'password1' });
    await expect(changing).rejects.toMatchObject(weak);
    expect(calls).toEqual([]);
  });

  test('ignore a missing user on deletion', async () => {
    replies[`${admin}:delete`] = refusal(400, 'USER_NOT_FOUND');
    await identity.deleteUser('nobody');
    replies[`${admin}:delete`] = refusal(500, 'INTERNAL');
    await expect(identity.deleteUser('u1')).rejects.toMatchObject({ code: 'identity/unavailable' });
  });

  test.each<Reply | 'hang up'>([refusal(400, 'invalid_grant'), 'hang up'])(
    'fail as unavailable while there is no access token: %j',
    async (reply) => {
      replies['/token'] = reply;
      await expect(identity.createUser(newUser)).rejects.toMatchObject({
        code: 'identity/unavailable',
      });
      replies['/token'] = { status: 200, body: { access_token: 'bearer-2', expires_in: 3600 } };
      await identity.createUser(newUser);
    },
  );
});

describe('a password', () => {
  const ada = { uid: 'u1', email: 'ada@example.test' };
  const signIn = '/v1/accounts:signInWithPassword?key=web-key';

  test('is checked by signing in as the browser does', async () => {
    replies[signIn] = { status: 200, body: { localId: 'u1' } };
    expect(await identity.checkPassword(ada, 'a long enough phrase')).toBe(true);
    const [sent] = calls;
    expect(sent?.authorization).toBeUndefined();
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      email: ada.email,
      password: 'a long enough phrase',
      returnSecureToken: false,
    });
    // The address belongs to another user by now.
    expect(await identity.checkPassword({ ...ada, uid: 'u2' }, 'a long enough phrase')).toBe(false);
  });

  test.each([
    'INVALID_PASSWORD',
    'INVALID_LOGIN_CREDENTIALS',
    'EMAIL_NOT_FOUND',
    'USER_DISABLED : x',
  ])('is wrong if Google answers %s', async (message) => {
    replies[signIn] = refusal(400, message);
    expect(await identity.checkPassword(ada, 'not the password')).toBe(false);
  });

  test.each<[Reply | 'hang up' | 'no JSON']>([
    [refusal(400, 'TOO_MANY_ATTEMPTS_TRY_LATER : x')],
    [refusal(500, 'INTERNAL')],
    [{ status: 200, body: {} }],
    ['no JSON'],
    ['hang up'],
  ])('cannot be checked while Google answers %j', async (reply) => {
    replies[signIn] = reply;
    await expect(identity.checkPassword(ada, 'a long enough phrase')).rejects.toMatchObject({
      code: 'identity/unavailable',
      retryAfterSeconds: 10,
    });
  });
});

describe('validSince at Google', () => {
  test('is read again each time', async () => {
    expect(await identity.findValidSince('u1')).toEqual(new Date(1_000 * signedInAt));
    const later = String(signedInAt + 5);
    replies[`${admin}:lookup`] = {
      status: 200,
      body: { users: [{ ...user(), validSince: later }] },
    };
    expect(await identity.findValidSince('u1')).toEqual(new Date(1_000 * (signedInAt + 5)));
  });

  test.each<[string, object]>([
    ['disabled', { users: [{ ...user(), disabled: true }] }],
    ['deleted', { kind: 'x' }],
  ])('is undefined for a user who is %s', async (_what, body) => {
    replies[`${admin}:lookup`] = { status: 200, body };
    expect(await identity.findValidSince('u1')).toBeUndefined();
  });

  test('is unavailable while Google is down', async () => {
    replies[`${admin}:lookup`] = 'hang up';
    await expect(identity.findValidSince('u1')).rejects.toMatchObject({
      code: 'identity/unavailable',
    });
  });

  test('is set to now by revoking tokens', async () => {
    const validSince = await identity.revokeTokens('u1');
    const sent = calls.find(({ path }) => path === `${admin}:update`);
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      localId: 'u1',
      validSince: String(validSince.getTime() / 1000),
    });
    expect(Math.abs(Date.now() - validSince.getTime())).toBeLessThan(60_000);
  });
});

describe('a confirmation link', () => {
  const ada = { uid: 'u1', email: 'Ada@example.test' };
  const withUser = (change: object) => {
    replies[`${admin}:lookup`] = { status: 200, body: { users: [{ ...user(), ...change }] } };
  };
  const sent = () => calls.filter(({ path }) => path === `${admin}:sendOobCode`);

  test('is created by Google, and the site sends it', async () => {
    const oobLink =
      'https://p.firebaseapp.com/__/auth/action?mode=verifyEmail&oobCode=a_b-1&lang=en';
    replies[`${admin}:sendOobCode`] = { status: 200, body: { email: ada.email, oobLink } };
    expect(await identity.createEmailCode(ada)).toBe('a_b-1');
    expect(sent().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { requestType: 'VERIFY_EMAIL', email: ada.email, returnOobLink: true },
    ]);
  });

  test.each([
    ['who has another address', { email: 'new@example.test' }],
    ['who has confirmed the address', { emailVerified: true }],
    ['who is disabled', { disabled: true }],
    ['who does not exist', { localId: 'u2' }],
  ])('is not created for a user %s', async (_who, change) => {
    withUser(change);
    expect(await identity.createEmailCode(ada)).toBeUndefined();
    expect(sent()).toEqual([]);
  });

  test('confirms only the address it was sent to', async () => {
    expect(await identity.isEmailVerified(ada)).toBe(false);
    withUser({ emailVerified: true });
    expect(await identity.isEmailVerified(ada)).toBe(true);
    expect(await identity.verifyIdToken(await sign())).toMatchObject({ isEmailVerified: true });
    expect(await identity.isEmailVerified({ ...ada, email: 'new@example.test' })).toBe(false);
  });
});

describe('a Google token', () => {
  test('is accepted, and its keys are fetched once', async () => {
    const verified = await identity.verifyIdToken(await sign());
    expect(verified).toEqual({
      uid: 'u1',
      email: 'ada@example.test',
      isEmailVerified: false,
      signedInAt: new Date(1_000 * signedInAt),
      validSince: new Date(1_000 * signedInAt),
    });
    await identity.verifyIdToken(await sign());
    expect(calls.filter(({ path }) => path === '/keys')).toHaveLength(1);
  });

  test.each<[string, JWTPayload]>([
    ['of another project', { iss: 'https://securetoken.google.com/other', aud: 'other' }],
    ['for another audience', { aud: 'other' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['that has expired', { exp: signedInAt - 10 }],
    ['without a user', { sub: '' }],
    ['without a sign-in time', { auth_time: undefined }],
  ])('%s is refused', async (_what, change) => {
    expect(await tryToken(await sign(change))).toBe(refused);
  });

  test('that Google did not sign is refused', async () => {
    const { privateKey: foreign } = await generateKeyPair('RS256');
    expect(await tryToken(await sign({}, foreign))).toBe(refused);
    expect(await tryToken(new UnsecuredJWT(claims()).encode())).toBe(refused);
    const shared = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'google-1' });
    expect(await tryToken(await shared.sign(Buffer.from('x'.repeat(64))))).toBe(refused);
    expect(await tryToken('not.a.token')).toBe(refused);
  });

  test.each<[string, object]>([
    ['was revoked', { validSince: String(signedInAt + 1) }],
    ['is of a disabled user', { disabled: true }],
    ['is of a user without an address', { email: undefined }],
  ])('that %s is refused', async (_what, change) => {
    replies[`${admin}:lookup`] = { status: 200, body: { users: [{ ...user(), ...change }] } };
    expect(await tryToken(await sign())).toBe(refused);
  });

  test('of a deleted user is refused', async () => {
    replies[`${admin}:lookup`] = { status: 200, body: { kind: 'x' } };
    expect(await tryToken(await sign())).toBe(refused);
  });

  test.each<[string, Reply | 'hang up' | 'no JSON']>([
    ['/keys', 'hang up'],
    ['/keys', 'no JSON'],
    ['/keys', { status: 200, body: {} }],
    [`${admin}:lookup`, 'hang up'],
    [`${admin}:lookup`, refusal(503, 'UNAVAILABLE')],
  ])('cannot be checked while %s fails: %j', async (path, reply) => {
    replies[path] = reply;
    await expect(identity.verifyIdToken(await sign())).rejects.toMatchObject({
      code: 'identity/unavailable',
    });
  });
});

test('of the emulator, tokens of this project are accepted without a signature', async () => {
  const path = '/identitytoolkit.googleapis.com';
  replies[path + `${admin}:lookup`] = { status: 200, body: { users: [user()] } };
  const emulated = createFirebaseIdentity({
    projectId,
    apiKey: 'web-key',
    serviceAccount: undefined,
    emulatorHost: new URL(baseUrl).host,
  });
  const attempt = (token: string) =>
    emulated.verifyIdToken(token).then(
      ({ uid }) => uid,
      (error: { code: string }) => error.code,
    );
  const unsigned = (change: JWTPayload = {}) => new UnsecuredJWT(claims(change)).encode();
  expect(await attempt(unsigned())).toBe('u1');
  expect(calls.map(({ authorization }) => authorization)).toEqual(['Bearer owner']);
  for (const change of [{ iss: 'https://other' }, { aud: 'other' }, { exp: signedInAt - 10 }]) {
    expect(await attempt(unsigned(change)), JSON.stringify(change)).toBe(refused);
  }
  expect(await attempt(await sign())).toBe(refused);
});

test('the browser is sent to Google, or to the emulator', () => {
  expect(identity.client).toEqual({ apiKey: 'web-key', at: 'google' });
  const emulated = createFirebaseIdentity({
    projectId,
    apiKey: 'web-key',
    serviceAccount: undefined,
    emulatorHost: '127.0.0.1:9099',
  });
  expect(emulated.client.at).toEqual({ emulatorHost: '127.0.0.1:9099' });
});

test.each(['', '/no/such/file.json', '{"client_email":"x"}', '{'])(
  'an invalid service account stops the start: %s',
  (serviceAccount) => {
    const settings = { projectId, apiKey: 'k', serviceAccount, emulatorHost: undefined };
    expect(() => createFirebaseIdentity(settings)).toThrow(
      'Setting FIREBASE_SERVICE_ACCOUNT is not usable',
    );
  },
);

function user() {
  return {
    localId: 'u1',
    email: 'ada@example.test',
    disabled: false,
    validSince: String(signedInAt),
  };
}

function claims(change: JWTPayload = {}): JWTPayload {
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'u1',
    user_id: 'u1',
    auth_time: signedInAt,
    iat: signedInAt,
    exp: signedInAt + 3600,
    ...change,
  };
}

function sign(change: JWTPayload = {}, key = googleKey): Promise<string> {
  return new SignJWT(claims(change))
    .setProtectedHeader({ alg: 'RS256', kid: 'google-1' })
    .sign(key);
}

function tryToken(token: string): Promise<string> {
  return identity.verifyIdToken(token).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  );
}

function refusal(status: number, message: string): Reply {
  return { status, body: { error: { code: status, message } } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

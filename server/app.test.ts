import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';

import { listJobs } from './features.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

const jsonType = { 'content-type': 'application/json' };
const deepJson = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

describe('bad requests get a 4xx with the common error body', () => {
  test.each([
    ['malformed JSON', 400, { headers: jsonType, payload: '{"email":' }],
    ['no body', 400, { headers: jsonType, payload: '' }],
    ['another content type', 415, { headers: { 'content-type': 'text/xml' }, payload: '<a/>' }],
    ['prototype pollution', 400, { headers: jsonType, payload: '{"__proto__":{"admin":true}}' }],
    [
      'constructor pollution',
      400,
      { headers: jsonType, payload: '{"constructor":{"prototype":1}}' },
    ],
    ['deeply nested JSON', 400, { headers: jsonType, payload: deepJson }],
    ['invalid UTF-8', 400, { headers: jsonType, payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]) }],
    [
      'NUL in a text',
      400,
      {
        headers: jsonType,
        payload: '{"username":"a\\u0000b","email":"a@b.co","password":"12345678"}',
      },
    ],
    [
      'a lone surrogate',
      400,
      {
        headers: jsonType,
        payload: '{"username":"a\\ud800b","email":"a@b.co","password":"12345678"}',
      },
    ],
    [
      'a lone surrogate in a field name',
      400,
      { headers: jsonType, payload: '{"x":{"\\uDFFF":1}}' },
    ],
    ['a body beyond the limit', 413, { headers: jsonType, payload: `"${'a'.repeat(1_000_000)}"` }],
    ['a compressed body', 415, { headers: { 'content-type': 'application/gzip' }, payload: 'x' }],
  ])('%s → %i', async (_, status, request) => {
    const answer = await site.app.inject({ method: 'POST', url: '/auth/register', ...request });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      error: expect.any(String) as string,
      code: expect.stringMatching(/^[a-z]+\/[a-z-]+$/) as string,
      requestId: answer.headers['x-request-id'],
    });
    expect(answer.body).not.toMatch(/node_modules|\.ts:\d|at .*\(/);
  });

  test('the type of JSON without a body is no error where no body is needed', async () => {
    const request = { method: 'POST', url: '/auth/logout', headers: jsonType } as const;
    expect((await site.app.inject(request)).statusCode).toBe(204);
  });

  test('an unknown endpoint → 404', async () => {
    const answer = await site.app.inject({ method: 'POST', url: '/api/nothing' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'request/not-found' });
  });

  test('a known address with another method → 405 that names the allowed one', async () => {
    const answer = await site.app.inject({ method: 'DELETE', url: '/auth/verify' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toContain('GET');
    expect(answer.json()).toMatchObject({ code: 'request/method-not-allowed' });
  });

  test('an address that is not valid → 400', async () => {
    const answer = await site.app.inject({ url: '/api/users/%E0%A4%A' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request/malformed' });
  });

  test('errors are listed by field', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url: '/auth/register',
      payload: { username: '!', email: 'nope', password: 'short' },
    });
    expect(answer.json<{ fields: object }>().fields).toEqual({
      username: expect.any(String) as string,
      email: expect.any(String) as string,
      password: expect.any(String) as string,
    });
  });
});

test('of several problems the first one of each field is listed, with the place inside of lists', async () => {
  const short = await site.app.inject({
    method: 'POST',
    url: '/auth/register',
    payload: { username: '', email: 'a@example.test', password: 'a long enough phrase' },
  });
  expect(short.json()).toMatchObject({
    error: 'Choose a username.',
    code: 'request/invalid',
    fields: { username: 'Choose a username.' },
  });
  const { cookie } = await site.addPlayer('Nested', 3);
  const nested = await site.app.inject({
    method: 'POST',
    url: '/api/admin/sanctions/mute',
    headers: { cookie },
    payload: { players: [{ username: 'Ada', version: 'x' }], reason: '', expiresAt: null },
  });
  const { fields } = nested.json<{ fields: object }>();
  expect(Object.keys(fields).toSorted()).toEqual(['players.0.version', 'reason']);
});

describe('requests from other websites', () => {
  const post = (headers: Record<string, string>) =>
    site.app.inject({ method: 'POST', url: '/auth/logout', headers });

  test.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a cross-site fetch without origin', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch without origin', { 'sec-fetch-site': 'same-site' }],
    ['a sibling domain', { origin: 'http://localhost.evil.example' }],
    ['another scheme', { origin: 'ftp://localhost:3000', host: 'localhost:3000' }],
  ])('%s may not sign out', async (_, headers) => {
    const answer = await post(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'request/foreign-origin' });
  });

  test.each([
    ['our own page', { origin: 'http://localhost:3000' }],
    ['the requested host', { origin: 'http://127.0.0.1:5173', host: '127.0.0.1:5173' }],
    ['a program that is not a browser', {}],
    ['a page of ours whose browser sends no origin', { 'sec-fetch-site': 'same-origin' }],
    ['a visitor who opened the address', { 'sec-fetch-site': 'none' }],
  ])('%s may sign out', async (_, headers) => {
    expect((await post(headers as Record<string, string>)).statusCode).toBe(204);
  });
});

test('a request that proves itself by a signature may come from anywhere', async () => {
  const headers = { ...jsonType, origin: 'https://evil.example' };
  const request = { method: 'POST', url: '/api/shop/webhook', headers, payload: '{}' } as const;
  expect((await site.app.inject(request)).json()).toMatchObject({
    code: 'payments/signature-refused',
  });
});

describe('a host name that resolves to this computer:', () => {
  const open = (host: string) => site.app.inject({ url: '/', headers: { host } });

  test.each([
    'evil.example',
    'localhost.evil.example:3000',
    '127.0.0.1.evil.example',
    '10.0.0.5',
    '%',
  ])('%s is refused outside production', async (host) => {
    const answer = await open(host);
    expect(answer.statusCode).toBe(421);
    expect(answer.json()).toMatchObject({
      code: 'request/unknown-host',
      error: expect.stringContaining('SITE_URL') as string,
    });
  });

  test.each(['localhost', 'localhost:3000', '127.0.0.1:8080', '[::1]:3000', 'keep.localhost'])(
    '%s is answered',
    async (host) => {
      expect((await open(host)).statusCode).toBe(200);
    },
  );
});

test('in production only the site’s own origin may change anything, whatever the Host header', async () => {
  const live = await openTestApp({
    settings: {
      NODE_ENV: 'production',
      SITE_URL: 'https://keep.test',
      PAYMENTS: 'off',
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    },
  });
  const post = async (headers: Record<string, string>) =>
    (await live.app.inject({ method: 'POST', url: '/auth/logout', headers })).statusCode;
  expect(await post({ origin: 'https://keep.test', host: 'keep.test' })).toBe(204);
  expect(await post({ origin: 'https://keep.test', host: '10.0.0.5:3000' })).toBe(204);
  for (const origin of ['http://keep.test', 'ftp://keep.test', 'https://keep.test:8443']) {
    expect(await post({ origin, host: 'keep.test' }), origin).toBe(403);
  }
  expect(await post({ origin: 'https://other.test', host: 'other.test' })).toBe(403);
  const { headers } = await live.app.inject({ url: '/%E0%A4%A' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await live.close();
});

test('an unknown address is answered once', async () => {
  const { log, logged } = await createTestLog();
  const noisy = await openTestApp({ replace: () => ({ log }) });
  const ask = async (method: 'GET' | 'DELETE', url: string) =>
    (await noisy.app.inject({ method, url })).statusCode;
  expect(await ask('GET', '/assets/none')).toBe(404);
  expect(await ask('GET', '/api/none')).toBe(404);
  expect(await ask('DELETE', '/api/news')).toBe(405);
  expect(await ask('GET', '/none')).toBe(404);
  await noisy.close();
  expect(logged).toEqual([]);
});

test('answers for one account are not cached', async () => {
  const admin = await site.addPlayer('Archivist', 3);
  const checked: string[] = [];
  for (const { method, url, endpoint } of site.app.knownRoutes) {
    if (method !== 'GET' || !endpoint || endpoint.access === 'public' || url.includes(':'))
      continue;
    const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
    expect(answer.headers['cache-control'], url).toBe('no-store');
    if (answer.statusCode === 200) checked.push(url);
  }
  expect(checked.length).toBeGreaterThan(15);
  const own = await site.app.inject({
    url: '/api/users/Archivist',
    headers: { cookie: admin.cookie },
  });
  expect(own.statusCode).toBe(200);
  expect(own.headers['cache-control']).toBe('no-store');
});

describe('every answer:', () => {
  test.each(['/healthz', '/', '/api/nothing', '/auth/verify', '/%E0%A4%A', '/api/users/%FF'])(
    '%s carries the security headers',
    async (url) => {
      const { headers } = await site.app.inject({ url });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-request-id': expect.any(String) as string,
      });
    },
  );
});

describe('for operators', () => {
  test('/healthz and /readyz answer while the database does', async () => {
    expect((await site.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await site.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  });

  test('metrics count answers by route', async () => {
    await site.app.inject({ url: '/auth/verify' });
    const { body } = await site.app.inject({ url: '/metrics' });
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/auth/verify",status="401"}',
    );
  });

  test('metrics need the token, and are closed in production without one', async () => {
    const statusOf = async (settings: Record<string, string>, authorization?: string) => {
      const other = await openTestApp({ settings });
      const headers = authorization === undefined ? {} : { authorization };
      const { statusCode } = await other.app.inject({ url: '/metrics', headers });
      await other.close();
      return statusCode;
    };
    const production = {
      NODE_ENV: 'production',
      SITE_URL: 'https://keep.example',
      PAYMENTS: 'off',
    };
    const withToken = { ...production, METRICS_TOKEN: 'a long enough token' };
    expect(await statusOf(production)).toBe(404);
    expect(await statusOf(withToken)).toBe(404);
    expect(await statusOf(withToken, 'Bearer another token')).toBe(404);
    expect(await statusOf(withToken, 'Bearer a long enough token')).toBe(200);
  });

  test('the API document lists the endpoints', async () => {
    const document = (await site.app.inject({ url: '/api/openapi.json' })).json<{
      openapi: string;
      paths: Record<string, { post?: { requestBody?: unknown } }>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/auth/register']?.post?.requestBody).toBeDefined();
    expect(document.paths['/api/users/{username}']).toBeDefined();
  });
});

test('Firebase hosts are allowed only if Firebase is the identity provider', async () => {
  const policyOf = async ({ app }: TestApp) =>
    String((await app.inject({ url: '/healthz' })).headers['content-security-policy']);
  expect(await policyOf(site)).toContain("connect-src 'self';");
  const settings = {
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'keep',
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
  };
  const other = await openTestApp({ settings });
  expect(await policyOf(other)).toContain("connect-src 'self' http://127.0.0.1:9099;");
  // The embedded provider and its keys are not there then.
  for (const url of ['/idp/v1/accounts:signInWithPassword', '/idp/.well-known/jwks.json']) {
    expect((await other.app.inject({ method: 'POST', url })).statusCode, url).toBe(404);
  }
  expect(listJobs(other.deps).filter(({ name }) => name.startsWith('identity/'))).toEqual([]);
  await other.close();
});

import { afterEach, expect, test, vi } from 'vitest';

import { call } from './api.ts';
import { provideFreshSignIn } from './fresh-sign-in.ts';

afterEach(() => vi.unstubAllGlobals());

function stubResponse(status: number, body: string): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

const proxyPage = '<html><h1>Sorry</h1></html>';

test.each([
  [413, 'request/too-large', 'The file is larger than the server in front of this site accepts.'],
  [
    502,
    'server/unavailable',
    'The site does not answer at the moment. Please try again in a minute.',
  ],
  [
    503,
    'server/unavailable',
    'The site does not answer at the moment. Please try again in a minute.',
  ],
  [
    504,
    'server/unavailable',
    'The site does not answer at the moment. Please try again in a minute.',
  ],
  [500, 'server/unexpected', 'Unexpected answer from the server. Please try again.'],
  [418, 'server/unexpected', 'Unexpected answer from the server. Please try again.'],
])('a proxy’s own %i page becomes %s', async (status, code, message) => {
  for (const body of [proxyPage, '', 'null', '{"message":"x"}']) {
    stubResponse(status, body);
    await expect(call('GET /api/polls', { query: {} })).rejects.toMatchObject({ code, message });
  }
});

test('the site’s own refusals keep their text', async () => {
  stubResponse(413, '{"error":"At most 64 MB.","code":"launcher/too-large","requestId":"r"}');
  await expect(call('GET /api/polls', { query: {} })).rejects.toMatchObject({
    code: 'launcher/too-large',
    message: 'At most 64 MB.',
    requestId: 'r',
  });
});

test('a change is sent with its body and its key, and an answer without a body is undefined', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })));
  vi.stubGlobal('fetch', fetch);
  const params = { username: 'iron ada' };
  const body = { version: 3 };
  const answer = await call(
    'POST /api/admin/users/{username}/kick',
    { params, body },
    { key: 'once' },
  );
  expect(answer).toBeUndefined();
  expect(fetch.mock.calls).toEqual([
    [
      '/api/admin/users/iron%20ada/kick',
      {
        method: 'POST',
        credentials: 'same-origin',
        body: '{"version":3}',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      },
    ],
  ]);
});

test('a call without a body has neither its type nor a key', async () => {
  const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(Response.json({})));
  vi.stubGlobal('fetch', fetch);
  await call('GET /api/polls', { query: {} });
  expect(fetch.mock.calls[0]?.[1]).toEqual({
    method: 'GET',
    credentials: 'same-origin',
    headers: {},
  });
});

test('a call that gets no answer says so, unless it was stopped', async () => {
  const lost = new TypeError('Failed to fetch');
  vi.stubGlobal('fetch', () => Promise.reject(lost));
  await expect(call('GET /api/polls', { query: {} })).rejects.toMatchObject({
    code: 'server/unavailable',
    status: 503,
    cause: lost,
  });
  const signal = AbortSignal.abort();
  await expect(call('GET /api/polls', { query: {} }, { signal })).rejects.toBe(lost);
});

test.each([
  ['PATCH /api/account/visibility', true],
  ['GET /api/account/visibility', false],
  ['POST /auth/register', false],
] as const)('after the end of the session %s asks for the password: %s', async (route, asks) => {
  stubResponse(401, '{"error":"Log in.","code":"access/login-required","requestId":"r"}');
  const ask = vi.fn(() => Promise.resolve(false));
  const unregister = provideFreshSignIn(ask);
  await expect(call(route, { body: {} } as never)).rejects.toThrow('Log in.');
  unregister();
  expect(ask.mock.calls).toEqual(asks ? [[true]] : []);
});

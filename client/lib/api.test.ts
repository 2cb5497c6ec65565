import { afterEach, expect, test, vi } from 'vitest';

import { call } from './api.ts';

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

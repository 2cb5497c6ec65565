import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { parseConfig } from '#server/config.ts';

import { registerSecurityHeaders } from './security-headers.ts';

async function headersOf(settings: Record<string, string>) {
  const app = Fastify();
  const defaults = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DEMO: 'on', TRUST_PROXY: '0' };
  registerSecurityHeaders(app, parseConfig({ ...defaults, ...settings }));
  const { headers } = await app.inject({ url: '/' });
  await app.close();
  return headers;
}

test('https is demanded only on a site that has it', async () => {
  const [plain, secure] = [
    await headersOf({ SITE_URL: 'http://localhost:3000' }),
    await headersOf({ SITE_URL: 'https://play.example' }),
  ];
  expect(plain).not.toHaveProperty('strict-transport-security');
  expect(plain['content-security-policy']).not.toContain('upgrade-insecure-requests');
  expect(secure['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(secure['content-security-policy']).toContain('upgrade-insecure-requests');
});

test('a page may load only from the site, and use neither camera nor payment', async () => {
  const headers = await headersOf({ SITE_URL: 'http://localhost:3000' });
  expect(String(headers['content-security-policy']).split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(headers).toMatchObject({
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('with Firebase the browser may also call the hosts of its sign-in', async () => {
  const headers = await headersOf({
    SITE_URL: 'http://localhost:3000',
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'keep',
    FIREBASE_API_KEY: 'key',
    FIREBASE_SERVICE_ACCOUNT: '{}',
  });
  expect(headers['content-security-policy']).toContain(
    "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;",
  );
});

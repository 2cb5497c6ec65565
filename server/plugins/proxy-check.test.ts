import { expect, onTestFinished, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';

async function openLogged(settings: Record<string, string>) {
  const { log, logged } = await createTestLog();
  const site = await openTestApp({ settings, replace: () => ({ log }) });
  onTestFinished(() => site.close());
  return {
    logged,
    ask: (headers: Record<string, string>) => site.app.inject({ url: '/healthz', headers }),
  };
}

test.each([
  ['no proxy is trusted', { TRUST_PROXY: '0' }, { 'x-forwarded-for': '203.0.113.5' }],
  ['another proxy is trusted', { TRUST_PROXY: '10.0.0.1' }, { 'x-forwarded-for': '203.0.113.5' }],
  ['only Forwarded is sent', { TRUST_PROXY: '1' }, { forwarded: 'for=203.0.113.5' }],
])('an untrusted proxy is logged once: %s', async (_, settings, headers) => {
  const { ask, logged } = await openLogged(settings);
  await ask({});
  expect(logged).toEqual([]);
  await ask(headers);
  await ask(headers);
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 40,
    msg: expect.stringContaining('set TRUST_PROXY to the number of proxies') as string,
  });
  expect(logged[0]).not.toContain('203.0.113.5');
});

test.each([['1'], ['127.0.0.1']])(
  'a proxy that TRUST_PROXY=%s names is not logged',
  async (trusted) => {
    const { ask, logged } = await openLogged({ TRUST_PROXY: trusted });
    await ask({ 'x-forwarded-for': '198.51.100.1, 203.0.113.5' });
    expect(logged).toEqual([]);
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp({ settings: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

/** Sends the request once from each address and counts the answers other than 429. */
async function countAllowed(request: object, addresses: string[]): Promise<number> {
  let allowed = 0;
  for (const address of addresses) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const { statusCode } = await site.app.inject({ ...request, headers });
    if (statusCode !== 429) allowed += 1;
  }
  return allowed;
}

const addressesOf = (network: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${network}${(n + 1).toString(16)}`);

const register = json('POST', '/auth/register', {});
const wholeHiscores = { url: '/api/hiscores' };

test.each([
  ['registering', register, 20, '2001:db8:1:1:'],
  ['the whole hiscores', wholeHiscores, 30, '2001:db8:2:1:'],
])('%s is limited by IPv6 network, not by address', async (_, request, max, network) => {
  expect(await countAllowed(request, addressesOf(`${network}:`, max + 5))).toBe(max);
  expect(await countAllowed(request, [`${network}a:b:c:d`])).toBe(0);
  expect(await countAllowed(request, [network.replace(/:1:$/, ':2::1')])).toBe(1);
});

test('an IPv4 address counts as the same caller when it is written as IPv6', async () => {
  const addresses = Array.from({ length: 20 }, () => '::ffff:192.0.2.7');
  expect(await countAllowed(register, addresses)).toBe(20);
  expect(await countAllowed(register, ['192.0.2.7'])).toBe(0);
  expect(await countAllowed(register, ['192.0.2.8'])).toBe(1);
});

test('a limit of signed-in callers is one of each account, whatever the address', async () => {
  const [first, second] = [await site.addPlayer('Limited'), await site.addPlayer('Unlimited')];
  const confirm = ({ cookie }: { cookie: string }) => {
    const request = json('POST', '/auth/reauthenticate', { idToken: 'x' });
    return { ...request, cookies: { session: cookie.replace('session=', '') } };
  };
  const addresses = Array.from({ length: 35 }, (_, n) => `198.51.100.${n + 1}`);
  expect(await countAllowed(confirm(first), addresses)).toBe(30);
  expect(await countAllowed(confirm(second), addresses.slice(0, 1))).toBe(1);
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { addTestServer } from '#server/features/bridge/testing/bridge.ts';
import { listServers } from '#server/features/game-servers/servers.service.ts';
import { revokeToken } from '#server/features/game-servers/tokens.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { bridgeScopes } from '#shared/endpoints/bridge.ts';

import { checkSite } from './check-site.ts';

// Checks settings against the real website.

const root = fileURLToPath(new URL('../../', import.meta.url));
const scopes = bridgeScopes.filter((scope) => scope !== 'hiscores:reset');
const admin = { userRights: 3, permissions: [] };
let site: TestApp;
let url: string;

beforeAll(async () => {
  site = await openTestApp();
  url = await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

test('a token with all permissions is right, and the check changes nothing', async () => {
  const { id, token } = await addTestServer(site, { scopes });
  expect(await checkSite({ url: `${url}/`, token, scopes })).toEqual([
    { text: `The website answers at ${url}/ and accepts the token.` },
    { text: `The token has the permissions ${scopes.join(', ')}.` },
  ]);
  const server = (await listServers(site.deps, admin)).find((one) => one.id === id);
  expect(server).toMatchObject({ heartbeatAt: null, isOnline: false });
});

test.each(scopes)('a token without the permission %s is named', async (scope) => {
  const others = scopes.filter((one) => one !== scope);
  const { token } = await addTestServer(site, { scopes: others });
  const [, finding] = await checkSite({ url, token, scopes });
  expect(finding?.text).toBe(`The token lacks the permissions ${scope}.`);
  expect(finding?.advice).toContain('Create a token');
});

test('a revoked, an unknown and a foreign token are told apart', async () => {
  const { id, tokenId, token } = await addTestServer(site);
  await revokeToken(site.deps, commandLine, { serverId: id, tokenId });
  const find = async (given: string) => (await checkSite({ url, token: given, scopes }))[0]?.text;
  expect(await find(token)).toContain('This token was revoked.');
  expect(await find(`gb_1_${'x'.repeat(43)}`)).toContain('Unknown token.');
  const { token: elsewhere } = await addTestServer(site, { addresses: ['203.0.113.7'] });
  expect(await find(elsewhere)).toContain('may not be used from 127.0.0.1');
});

test('a wrong address says so', async () => {
  const { token } = await addTestServer(site);
  const [closed] = await checkSite({ url: 'http://127.0.0.1:1', token, scopes });
  expect(closed?.text).toContain('cannot be reached at http://127.0.0.1:1');
  const [elsewhere] = await checkSite({ url: `${url}/other`, token, scopes });
  expect(elsewhere?.text).toContain('does not answer like this website');
  expect(elsewhere?.advice).toContain('BRIDGE_URL');
});

test('the program prints what it found and exits with 1 if something is missing', async () => {
  const folder = await createTemporaryFolder();
  const { token } = await addTestServer(site);
  const right = { BRIDGE_URL: url, BRIDGE_TOKEN: token, STATE_DIR: folder };
  const good = await run(['--check'], right);
  expect(good.output).toContain('Everything is set.');
  expect(good.output).not.toContain(token);
  expect(good.code).toBe(0);
  const bad = await run(['--check'], { ...right, BRIDGE_TOKEN: '', CROWD: 'many' });
  expect(bad.code).toBe(1);
  expect(bad.output).toMatch(/MISSING {2}Setting BRIDGE_TOKEN: is missing/);
  expect(bad.output).toMatch(/MISSING {2}Setting CROWD: must be a number/);
  expect(bad.output).toContain('To fix: 2.');
  const unknown = await run(['--chuck'], right);
  expect(unknown).toEqual({ code: 1, output: 'Unknown option --chuck. Known: --check.\n' });
});

function run(args: string[], settings: Record<string, string>) {
  const program = ['--import', 'tsx', `${root}adapters/simulator/main.ts`, ...args];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings };
  return new Promise<{ code: number | string; output: string }>((resolve) => {
    execFile(process.execPath, program, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';

import { demoAccounts } from './features/accounts/accounts.demo.ts';
import { findAddress, startBuiltServer } from './testing/built-server.ts';
import { fillDataDir } from './testing/embedded-folder.ts';

// Slow, because the built server fills a demo site and plays its game.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wynhold-main-'));
  await buildIfChanged();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('in development the address and demo accounts are printed, then only requests', async () => {
  const data = join(folder, 'demo');
  await fillDataDir(data);
  const run = startBuiltServer({
    DATA_DIR: data,
    DEMO: 'on',
    DEMO_SIMULATOR: 'on',
    LOG_LEVEL: 'info',
  });
  const address = await findAddress(run);
  const readMetrics = async () => (await fetch(`${address}/metrics`)).text();
  // The demo game calls the bridge and the hiscores; the metrics count its calls.
  for (const route of ['/api/bridge/v1/heartbeat', '/api/hiscores']) {
    await expect.poll(readMetrics, { timeout: 90_000 }).toContain(`route="${route}"`);
  }
  await fetch(`${address}/api/news?limit=1`);
  await expect.poll(run.output, { timeout: 60_000 }).toContain('GET /api/news');
  expect(run.output().split('\n')).toEqual([
    `Wynhold is open: ${address}`,
    'Demo accounts, all with the password wynhold-demo:',
    ...demoAccounts.map(({ email, username }) => `  ${email}  ${username}`),
    '',
    expect.stringMatching(/^\[[\d:]+\] INFO: GET \/api\/news 200 \d+ ms$/),
  ]);
});

test('a demo folder cannot be used in production, in one clear line', async () => {
  const production = {
    NODE_ENV: 'production',
    DEMO: 'off',
    SITE_URL: 'http://localhost:4101',
    PAYMENTS: 'off',
    // That of the previous test.
    DATA_DIR: join(folder, 'demo'),
  };
  const refused = startBuiltServer(production);
  expect(await refused.exit).toBe(1);
  expect(refused.output()).toMatch(/^This database holds the demo accounts, .*leave-demo.*$/);
});

import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import { buildIfChanged } from '#tooling/build-if-changed.mjs';

import { openTestDatabase } from '../test-database.ts';
import { openCluster } from './open-cluster.ts';
import { runRollingRestarts } from './rolling-restarts.ts';

vi.setConfig({ testTimeout: 300_000 });
beforeAll(() => buildIfChanged(), 240_000);

test('restarting each of two replicas fails no request, and every page learns of every change', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const databaseUrl = database.databaseUrl ?? '';
  const cluster = await openCluster({
    count: 2,
    databaseUrl,
    proxy: 'own',
    settings: { DEMO: 'off', LOG_LEVEL: 'fatal', SHUTDOWN_GRACE_SECONDS: '1' },
    stderr: 'ignore',
  });
  onTestFinished(() => cluster.close());
  const outcome = await runRollingRestarts({
    cluster,
    databaseUrl,
    restarts: 2,
    requestsPerSecond: 10,
    streams: 8,
  });
  expect(outcome).toMatchObject({ failures: [], lost: 0, missed: 0 });
  expect(outcome.purchases.stored).toBe(outcome.purchases.answered);
  // Every stream was on one of the two, so at the latest the second restart ended it.
  expect(outcome.gaps.length).toBeGreaterThanOrEqual(8);
  expect(outcome.polls).toBeGreaterThan(0);
  expect(outcome.purchases.answered).toBeGreaterThan(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listJobs } from './features.ts';
import { createServer } from './features/game-servers/servers.service.ts';
import { commandLine } from './lib/data/audit.ts';
import { findDueRows, seedDueRows } from './testing/soak/long/tables.ts';
import { openTestApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
  await site.addPlayer('keeper');
  await createServer(site.deps, commandLine, 'World 1');
});
afterAll(() => site.close());

test('one run of the jobs deletes the old rows of every table that does not keep them', async () => {
  const { db } = site.deps;
  await seedDueRows(db);
  expect(await findDueRows(db)).not.toEqual([]);
  for (const job of listJobs(site.deps)) await job.run();
  expect(await findDueRows(db)).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadDemo } from '#server/demo/load-demo.ts';
import { fuzzSite } from '#server/testing/fuzz-site.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';

// `npm run soak:fuzz` runs longer, and also against the embedded database.

let logged: string[];
let site: TestApp;
beforeAll(async () => {
  const testLog = await createTestLog();
  ({ logged } = testLog);
  site = await openTestApp({ settings: { DEMO: 'on' }, replace: () => ({ log: testLog.log }) });
  await loadDemo(site.deps);
});
afterAll(() => site.close());

test('no input causes a server error', async () => {
  const { findings, sent, statuses } = await fuzzSite({
    ...site,
    seed: 2006,
    requests: 2_000,
    parallel: 1,
    timeoutMilliseconds: Infinity,
    takeLog: () => logged.splice(0),
    async send({ method, url, headers, payload }) {
      const answer = await site.app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(payload && { payload }),
      });
      return { status: answer.statusCode, body: answer.body, milliseconds: 0 };
    },
  });
  expect(findings).toEqual([]);
  expect(sent).toBe(2_000);
  // Enough requests get past validation.
  expect(statuses[200]).toBeGreaterThan(100);
  expect(statuses[400]).toBeGreaterThan(100);
}, 600_000);

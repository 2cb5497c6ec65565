import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadDemo } from '#server/demo/load-demo.ts';
import { fuzzSite } from '#server/testing/fuzz-site.ts';
import { sized } from '#server/testing/sized.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';

// `npm run soak -- fuzz` runs longer, and also against the embedded database.

const requests = sized(300, 2_000);

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
    requests,
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
  expect(sent).toBe(requests);
  // Enough requests get past validation.
  expect(statuses[200]).toBeGreaterThan(requests / 20);
  expect(statuses[400]).toBeGreaterThan(requests / 20);
}, 600_000);

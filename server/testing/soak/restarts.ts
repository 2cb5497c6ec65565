import { parseArgs } from 'node:util';

import { createClusterDatabase } from '../cluster/cluster-database.ts';
import { openCluster, readProxyKind } from '../cluster/open-cluster.ts';
import type { Cluster } from '../cluster/open-cluster.ts';
import { runRollingRestarts } from '../cluster/rolling-restarts.ts';
import type { Outcome } from '../cluster/rolling-restarts.ts';

// npm run soak -- restarts [--proxy own|nginx|caddy] [--restarts 20] [--streams 100] [--rate 50] [--grace 5]
// Two replicas are restarted one after the other under load. No request may fail, at least 99% of the live
// streams must be back within 10 seconds, and every page must learn of every change.

const { values } = parseArgs({
  options: {
    proxy: { type: 'string', default: 'own' },
    restarts: { type: 'string', default: '20' },
    streams: { type: 'string', default: '100' },
    rate: { type: 'string', default: '50' },
    grace: { type: 'string', default: '5' },
  },
});
const backWithinMs = 10_000;
const proxy = readProxyKind(values.proxy);
const database = await createClusterDatabase();
let cluster: Cluster | undefined;
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => process.exit(code));
}
try {
  cluster = await openCluster({
    count: 2,
    databaseUrl: database.url,
    proxy,
    settings: { DEMO: 'off', LOG_LEVEL: 'fatal', SHUTDOWN_GRACE_SECONDS: values.grace },
  });
  const outcome = await runRollingRestarts({
    cluster,
    databaseUrl: database.url,
    restarts: Number(values.restarts),
    requestsPerSecond: Number(values.rate),
    streams: Number(values.streams),
    onRestart: (done) => console.log(`  ${done} of ${values.restarts} restarts`),
  });
  const problems = judge(outcome);
  for (const problem of problems) console.error(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cluster?.close();
  await database.remove();
}
process.exit();

/** Prints the figures and returns what is wrong with them. */
function judge(outcome: Outcome): string[] {
  const { requests, failures, slowestRequestMs, purchases, polls, gaps, lost, missed } = outcome;
  const inTime = gaps.filter((ms) => ms <= backWithinMs).length;
  const share = inTime / Math.max(1, gaps.length + lost);
  const slowestBack = (Math.max(0, ...gaps) / 1000).toFixed(1);
  console.log(
    [
      `${proxy}: ${values.restarts} restarts, ${requests} requests, ${failures.length} failed, slowest ${slowestRequestMs} ms`,
      `${purchases.answered} purchases confirmed, ${purchases.stored} stored`,
      `${gaps.length} streams lost and back, ${(share * 100).toFixed(2)}% within 10 s, slowest ${slowestBack} s, ${lost} not back`,
      `${polls} polls opened, ${missed} missed`,
    ].join('; '),
  );
  return [
    ...failures.slice(0, 20).map((text) => text.replaceAll(/\s+/g, ' ')),
    ...(purchases.stored === purchases.answered ? [] : ['Confirmed and stored purchases differ.']),
    ...(gaps.length === 0 ? ['No stream was lost, so nothing was tested.'] : []),
    ...(polls === 0 ? ['Nothing was changed, so nothing could be missed.'] : []),
    ...(share < 0.99 ? ['Too few streams were back within 10 seconds.'] : []),
    ...(missed > 0 ? [`${missed} times a page did not learn of a poll.`] : []),
  ];
}

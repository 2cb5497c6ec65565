import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server before its own program (node --import). Answers questions of the soak with what
// only the process itself knows. Workers load it too and must not answer.

if (isMainThread && process.channel) {
  setFlagsFromString('--expose_gc');
  const collectGarbage = runInNewContext('gc');
  const lags = { own: createHistogram(), wall: createHistogram(), recent: createHistogram() };
  measureLags(lags);

  process.on('message', (/** @type {import('./server.ts').Question} */ { id, what }) => {
    if (what === 'begin') for (const lag of Object.values(lags)) lag.reset();
    if (what === 'settled') collectGarbage();
    process.send?.({ id, reading: read() });
    lags.recent.reset();
  });
  // Leave no server behind when the soak is killed.
  process.on('disconnect', () => process.exit(1));
  // Otherwise the channel would keep a server alive that has closed everything.
  process.channel.unref();

  /** @returns {import('./server.ts').Reading} */
  function read() {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    /** @type {Record<string, number>} */
    const resources = {};
    for (const name of process.getActiveResourcesInfo()) {
      resources[name] = (resources[name] ?? 0) + 1;
    }
    return {
      rss,
      heapUsed,
      external,
      cpuSeconds: (user + system) / 1e6,
      files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
      resources,
      lag: lags.recent.percentile(99) / 1e6,
      lagOfRun: lags.own.percentile(99) / 1e6,
      wallLagOfRun: lags.wall.percentile(99) / 1e6,
    };
  }
}

/**
 * Measured as in /metrics: the time between two turns of a timer of 10 ms, so a loop that is never late measures
 * 10 ms. On a busy machine most of it is waiting for a processor, which says nothing about the server:
 * Linux tells how long that was, and `own` and `recent` leave it out.
 * @param {Record<'own' | 'wall' | 'recent', import('node:perf_hooks').RecordableHistogram>} lags
 */
function measureLags({ own, wall, recent }) {
  const schedule = `/proc/self/task/${process.pid}/schedstat`;
  const isKnown = existsSync(schedule);
  const readWaited = () => (isKnown ? Number(readFileSync(schedule, 'latin1').split(' ')[1]) : 0);
  let last = { at: process.hrtime.bigint(), waited: readWaited() };
  setInterval(() => {
    const now = { at: process.hrtime.bigint(), waited: readWaited() };
    const passed = Math.max(1, Number(now.at - last.at));
    const ownTime = Math.max(1, passed - (now.waited - last.waited));
    wall.record(passed);
    own.record(ownTime);
    recent.record(ownTime);
    last = now;
  }, 10).unref();
}

// npm run bench -- streams [--streams 10000 --changes 20]
//
// Open pages on one server: how long a change takes until the last of them has it, and the memory of each.
// The pages are in another process, with 40 per address, the highest number the site allows. Every process
// needs a file descriptor per page: `ulimit -n` must be higher than their number.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { buildApp } from '#server/app.ts';

import { percentile } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';
import { report, round } from './lib/report.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '20' },
  },
});
const streams = Number(values.streams);

const site = await openSite({
  settings: { MAX_CONNECTIONS: String(streams + 100), MAX_LIVE_STREAMS: String(streams) },
});
const { deps } = site;
const app = await buildApp(deps);
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

const before = await readMemory();
const readers = fork(
  path.join(import.meta.dirname, 'lib/stream-readers.mjs'),
  [String(port), String(streams)],
  { execArgv: [] },
);
readers.once('exit', (code) => {
  if (code === null) return;
  console.error(`The pages ended with ${code}.`);
  process.exit(1);
});
await hear('open');
const bytes = ((await readMemory()) - before) / streams;

const times: number[] = [];
for (let n = 1; n <= Number(values.changes); n++) {
  readers.send(n);
  await hear('waiting');
  const start = performance.now();
  await deps.live.publish(deps.db, { topic: 'events', data: { n } });
  await hear('received');
  times.push(performance.now() - start);
}
readers.kill('SIGKILL');
const median = Math.round(percentile(times, 0.5));
const slowest = Math.round(percentile(times, 1));
report('Live streams', [
  {
    what: `${streams.toLocaleString('en')} live streams: a change reaches all, ms`,
    ours: `${median} ms, slowest ${slowest} ms`,
    yardstick: '',
    figure: median,
    // Events go through Node's response, which takes 1.7 times as long as writing to the sockets.
    goal: { atMost: 500 },
  },
  {
    what: `${streams.toLocaleString('en')} live streams: memory of each, kB`,
    ours: `${(bytes / 1000).toFixed(1)} kB`,
    yardstick: '',
    figure: round(bytes / 1000),
    goal: { atMost: 20 },
  },
]);
await app.close();
await site.close();

/** Without garbage, and not the resident memory, which also falls while streams are opened. */
async function readMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Buffers are given back some time after the collection that found them.
  for (let turn = 0; turn < 20; turn++) {
    collect();
    await wait(100);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function hear(expected: string): Promise<void> {
  const [message] = (await once(readers, 'message')) as [string];
  if (message !== expected) throw new Error(`Expected ${expected}, heard ${message}.`);
}

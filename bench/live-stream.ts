// Measures how long a change takes to reach open pages: 50 changes, each timed from publishing until the
// last of 40 live streams (the limit per address) has received it. The requirement is two seconds.
//   npm run bench -- live-stream

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { openDeps } from '#server/open-deps.ts';

const streams = 40;
const changes = 50;
const limitMs = 2000;

const folder = await mkdtemp(join(tmpdir(), 'wynhold-bench-'));
const config = parseConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATA_DIR: folder,
  DATABASE_URL: process.env.DATABASE_URL,
});
const deps = await openDeps(config);
const app = await buildApp(deps);
const address = await app.listen({ host: '127.0.0.1', port: 0 });

const closing = new AbortController();
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
for (let n = 0; n < streams; n++) {
  const { body } = await fetch(`${address}/api/live?topics=events`, { signal: closing.signal });
  const reader = body!.getReader();
  await readUntil(reader, 'event: hello');
  readers.push(reader);
}

const times: number[] = [];
for (let n = 0; n < changes; n++) {
  const received = readers.map((reader) => readUntil(reader, `"n":${n}`));
  const start = performance.now();
  await deps.live.publish(deps.db, { topic: 'events', data: { n } });
  await Promise.all(received);
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
const [median = 0, worst = 0] = [times[Math.floor(changes / 2)], times.at(-1)];
console.log(`${streams} streams receive a change after ${median.toFixed(1)} ms (median)`);
console.log(`slowest ${worst.toFixed(1)} ms (at most ${limitMs})`);
if (worst > limitMs) process.exitCode = 1;

closing.abort();
await app.close();
await deps.close();
await rm(folder, { recursive: true, force: true });

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string) {
  for (let got = ''; !got.includes(text);) {
    const { value, done } = await reader.read();
    if (done) throw new Error('A stream ended early.');
    got += Buffer.from(value).toString();
  }
}

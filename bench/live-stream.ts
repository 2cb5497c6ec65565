// Measures how long a change takes to reach open pages: 50 changes, each timed from publishing until the
// last of 40 live streams (the limit per address) has received it. The requirement is two seconds.
//   npm run bench -- live-stream

import { buildApp } from '#server/app.ts';

import { percentile } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';

const streams = 40;
const changes = 50;
const limitMs = 2000;

const site = await openSite({ settings: { DATABASE_URL: process.env.DATABASE_URL } });
const { deps } = site;
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
const median = percentile(times, 0.5);
const worst = percentile(times, 1);
console.log(`${streams} streams receive a change after ${median.toFixed(1)} ms (median)`);
console.log(`slowest ${worst.toFixed(1)} ms (at most ${limitMs})`);
if (worst > limitMs) process.exitCode = 1;

closing.abort();
await app.close();
await site.close();

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string) {
  for (let got = ''; !got.includes(text);) {
    const { value, done } = await reader.read();
    if (done) throw new Error('A stream ended early.');
    got += Buffer.from(value).toString();
  }
}

// How long a change takes to reach open pages: 50 changes, each timed from publishing to the last of 40
// live streams (as many as one address may open). The site promises two seconds.
//   npm run bench -- live-stream

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildApp } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { openDeps } from '#server/open-deps.ts';

const streams = 40;
const changes = 50;
const promisedMs = 2000;

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
  const heard = readers.map((reader) => readUntil(reader, `"n":${n}`));
  const start = performance.now();
  await deps.live.publish(deps.db, { topic: 'events', data: { n } });
  await Promise.all(heard);
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
const [middle = 0, worst = 0] = [times[Math.floor(changes / 2)], times.at(-1)];
console.log(`${streams} streams hear of a change after ${middle.toFixed(1)} ms (median)`);
console.log(`at worst ${worst.toFixed(1)} ms (at most ${promisedMs})`);
if (worst > promisedMs) process.exitCode = 1;

closing.abort();
await app.close();
await deps.close();
await rm(folder, { recursive: true, force: true });

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string) {
  for (let got = ''; !got.includes(text);) {
    const { value, done } = await reader.read();
    if (done) throw new Error('A stream has ended.');
    got += Buffer.from(value).toString();
  }
}

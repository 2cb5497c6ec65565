// npm run bench -- start [--reads 20000]
//
// How long the built demo takes to open, with a new data folder and with an existing one, and the memory it
// needs: at its highest and after use, on the embedded database and on PostgreSQL. Use means reads of every
// public page and list, by visitors who share no cache, while the simulated game plays.
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import getPort from 'get-port';

import { startPostgres } from '#tooling/find-postgres.ts';
import { serveBuiltApp } from '#tooling/serve-app.ts';

import { report, round } from './lib/report.ts';
import type { Row } from './lib/report.ts';

const { values } = parseArgs({ options: { reads: { type: 'string', default: '20000' } } });
const addresses = [
  '/',
  '/news',
  '/events',
  '/hiscores',
  '/polls',
  '/play',
  '/login',
  '/api/news',
  '/api/events',
];
/** Until the demo's pictures are made and the work of the start is over. */
const settleSeconds = 30;

const folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-bench-'));
const embedded = { DEMO: 'on', DATA_DIR: path.join(folder, 'embedded') };
const first = await startBuilt(embedded);
await wait(settleSeconds * 1000);
const afterStart = await first.memory();
await first.stop();
const second = await startBuilt(embedded);
await use(second.origin);
const afterUse = await second.memory();
await second.stop();

const postgres = await startPostgres();
const onPostgres = await startBuilt({
  DEMO: 'off',
  DATABASE_URL: postgres.url,
  DATA_DIR: path.join(folder, 'postgres'),
});
await use(onPostgres.origin);
const postgresMemory = await onPostgres.memory();
await onPostgres.stop();
await postgres.stop();
await rm(folder, { recursive: true, force: true });

report('Start and memory', [
  // The engine reads its types at every start, and pg and PGlite are used as they are.
  seconds('first start to open, new data folder', first.milliseconds, 5),
  seconds('second start to open', second.milliseconds, 2),
  megabytes('embedded, after the first start', afterStart.nowMB, 350),
  megabytes('embedded, peak of the first start', afterStart.peakMB, 500),
  megabytes('embedded, after use', afterUse.nowMB, 400),
  megabytes('PostgreSQL, after use', postgresMemory.nowMB, 150),
]);

/** `milliseconds` is the time from the start of the process until it answers. */
async function startBuilt(settings: { DATA_DIR: string } & Record<string, string>) {
  const port = await getPort({ host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${port}`;
  await mkdir(settings.DATA_DIR, { recursive: true });
  const start = performance.now();
  const child = await serveBuiltApp({ PORT: String(port), SITE_URL: origin, ...settings });
  const milliseconds = performance.now() - start;
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    origin,
    milliseconds,
    memory: () => readMemory(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Reads /proc, so it works on Linux only. */
async function readMemory(pid: number): Promise<{ nowMB: number; peakMB: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  return { nowMB: read('VmRSS'), peakMB: read('VmHWM') };
}

async function use(origin: string): Promise<void> {
  const reads = Number(values.reads);
  let next = 0;
  async function visit(): Promise<void> {
    while (next < reads) {
      next += 1;
      const answer = await fetch(`${origin}${addresses[next % addresses.length]}?visit=${next}`);
      await answer.arrayBuffer();
    }
  }
  await Promise.all(Array.from({ length: 8 }, visit));
}

function seconds(what: string, milliseconds: number, atMost: number): Row {
  const figure = round(milliseconds / 1000);
  return { what, ours: `${figure} s`, yardstick: '', figure, goal: { atMost } };
}

function megabytes(what: string, figure: number, atMost: number): Row {
  return { what: `memory, ${what}`, ours: `${figure} MB`, yardstick: '', figure, goal: { atMost } };
}

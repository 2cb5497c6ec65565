// npm run bench -- reads [--seconds 2 --turns 5]
//
// Public reads that were sent before, over 32 connections, compared with a bare node:http server that sends
// the same head and bytes. The site logs every request as in production, to /dev/null. Both run in this
// process and take turns; the load comes from another process.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

import pino from 'pino';

import { buildApp } from '#server/app.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { createLogger } from '#server/lib/logger.ts';
import { findRenderer } from '#server/lib/pages/page-renderer.ts';

import { loadHttp } from './lib/http-load.mjs';
import { percentile } from './lib/measure.ts';
import { openSite } from './lib/open-site.ts';
import { perSecond, report, round } from './lib/report.ts';
import type { Row } from './lib/report.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    turns: { type: 'string', default: '5' },
  },
});

/** Below half, because answers are logged with pino and counted with prom-client as they are. */
const atLeast = 0.4;
const reads = [
  { what: 'home', url: '/' },
  { what: '/api/news', url: '/api/news' },
  { what: '/api/events', url: '/api/events' },
  { what: 'hiscores', url: '/hiscores' },
  { what: 'static file', url: '/favicon.svg' },
];

const site = await openSite({ settings: { DEMO: 'on', DEMO_SIMULATOR: 'off' } });
await loadDemo(site.deps);
const dist = path.resolve(import.meta.dirname, '../dist');
const renderer = findRenderer(path.join(dist, 'renderer/render.js'));
await renderer?.load();
const log = await createLogger(
  { isProduction: true, logLevel: 'info' },
  pino.destination({ dest: '/dev/null', sync: true }),
);
const app = await buildApp({
  ...site.deps,
  config: { ...site.deps.config, isProduction: true },
  log,
  clientFolder: path.join(dist, 'client'),
  renderer,
});
await app.listen({ host: '127.0.0.1', port: 0 });

const rows: Row[] = [];
for (const { what, url } of reads) {
  const { head, body } = await readRaw(url);
  const bare = http.createServer((_request, response) => {
    response.writeHead(200, head);
    response.end(body);
  });
  await once(bare.listen(0, '127.0.0.1'), 'listening');
  const { ours, yardstick } = await compare(url, { ours: app.server, yardstick: bare });
  bare.close();
  rows.push({
    what: `read over HTTP: ${what}`,
    ours: perSecond(ours),
    yardstick: `node:http ${perSecond(yardstick)}`,
    figure: round(ours / yardstick),
    goal: { atLeast },
  });
}
report('Public reads that were sent before, compared with node:http', rows);
await app.close();
await site.close();

/** Medians of all turns. */
async function compare<Name extends string>(
  url: string,
  servers: Record<Name, http.Server>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<http.Server>(servers);
  const rates = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (let turn = 0; turn < Number(values.turns); turn++) {
    for (const [name, server] of entries) {
      const { port } = server.address() as AddressInfo;
      const load = { port, path: url, seconds: Number(values.seconds), connections: 32 };
      rates.get(name)?.push(await loadHttp(load));
    }
  }
  return Object.fromEntries(
    [...rates].map(([name, all]) => [name, percentile(all, 0.5)]),
  ) as Record<Name, number>;
}

async function readRaw(url: string): Promise<{ head: string[]; body: Buffer }> {
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const request = http.get({ host: '127.0.0.1', port, path: url, headers });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  const own = new Set(['date', 'connection', 'keep-alive']);
  const head = Object.entries(answer.headers)
    .filter(([name]) => !own.has(name))
    .flatMap(([name, value]) => [name, String(value)]);
  return { head, body: await buffer(answer) };
}

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';

import { serveBuiltApp } from '../../../scripts/lib/serve-app.ts';

// npm run soak:slow-sockets -- [CONNECTIONS]: half of them drip headers, a quarter says nothing, a
// quarter drips a body. All must be closed within 15 seconds, and visitors be served meanwhile.

const connections = Number(process.argv[2] ?? 1_000);
const allowedSeconds = 15;
const givenUpSeconds = 90;

const kinds = {
  'dripping headers': { start: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', drip: 'a' },
  silent: { start: '', drip: '' },
  'dripping body': {
    start:
      'POST /auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    drip: ' ',
  },
};
type Kind = keyof typeof kinds;

const dataDir = await mkdtemp(join(tmpdir(), 'wynhold-slow-'));
const port = await getPort({ host: '127.0.0.1' });
const url = `http://127.0.0.1:${port}`;
const server = await serveBuiltApp({
  NODE_ENV: 'development',
  DEMO: 'off',
  DATA_DIR: dataDir,
  PORT: String(port),
  SITE_URL: url,
  LOG_LEVEL: 'fatal',
});

process.on('exit', () => server.kill('SIGKILL'));

const over = new AbortController();
const visits: Promise<{ milliseconds: number[]; failed: number }> = visit();
const lives = await Promise.all(
  Array.from({ length: connections }, async (_, n) => {
    const kind: Kind = n % 2 === 0 ? 'dripping headers' : n % 4 === 1 ? 'silent' : 'dripping body';
    return { kind, seconds: await liveSlowly(kind) };
  }),
);
over.abort();
const { milliseconds, failed } = await visits;
server.kill('SIGTERM');
await once(server, 'exit');
await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });

for (const kind of Object.keys(kinds) as Kind[]) {
  const times = lives.filter((life) => life.kind === kind).map(({ seconds }) => seconds);
  times.sort((a, b) => a - b);
  const [first = 0, last = 0] = [times.at(0), times.at(-1)];
  console.log(
    `  ${times.length} ${kind}: closed after ${first.toFixed(1)} to ${last.toFixed(1)} s`,
  );
}
milliseconds.sort((a, b) => a - b);
const middle = milliseconds[Math.floor(milliseconds.length / 2)] ?? 0;
const late = lives.filter(({ seconds }) => seconds > allowedSeconds).length;
console.log(
  `${connections.toLocaleString('en')} slow connections: ${late} lived longer than ${allowedSeconds} s. Visitors meanwhile: ${milliseconds.length} served, ${failed} failed, median ${middle.toFixed(0)} ms, slowest ${(milliseconds.at(-1) ?? 0).toFixed(0)} ms.`,
);
process.exit(late > 0 || failed > 0 || milliseconds.length === 0 ? 1 : 0);

/** How many seconds the server kept the connection. */
async function liveSlowly(kind: Kind): Promise<number> {
  const { start, drip } = kinds[kind];
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  // Read, so that the end of the connection is seen.
  socket.resume();
  await once(socket, 'connect');
  const begun = performance.now();
  socket.write(start);
  const dripping = setInterval(() => drip && socket.write(drip), 1_000);
  const giveUp = setTimeout(() => socket.destroy(), givenUpSeconds * 1000);
  // Not events.once, which fails by the reset that ends most of them.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dripping);
  clearTimeout(giveUp);
  return (performance.now() - begun) / 1000;
}

/** Other people, one request after the other, each on a connection of its own. */
async function visit(): Promise<{ milliseconds: number[]; failed: number }> {
  const times: number[] = [];
  let failures = 0;
  for (let turn = 0; !over.signal.aborted; turn += 1) {
    const path = ['/', '/api/news', '/healthz', '/readyz'][turn % 4];
    const begun = performance.now();
    const isServed = await fetch(`${url}${path}`, { headers: { connection: 'close' } }).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    );
    if (isServed) times.push(performance.now() - begun);
    else failures += 1;
    await sleep(100);
  }
  return { milliseconds: times, failed: failures };
}

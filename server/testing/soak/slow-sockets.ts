import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import getPort from 'get-port';

import { serveBuiltApp } from '#tooling/serve-app.ts';

// npm run soak -- slow-sockets [CONNECTIONS]
// Half of the connections send headers slowly, a quarter sends nothing, a quarter sends a body slowly.
// The server must close all of them within 15 seconds and serve other visitors meanwhile.

const connections = Number(process.argv[2] ?? 1_000);
const allowedSeconds = 15;
const giveUpSeconds = 90;

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
const results = await Promise.all(
  Array.from({ length: connections }, async (_, n) => {
    const kind: Kind = n % 2 === 0 ? 'dripping headers' : n % 4 === 1 ? 'silent' : 'dripping body';
    return { kind, seconds: await holdSlowConnection(kind) };
  }),
);
over.abort();
const { milliseconds, failed } = await visits;
server.kill('SIGTERM');
await once(server, 'exit');
await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });

for (const kind of Object.keys(kinds) as Kind[]) {
  const times = results.filter((result) => result.kind === kind).map(({ seconds }) => seconds);
  times.sort((a, b) => a - b);
  const [first = 0, last = 0] = [times.at(0), times.at(-1)];
  console.log(
    `  ${times.length} ${kind}: closed after ${first.toFixed(1)} to ${last.toFixed(1)} s`,
  );
}
milliseconds.sort((a, b) => a - b);
const middle = milliseconds[Math.floor(milliseconds.length / 2)] ?? 0;
const late = results.filter(({ seconds }) => seconds > allowedSeconds).length;
console.log(
  `${connections.toLocaleString('en')} slow connections: ${late} stayed open longer than ${allowedSeconds} s. Visitors meanwhile: ${milliseconds.length} served, ${failed} failed, median ${middle.toFixed(0)} ms, slowest ${(milliseconds.at(-1) ?? 0).toFixed(0)} ms.`,
);
process.exit(late > 0 || failed > 0 || milliseconds.length === 0 ? 1 : 0);

/** Returns after how many seconds the server closed the connection. */
async function holdSlowConnection(kind: Kind): Promise<number> {
  const { start, drip } = kinds[kind];
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  // Without reading, the socket would not notice the end of the connection.
  socket.resume();
  await once(socket, 'connect');
  const begun = performance.now();
  socket.write(start);
  const dripping = setInterval(() => drip && socket.write(drip), 1_000);
  const giveUp = setTimeout(() => socket.destroy(), giveUpSeconds * 1000);
  // Not events.once, which would throw on the reset that ends most connections.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(dripping);
  clearTimeout(giveUp);
  return (performance.now() - begun) / 1000;
}

/** Other visitors: one request after another, each on a new connection. */
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

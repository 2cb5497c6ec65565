import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';

import type { SocketTimes } from '../deps.ts';

/** Node.js reads 0 as no limit. */
const never = 0;
const patient: SocketTimes = { headers: never, request: never, check: 20, stalled: never };

/** Opens the site with some of its timeouts shortened. */
async function openSite(times: Partial<SocketTimes>, settings: Record<string, string> = {}) {
  const { log, logged } = await createTestLog();
  const socketTimes = { ...patient, ...times };
  const site = await openTestApp({ settings, replace: () => ({ log, socketTimes }) });
  onTestFinished(() => site.close());
  return { site, logged };
}

async function openSocket({ app }: TestApp): Promise<Socket> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/**
 * Keeps sending one byte at a time, as slow attacks do, until the server refuses: a write to a closed
 * connection would fail and destroy the socket, perhaps before the answer is read.
 */
function drip({ app }: TestApp, socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 10);
  app.server.prependOnceListener('clientError', () => clearInterval(timer));
  socket.once('close', () => clearInterval(timer));
}

/** Everything the server sends until it closes the connection. */
async function readUntilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  // Not events.once, which rejects if the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

test('a silent connection is closed, and headers that arrive too slowly are cut off', async () => {
  const { site } = await openSite({ headers: 200 });
  const silent = await readUntilClosed(await openSocket(site));
  expect(silent).toContain('HTTP/1.1 408 ');
  const socket = await openSocket(site);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  drip(site, socket, 'a');
  const answer = await readUntilClosed(socket);
  expect(answer).toContain('HTTP/1.1 408 ');
  expect(answer).toContain('"code":"request/timeout"');
});

test('a body that arrives too slowly is cut off', async () => {
  const { site } = await openSite({ request: 300 });
  const socket = await openSocket(site);
  socket.write(
    'POST /auth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  );
  drip(site, socket, ' ');
  expect(await readUntilClosed(socket)).toContain('HTTP/1.1 408 ');
});

test('a client that does not read is cut off, one that waits for an answer is not', async () => {
  const { site } = await openSite({ stalled: 2_000 });
  let finish: ((text: string) => void) | undefined;
  site.app.get('/waiting', () => new Promise<string>((resolve) => (finish = resolve)));
  // More than all buffers in between can hold.
  site.app.get('/large', (_request, reply) => reply.send(Buffer.alloc(32 * 1024 * 1024)));
  const waiting = await openSocket(site);
  waiting.write('GET /waiting HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await expect.poll(() => finish).toBeDefined();
  const dropped = new Promise((resolve) => {
    site.app.server.on('connection', (socket: Socket) => socket.once('close', resolve));
  });
  const idle = await openSocket(site);
  idle.pause();
  idle.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await dropped;
  const answer = readUntilClosed(waiting);
  finish?.('done');
  expect(await answer).toContain('done');
});

test('a large upload by staff may take longer than other requests', async () => {
  const { site } = await openSite({ request: 2_000 });
  const admin = await site.addPlayer('Uploader', 3);
  const file = Buffer.from('no jar at all');
  const headers = `Host: localhost\r\nContent-Length: ${file.length}\r\nConnection: close\r\n`;
  const uploading = await openSocket(site);
  const cookie = `Cookie: ${admin.cookie}\r\nContent-Type: application/java-archive\r\n`;
  uploading.write(`POST /api/admin/launcher/file HTTP/1.1\r\n${headers}${cookie}\r\n`);
  const other = await openSocket(site);
  other.write(`POST /auth/register HTTP/1.1\r\n${headers}Content-Type: application/json\r\n\r\n`);
  expect(await readUntilClosed(other)).toContain('HTTP/1.1 408 ');
  // The upload began before the other request, so its usual timeout has passed as well.
  const answer = readUntilClosed(uploading);
  uploading.write(file);
  expect(await answer).toContain('launcher/unsupported');
});

test('connections beyond MAX_CONNECTIONS are refused, and this is logged once', async () => {
  const { site, logged } = await openSite({}, { MAX_CONNECTIONS: '10' });
  for (let n = 0; n < 10; n += 1) await openSocket(site);
  for (let n = 0; n < 2; n += 1) await readUntilClosed(await openSocket(site));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('raise MAX_CONNECTIONS');
});

test('input that is not HTTP is answered with the common error body', async () => {
  const { site } = await openSite({});
  const socket = await openSocket(site);
  socket.write('hello\r\n\r\n');
  const answer = await readUntilClosed(socket);
  expect(answer).toContain('HTTP/1.1 400 ');
  expect(answer).toContain('"code":"request/malformed"');
});

test('headers that are too large are refused as such', async () => {
  const { site } = await openSite({});
  const socket = await openSocket(site);
  socket.write(
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'a'.repeat(70_000)}\r\n\r\n`,
  );
  const answer = await readUntilClosed(socket);
  expect(answer).toContain('HTTP/1.1 431 ');
  expect(answer).toContain('"code":"request/headers-too-large"');
});

test('a connection stays open from one heartbeat of a game to the next', async () => {
  const { site } = await openSite({});
  // docs/bridge.md asks for a heartbeat every 15 seconds.
  expect(site.app.server.keepAliveTimeout).toBeGreaterThan(15_000);
});

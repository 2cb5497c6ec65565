import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';

async function openListening(settings: Record<string, string> = {}) {
  const site = await openTestApp({ settings });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= site.close());
  onTestFinished(close);
  const address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...site, address, close };
}

test('while draining /readyz refuses, and the rest is served and closes its connection', async () => {
  const { app, address } = await openListening();
  for (let n = 0; n < 2; n += 1) {
    const before = await fetch(`${address}/api/news`);
    expect(before.headers.get('connection')).toBe('keep-alive');
  }
  expect((await fetch(`${address}/readyz`)).status).toBe(200);

  app.isDraining = true;
  expect((await fetch(`${address}/readyz`)).status).toBe(503);
  for (const path of ['/api/news', '/healthz', '/api/missing']) {
    const answer = await fetch(`${address}${path}`);
    expect(answer.headers.get('connection'), path).toBe('close');
    expect(answer.status, path).toBe(path === '/api/missing' ? 404 : 200);
  }
});

test('a stream is served until closing, which ends it with the time to come back', async () => {
  const { app, deps, address, close } = await openListening();
  app.isDraining = true;
  const stream = await fetch(`${address}/api/live?topics=events`);
  await deps.live.publish(deps.db, { topic: 'events', data: { n: 1 } });
  await close();
  const received = await stream.text();
  expect(received).toContain('event: hello');
  expect(received).toContain('{"topic":"events","n":1}');
  expect(received).toMatch(/\nretry: \d{3,4}\n\n$/);
});

/** Opens a connection before closing begins and sends a request on it once the port is closed. */
async function askWhileClosing(path: string): Promise<string> {
  const { app, address, close } = await openListening();
  const accepted = once(app.server, 'connection');
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await accepted;
  void close();
  await expect.poll(() => app.server.listening).toBe(false);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return text(socket);
}

test('a request on a connection that was open before closing is served', async () => {
  const answer = await askWhileClosing('/healthz');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test('a POST on a kept-alive connection is served shortly after the port was closed', async () => {
  const { app, address, close } = await openListening({ SHUTDOWN_GRACE_SECONDS: '60' });
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  const closing = close();
  await expect.poll(() => app.server.listening, { interval: 5 }).toBe(false);
  const body = '{}';
  socket.write(
    `POST /api/missing HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  // Nothing is left to wait for.
  await closing;
});

test('connections that wait to be accepted are served before closing', async () => {
  const { address, close } = await openListening();
  const { hostname, port } = new URL(address);
  const sockets = Array.from({ length: 60 }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  void close();
  const answers = await Promise.all(sockets.map((socket) => text(socket).catch(String)));
  expect(new Set(answers.map((answer) => answer.split('\r\n')[0]))).toEqual(
    new Set(['HTTP/1.1 200 OK']),
  );
});

test('a stream on such a connection ends at once and is told to come back', async () => {
  const answer = await askWhileClosing('/api/live?topics=events');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/\nretry: \d{3,4}\n\n/);
  expect(answer).not.toContain('event:');
});

import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { createTestLog } from '#server/testing/test-log.ts';

import { maxSocketRequests } from './socket-requests.ts';

/** The site with the route /held, whose requests wait until `release` is called. */
async function openSite() {
  const { log, logged } = await createTestLog();
  const site = await openTestApp({ replace: () => ({ log }) });
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  let started = 0;
  site.app.get('/held', async () => {
    started += 1;
    await held;
    return 'held';
  });
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    release();
    await site.close();
  });
  return { site, logged, release, countStarted: () => started };
}

async function openSocket({ app }: TestApp): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Not events.once, which rejects if the connection is reset. */
function whenClosed(socket: Socket): Promise<void> {
  socket.resume();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

function ask(path: string, times = 1): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times);
}

async function fetchFrom({ app }: TestApp, path: string): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}${path}`)).status;
}

test('one connection starts at most 32 of 3,000 requests, and another visitor is answered', async () => {
  const { site, logged, countStarted } = await openSite();
  const socket = await openSocket(site);
  const closed = whenClosed(socket);
  socket.write(ask('/held', 3_000));
  await closed;
  expect(countStarted()).toBe(maxSocketRequests);
  expect(await fetchFrom(site, '/healthz')).toBe(200);
  expect(countStarted()).toBe(maxSocketRequests);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('more than 32 requests in flight');
});

test('ready answers that wait behind another request count too, and so do live streams', async () => {
  const { site } = await openSite();
  // The second visitor gets the bytes that were made for the first.
  for (let n = 0; n < 2; n += 1) expect(await fetchFrom(site, '/api/site')).toBe(200);
  for (const first of ['/held', '/api/live']) {
    const socket = await openSocket(site);
    const closed = whenClosed(socket);
    socket.write(ask(first) + ask('/api/site', maxSocketRequests));
    await closed;
  }
});

test('32 requests at once are all answered, and then 32 more', async () => {
  const { site, release } = await openSite();
  release();
  const socket = await openSocket(site);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  for (const answers of [maxSocketRequests, 2 * maxSocketRequests]) {
    socket.write(ask('/held', maxSocketRequests));
    await expect.poll(() => text.split('HTTP/1.1 200 OK').length - 1).toBe(answers);
  }
  expect(socket.destroyed).toBe(false);
});

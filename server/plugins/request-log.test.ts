import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createLogger } from '#server/lib/logger.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { demoGameAgent } from './request-log.ts';

let output = '';
const destination = { write: (text: string) => void (output += text) };
beforeEach(() => {
  output = '';
});

/** A line is written after the answer is sent, so it may not be there yet. */
function readLines(count = 1): Promise<string[]> {
  return vi.waitFor(() => {
    const lines = output.split('\n').filter(Boolean);
    if (lines.length < count) throw new Error(`only ${lines.length} lines so far`);
    return lines;
  }, 60_000);
}

async function readObjects(count = 1): Promise<Record<string, unknown>[]> {
  return (await readLines(count)).map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('in production', () => {
  let site: TestApp;
  let origin: string;
  let finishSlow = (): void => {};

  beforeAll(async () => {
    const log = await createLogger({ isProduction: true, logLevel: 'info' }, destination);
    site = await openTestApp({
      settings: { NODE_ENV: 'production', SITE_URL: 'http://localhost', PAYMENTS: 'off' },
      replace: () => ({ log }),
    });
    site.app.get('/broken', () => {
      const client = { secretKey: 'kept-secret', password: 'kept-secret' };
      const cause = Object.assign(new Error('the reason'), { code: '57P01', client });
      throw Object.assign(new Error('it broke', { cause }), { client });
    });
    site.app.get('/broken-check', { config: { isQuiet: true } }, () => {
      throw new Error('it broke');
    });
    site.app.get('/slow', () => new Promise<void>((resolve) => (finishSlow = resolve)));
    origin = await site.app.listen();
  });
  afterAll(() => site.close());

  test('a request is one line with method, route, status, time and id', async () => {
    const answer = await fetch(`${origin}/api/news/4711?code=kept-secret`, {
      headers: { cookie: 'session=kept-secret', authorization: 'Bearer kept-secret' },
    });
    expect(answer.status).toBe(404);
    expect(await readObjects()).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        requestId: answer.headers.get('x-request-id'),
        method: 'GET',
        path: '/api/news/:id',
        status: 404,
        ms: expect.any(Number),
        code: 'news/not-found',
        msg: 'request',
      },
    ]);
    expect(output).not.toContain('kept-secret');
    expect(output).not.toContain('4711');
  });

  test('an address without a route is logged as unknown', async () => {
    await fetch(`${origin}/no-such-place/kept-secret`);
    expect(await readObjects()).toMatchObject([{ path: 'unknown', status: 404 }]);
    expect(output).not.toContain('kept-secret');
  });

  test('an unknown address or method of the API is one line, not an error', async () => {
    await fetch(`${origin}/api/no-such-place`);
    await fetch(`${origin}/api/news`, { method: 'DELETE' });
    // An answer sent twice would log its error before the next request's line.
    await fetch(`${origin}/api/site`);
    expect(await readObjects(3)).toMatchObject([
      { level: 30, path: 'unknown', status: 404, code: 'request/not-found' },
      { level: 30, path: 'unknown', status: 405, code: 'request/method-not-allowed' },
      { level: 30, path: '/api/site', status: 200 },
    ]);
  });

  test('an address that cannot be decoded is logged too', async () => {
    await fetch(`${origin}/api/news/%E0%A4%A`);
    expect(await readObjects()).toMatchObject([{ method: 'GET', path: 'unknown', status: 400 }]);
  });

  test('a request refused before its handler is logged too', async () => {
    await fetch(`${origin}/api/admin/users`);
    expect(await readObjects()).toMatchObject([{ path: '/api/admin/users', status: 401 }]);
  });

  test('a failure is one line at level error, with its cause and without attached objects', async () => {
    const answer = await fetch(`${origin}/broken`);
    expect(answer.status).toBe(500);
    expect(await readObjects()).toMatchObject([
      {
        level: 50,
        path: '/broken',
        status: 500,
        err: {
          type: 'Error',
          message: 'it broke',
          stack: expect.stringContaining('request-log.test'),
          cause: { message: 'the reason', code: '57P01' },
        },
      },
    ]);
    expect(output).not.toContain('kept-secret');
  });

  test('a failure of a request that is not logged otherwise is logged', async () => {
    await fetch(`${origin}/broken-check`);
    await fetch(`${origin}/api/site`);
    const [first] = await readObjects();
    expect(first).toMatchObject({ level: 50, path: '/broken-check', status: 500 });
  });

  test('a request that the visitor aborts is logged as 499', async () => {
    const request = get(`${origin}/slow`);
    request.on('error', () => {});
    await once(site.app.server, 'request');
    request.destroy();
    expect(await readObjects()).toMatchObject([{ path: '/slow', status: 499 }]);
    finishSlow();
  });

  test('a live stream is logged when it ends', async () => {
    const request = get(`${origin}/api/live?topics=news`);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'data');
    expect(output).toBe('');
    response.destroy();
    expect(await readObjects()).toMatchObject([
      { path: '/api/live', status: 200, msg: 'stream closed' },
    ]);
  });

  test('health checks are not logged, but calls with the demo game’s user agent are', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) await fetch(origin + path);
    await fetch(`${origin}/api/events`, { headers: { 'user-agent': demoGameAgent } });
    expect(await readObjects()).toMatchObject([{ path: '/api/events' }]);
  });
});

describe('in development', () => {
  let site: TestApp;
  let origin: string;

  beforeAll(async () => {
    const log = await createLogger({ isProduction: false, logLevel: 'info' }, destination);
    site = await openTestApp({
      settings: { NODE_ENV: 'development' },
      replace: () => ({ log }),
    });
    origin = await site.app.listen();
  });
  afterAll(() => site.close());

  test('a request is one readable line, without its query string', async () => {
    await fetch(`${origin}/api/news?limit=3`);
    await fetch(`${origin}/api/news/4711?code=kept-secret`);
    expect(await readLines(2)).toEqual([
      expect.stringMatching(/^\[\d\d:\d\d:\d\d\] INFO: GET \/api\/news 200 \d+ ms$/),
      expect.stringMatching(/ GET \/api\/news\/4711 404 \d+ ms \(news\/not-found\)$/),
    ]);
  });

  test('calls of the demo game and health checks are not logged', async () => {
    const headers = { 'user-agent': demoGameAgent };
    await fetch(`${origin}/api/hiscores?skill=Overall&page=1`, { headers });
    await fetch(`${origin}/api/bridge/v1/sanctions`, { headers });
    await fetch(`${origin}/healthz`);
    await fetch(`${origin}/api/bridge/v1/sanctions`);
    expect(await readLines()).toEqual([
      expect.stringMatching(/ GET \/api\/bridge\/v1\/sanctions 401 /),
    ]);
  });
});

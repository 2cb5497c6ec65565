import { once } from 'node:events';
import http from 'node:http';

import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createLive } from '#server/lib/data/live.ts';
import type { Live } from '#server/lib/data/live.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { endpointsOf } from '#shared/endpoint.ts';

import { createAnswerCache } from './answer-cache.ts';
import type { ObserveAnswer } from './observability.ts';
import type { LogRequest } from './request-log.ts';

let database: TestDatabase;
let live: Live;
let origin = '';
let handled = 0;
let answer: (reply: FastifyReply) => unknown = () => {};
let app: FastifyInstance;
const observe = vi.fn<ObserveAnswer>();
const logRequest = vi.fn<LogRequest>();

const limited = endpointsOf('Test')('GET /limited', {
  access: 'public',
  summary: 'A page that may be read ten times a minute.',
  limit: { max: 10, seconds: 60 },
});

beforeAll(async () => {
  database = await openTestDatabase();
  live = await createLive(database);
  const answers = createAnswerCache({ live }, { observe, logRequest });
  app = Fastify({ serverFactory: (handle) => http.createServer(answers.sendOr(handle)) });
  answers.register(app);
  app.get('/page', async (_request, reply) => {
    handled += 1;
    return answer(reply);
  });
  app.get('/limited', { config: { endpoint: limited } }, async (_request, reply) => {
    handled += 1;
    return answer(reply);
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await live.close();
  await database.close();
});
beforeEach(async () => {
  await live.publish(database.db, { topic: 'events' });
  observe.mockClear();
  logRequest.mockClear();
  handled = 0;
  answer = (reply) => sendPage(reply);
});

function sendPage(reply: FastifyReply, kept: FastifyReply['repeatable'] = { topics: ['events'] }) {
  reply.repeatable = kept;
  return reply
    .headers({ 'content-type': 'text/plain', 'x-extra': 'yes', 'x-request-id': reply.request.id })
    .send(Buffer.from(`page ${handled}`));
}

const read = (headers: Record<string, string> = {}, path = '/page') =>
  fetch(origin + path, { headers });
const readText = async (...args: Parameters<typeof read>) => (await read(...args)).text();

/** Without the headers that differ between two answers. */
function headOf({ headers }: Response): Record<string, string> {
  const { 'x-request-id': _id, date: _date, ...head } = Object.fromEntries(headers);
  return head;
}

/** Reads twice and returns how often the route handled it. */
async function readTwice(headers?: Record<string, string>): Promise<number> {
  await readText(headers);
  await readText(headers);
  return handled;
}

test('a second request gets the same head and bytes without the route, and an id of its own', async () => {
  const first = await read();
  const second = await read();
  expect(handled).toBe(1);
  expect(await second.text()).toBe(await first.text());
  expect(headOf(second)).toEqual(headOf(first));
  expect(headOf(second)).toMatchObject({ 'x-extra': 'yes', 'content-length': '6' });
  const [one, two] = [first, second].map(({ headers }) => headers.get('x-request-id'));
  expect(two).toMatch(/^[\w-]{12}$/);
  expect(two).not.toBe(one);
});

test('it is logged and counted like any other', async () => {
  await readText({}, '/page?name=secret');
  const second = await read({}, '/page?name=secret');
  const route = { method: 'GET', route: '/page', status: 200 };
  expect(observe).toHaveBeenCalledExactlyOnceWith(route, expect.any(Number));
  const id = second.headers.get('x-request-id');
  expect(logRequest).toHaveBeenCalledExactlyOnceWith({
    ...route,
    ms: expect.any(Number),
    id,
    url: '/page?name=secret',
    isQuiet: false,
  });
});

test('a change of one of its topics ends it, others do not', async () => {
  await readText();
  await live.publish(database.db, { topic: 'polls' });
  expect(await readText()).toBe('page 1');
  await live.publish(database.db, { topic: 'events' });
  expect(await readText()).toBe('page 2');
});

test('an answer begun before a change is not kept after it', async () => {
  answer = async (reply) => {
    answer = sendPage;
    await live.publish(database.db, { topic: 'events' });
    return sendPage(reply);
  };
  expect(await readTwice()).toBe(2);
});

test('it ends at its time', async () => {
  answer = (reply) => sendPage(reply, { topics: [], until: Date.now() - 1 });
  expect(await readTwice()).toBe(2);
});

test('requests with cookies get it only if it ignores them', async () => {
  await readText();
  expect(await readText({ cookie: 'session=1' })).toBe('page 2');
  await live.publish(database.db, { topic: 'events' });
  handled = 0;
  answer = (reply) => sendPage(reply, { topics: ['events'], ignoresCookies: true });
  expect(await readTwice({ cookie: 'session=1' })).toBe(1);
});

test('an answer to a request with cookies is not given to others', async () => {
  expect(await readText({ cookie: 'session=1' })).toBe('page 1');
  expect(await readText()).toBe('page 2');
});

test.each([
  ['another address', {}, '/page?x=1'],
  ['another encoding', { 'accept-encoding': 'br' }, '/page'],
  ['a conditional request', { 'if-none-match': '"x"' }, '/page'],
])('%s goes through the route', async (_title, headers, path) => {
  await readText();
  expect(await readText(headers, path)).toBe('page 2');
});

test('every request to an endpoint with a limit goes through the route, where it is counted', async () => {
  await readText({}, '/limited');
  expect(await readText({}, '/limited')).toBe('page 2');
});

test('an address that is too long is not kept', async () => {
  const read = async (length: number) => {
    const path = `/page?x=${'y'.repeat(length)}`;
    await readText({}, path);
    return readText({}, path);
  };
  expect(await read(300)).toBe('page 1');
  expect(await read(600)).toBe('page 3');
});

test('other methods go through the route', async () => {
  await readText();
  await fetch(`${origin}/page`, { method: 'HEAD' });
  expect(handled).toBe(2);
});

test.each<[string, (reply: FastifyReply) => unknown]>([
  ['without permission', (reply) => reply.send(Buffer.from('x'))],
  ['that failed', (reply) => sendPage(reply.status(404))],
  ['with a cookie', (reply) => sendPage(reply.header('set-cookie', 'session=1'))],
])('an answer %s is never kept', async (_title, send) => {
  answer = send;
  expect(await readTwice()).toBe(2);
});

describe('in the whole site', () => {
  let site: TestApp;
  let address = '';
  let seen = 0;

  beforeAll(async () => {
    site = await openTestApp();
    site.app.addHook('onRequest', async () => {
      seen += 1;
    });
    address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    seen = 0;
  });

  test('a public read is repeated with all its headers', async () => {
    const first = await fetch(`${address}/api/events`);
    const second = await fetch(`${address}/api/events`);
    expect(seen).toBe(1);
    expect(headOf(second)).toEqual(headOf(first));
    expect(second.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(second.headers.get('permissions-policy')).toContain('camera=()');
    expect(await second.json()).toEqual(await first.json());
  });

  test('an answer is not repeated after its feature was switched off', async () => {
    const admin = await site.addPlayer('Switcher', 3);
    const turn = (isOn: boolean) =>
      site.app.inject(json('PUT', '/api/admin/features/polls', { isOn }, admin));
    const readPolls = async () => (await fetch(`${address}/api/polls`)).status;
    expect(await readPolls()).toBe(200);
    await turn(false);
    expect(await readPolls()).toBe(404);
    await turn(true);
    expect(await readPolls()).toBe(200);
  });

  test('answers for one account are never repeated', async () => {
    const { cookie } = await site.addPlayer('Wren');
    for (let turn = 0; turn < 2; turn++) {
      await fetch(`${address}/api/shop/mine`, { headers: { cookie } });
    }
    expect(seen).toBe(2);
  });

  test('an answer to a known host is not given to an unknown one', async () => {
    const headers = { 'accept-encoding': 'br' };
    await fetch(`${address}/api/events`, { headers });
    const asOther = { headers: { ...headers, host: 'evil.example' } };
    const request = http.get(`${address}/api/events`, asOther);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(421);
  });
});

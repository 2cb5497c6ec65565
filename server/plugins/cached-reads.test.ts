import { brotliDecompressSync } from 'node:zlib';

import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { createLive } from '#server/lib/data/live.ts';
import type { Live } from '#server/lib/data/live.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { endpointsOf } from '#shared/endpoint.ts';

import { createAnswerCache } from './answer-cache.ts';
import { routesOf } from './route.ts';

const endpoint = endpointsOf('Test');

const readNumber = endpoint('GET /number', {
  access: 'public',
  summary: 'A number.',
  response: z.object({ number: z.number() }),
  cachedUntil: ['events'],
});

const readSquare = endpoint('GET /square/{of}', {
  access: 'public',
  summary: 'A number, with parameters.',
  params: z.object({ of: z.string() }),
  query: z.object({ page: z._default(z.coerce.number(), 1), sort: z.optional(z.string()) }),
  response: z.object({ number: z.number() }),
  cachedUntil: ['events'],
});

const readLong = endpoint('GET /long/{length}', {
  access: 'public',
  summary: 'A text of this length.',
  params: z.object({ length: z.coerce.number() }),
  response: z.object({ text: z.string() }),
  cachedUntil: ['events'],
});

let database: TestDatabase;
let live: Live;
let reads = 0;
let number = 1;
let beforeAnswer: () => Promise<void> = async () => {};
const app = Fastify();

beforeAll(async () => {
  database = await openTestDatabase();
  live = await createLive(database);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  createAnswerCache({ live }, { observe() {}, logRequest: undefined }).register(app);
  routesOf(app, { db: database.db })(readSquare, ({ query }) => {
    reads += 1;
    return { number: query.page };
  });
  routesOf(app, { db: database.db })(readLong, ({ params }) => {
    reads += 1;
    return { text: 'x'.repeat(params.length) };
  });
  routesOf(app, { db: database.db })(readNumber, async () => {
    reads += 1;
    const answer = { number };
    await beforeAnswer();
    return answer;
  });
});
afterAll(async () => {
  await app.close();
  await live.close();
  await database.close();
});
beforeEach(async () => {
  await live.publish(database.db, { topic: 'events' });
  reads = 0;
  number = 1;
  beforeAnswer = async () => {};
});

const read = async () => (await app.inject({ url: '/number' })).json<{ number: number }>().number;

test('a second read is served from the cache', async () => {
  await read();
  await read();
  expect(reads).toBe(1);
});

test('the next read after a change of its topic sees the change', async () => {
  await read();
  number = 2;
  await live.publish(database.db, { topic: 'events' });
  expect(await read()).toBe(2);
});

test('a change of another topic keeps the cached answer', async () => {
  await read();
  await live.publish(database.db, { topic: 'polls' });
  await read();
  expect(reads).toBe(1);
});

test('an answer read before a change is not cached after it', async () => {
  beforeAnswer = async () => {
    beforeAnswer = async () => {};
    number = 2;
    await live.publish(database.db, { topic: 'events' });
  };
  expect(await read()).toBe(1);
  expect(await read()).toBe(2);
});

test('the answer is compressed if accepted, and 304 if unchanged', async () => {
  const packed = await app.inject({ url: '/number', headers: { 'accept-encoding': 'br' } });
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual({ number: 1 });
  const unpacked = await app.inject({ url: '/number', headers: { 'accept-encoding': 'br;q=0' } });
  expect(unpacked.json()).toEqual({ number: 1 });
  const { headers } = await app.inject({ url: '/number' });
  const again = await app.inject({
    url: '/number',
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('unused parameters and their order use the same cached answer', async () => {
  for (const url of ['/number', '/number?x=1', '/number?x=2&page=3']) await app.inject({ url });
  expect(reads).toBe(1);
  reads = 0;
  for (const url of ['?page=2&sort=a', '?sort=a&page=2', '?sort=a&page=2&x=1', '?sort=a&page=02']) {
    const answer = await app.inject({ url: `/square/7${url}` });
    expect(answer.json()).toEqual({ number: 2 });
  }
  expect(reads).toBe(1);
  for (const url of ['/square/7?page=3&sort=a', '/square/8?page=3&sort=a']) {
    expect((await app.inject({ url })).json()).toEqual({ number: 3 });
  }
  expect(reads).toBe(3);
});

test('an answer of more than half a megabyte is not kept', async () => {
  const countReads = async (length: number) => {
    reads = 0;
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await app.inject({ url: `/long/${length}` });
      expect(answer.json<{ text: string }>().text).toHaveLength(length);
    }
    return reads;
  };
  expect([await countReads(500_000), await countReads(530_000)]).toEqual([1, 2]);
});

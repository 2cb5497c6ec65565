import { brotliDecompressSync } from 'node:zlib';

import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { createLive } from '#server/lib/live.ts';
import type { Live } from '#server/lib/live.ts';
import { routesOf } from '#server/lib/route.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';
import type { TestDatabase } from '#server/testing/test-database.ts';
import { endpoint } from '#shared/endpoint.ts';

import { registerReadCache } from './read-cache.ts';

const readNumber = endpoint({
  method: 'GET',
  path: '/number',
  access: 'public',
  tag: 'Test',
  summary: 'A number that is costly to know.',
  response: z.object({ number: z.number() }),
  cachedUntil: ['events'],
});

const readSquare = endpoint({
  method: 'GET',
  path: '/square/{of}',
  access: 'public',
  tag: 'Test',
  summary: 'Another one, with parameters.',
  params: z.object({ of: z.string() }),
  query: z.object({ page: z._default(z.coerce.number(), 1), sort: z.optional(z.string()) }),
  response: z.object({ number: z.number() }),
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
  registerReadCache(app, live);
  routesOf(app, { db: database.db })(readSquare, ({ query }) => {
    reads += 1;
    return { number: query.page };
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

test('a second read costs nothing', async () => {
  await read();
  await read();
  expect(reads).toBe(1);
});

test('a change of its topic is seen by the very next read', async () => {
  await read();
  number = 2;
  await live.publish(database.db, { topic: 'events' });
  expect(await read()).toBe(2);
});

test('a change of another topic leaves it', async () => {
  await read();
  await live.publish(database.db, { topic: 'polls' });
  await read();
  expect(reads).toBe(1);
});

test('what was read before a change is not kept after it', async () => {
  beforeAnswer = async () => {
    beforeAnswer = async () => {};
    number = 2;
    await live.publish(database.db, { topic: 'events' });
  };
  expect(await read()).toBe(1);
  expect(await read()).toBe(2);
});

test('it is compressed for those who take it, and 304 for those who have it', async () => {
  const packed = await app.inject({ url: '/number', headers: { 'accept-encoding': 'br' } });
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual({ number: 1 });
  const { headers } = await app.inject({ url: '/number' });
  const again = await app.inject({
    url: '/number',
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('parameters that a call does not use, and their order, do not make another answer', async () => {
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

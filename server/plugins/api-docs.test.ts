import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; schema: { type?: string } }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  'x-access'?: string;
  'x-limit'?: { max: number; seconds: number };
};
type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

let site: TestApp;
let document: ApiDocument;
let operations: [string, Operation][];

beforeAll(async () => {
  site = await openTestApp();
  document = (await site.app.inject({ url: '/api/openapi.json' })).json<ApiDocument>();
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, Operation] => [`${method} ${path}`, one]),
  );
});
afterAll(() => site.close());

test('every call has a name of its own', () => {
  expect(operations.filter(([, one]) => !one.operationId).map(([call]) => call)).toEqual([]);
  const names = operations.map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(document.paths['/api/news']?.['get']?.operationId).toBe('listNews');
});

test('every call says who may make it', () => {
  const schemeOf: Record<string, string[]> = {
    public: [],
    login: ['session'],
    staff: ['session'],
    admin: ['session'],
    'game server': ['gameToken'],
  };
  for (const [call, { security, 'x-access': access = '' }] of operations) {
    expect(security?.flatMap(Object.keys), call).toEqual(schemeOf[access]);
  }
  expect(document.components.securitySchemes['session']).toMatchObject({
    in: 'cookie',
    name: 'session',
  });
});

test('every call says how it is refused', () => {
  for (const [call, { responses }] of operations) {
    for (const status of ['4XX', '5XX']) {
      expect(responses[status]?.content, `${call} ${status}`).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      });
    }
  }
});

test('a real refusal has the shape the document gives it', async () => {
  const refusal = (await site.app.inject({ url: '/auth/verify' })).json<Record<string, string>>();
  const { properties, required } = document.components.schemas['Error'] as {
    properties: { code: { enum: string[] } };
    required: string[];
  };
  expect(Object.keys(refusal).toSorted()).toEqual(required.toSorted());
  expect(properties.code.enum).toContain(refusal['code']);
});

test('answers are named schemas, and every name that is used exists', () => {
  expect(document.paths['/api/hiscores/gains']?.['get']?.responses['200']?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/TopGains' } },
  });
  const used = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
  const names = new Set(used.map(([, name]) => name));
  expect(names).toEqual(new Set(Object.keys(document.components.schemas)));
});

test('calls without an answer are documented as 204, texts as text', () => {
  const logout = document.paths['/auth/logout']?.['post'];
  expect(Object.keys(logout?.responses ?? {})).toEqual(['204', '4XX', '5XX']);
  const lite = document.paths['/m=hiscore_oldschool/index_lite.ws']?.['get'];
  expect(Object.keys(lite?.responses['200']?.content ?? {})).toEqual(['text/plain']);
});

test('numbers that are whole are integers', () => {
  const { parameters } = document.paths['/api/news']?.['get'] ?? {};
  expect(parameters?.find(({ name }) => name === 'page')?.schema.type).toBe('integer');
  expect(document.components.schemas['HiscoresRow']).toMatchObject({
    properties: { rank: { type: 'integer' }, level: { type: 'integer' } },
  });
});

test('calls that read an Idempotency-Key name it', () => {
  const withKey = operations
    .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'idempotency-key'))
    .map(([call]) => call);
  expect(withKey).toEqual(
    expect.arrayContaining([
      'post /api/shop/buy',
      'post /api/shop/create-checkout-session',
      'post /api/bridge/v1/heartbeat',
    ]),
  );
  expect(withKey).not.toContain('post /api/bridge/v1/login');
});

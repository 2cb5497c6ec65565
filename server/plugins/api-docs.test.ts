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

test('every operation has a unique name', () => {
  expect(operations.filter(([, one]) => !one.operationId).map(([call]) => call)).toEqual([]);
  const names = operations.map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(document.paths['/api/news']?.['get']?.operationId).toBe('listNews');
});

test('every operation says who may call it', () => {
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

test('every operation documents its errors', () => {
  for (const [call, { responses }] of operations) {
    for (const status of ['4XX', '5XX']) {
      expect(responses[status]?.content, `${call} ${status}`).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      });
    }
  }
});

test('a real refusal has the documented shape', async () => {
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

test('operations without an answer are documented as 204, strings as text', () => {
  const logout = document.paths['/auth/logout']?.['post'];
  expect(Object.keys(logout?.responses ?? {})).toEqual(['204', '4XX', '5XX']);
  const lite = document.paths['/m=hiscore_oldschool/index_lite.ws']?.['get'];
  expect(Object.keys(lite?.responses['200']?.content ?? {})).toEqual(['text/plain']);
});

test('whole numbers are documented as integers', () => {
  const { parameters } = document.paths['/api/news']?.['get'] ?? {};
  expect(parameters?.find(({ name }) => name === 'page')?.schema.type).toBe('integer');
  expect(document.components.schemas['HiscoresRow']).toMatchObject({
    properties: { rank: { type: 'integer' }, level: { type: 'integer' } },
  });
});

test('operations that read an Idempotency-Key document it', () => {
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

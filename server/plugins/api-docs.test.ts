import { afterAll, beforeAll, expect, test } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';

type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string; schema: ParameterSchema }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  'x-access'?: string;
  'x-limit'?: { max: number; seconds: number };
};
type ParameterSchema = { type?: string; format?: string; pattern?: string; enum?: unknown[] };
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

test('the title follows the name of the site', async () => {
  const titleOf = async () => {
    const answer = await site.app.inject({ url: '/api/openapi.json' });
    return answer.json<{ info: { title: string } }>().info.title;
  };
  expect(await titleOf()).toBe('Wynhold API');
  const admin = await site.addPlayer('Painter', 3);
  const body = { appearance: initialAppearance('Stonefall'), version: 0 };
  await site.app.inject(json('PUT', '/api/admin/appearance', body, admin));
  await expect.poll(titleOf).toBe('Stonefall API');
});

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

test('operations without an answer are documented as 204', () => {
  const logout = document.paths['/auth/logout']?.['post'];
  expect(Object.keys(logout?.responses ?? {})).toEqual(['204', '4XX', '5XX']);
});

test.each([
  ['/m=hiscore_oldschool/index_lite.ws', 'text/plain'],
  ['/m=hiscore_oldschool/overall.ws', 'text/html'],
  ['/api/admin/purchases.csv', 'text/csv'],
  ['/api/admin/orders.csv', 'text/csv'],
  ['/api/admin/audit.csv', 'text/csv'],
  ['/api/admin/polls/{id}/results.csv', 'text/csv'],
  ['/api/admin/contracts/export.json', 'application/json'],
  ['/events.ics', 'text/calendar'],
  ['/events/{id}.ics', 'text/calendar'],
  ['/feed.xml', 'application/atom+xml'],
  ['/download/launcher', 'application/octet-stream'],
  ['/api/live', 'text/event-stream'],
])('%s is documented as %s', (path, type) => {
  const { content } = document.paths[path]?.['get']?.responses['200'] ?? {};
  expect(Object.keys(content ?? {})).toEqual([type]);
});

test('files are sent with the documented type', async () => {
  const admin = await site.addPlayer('Doc Reader', 3);
  for (const path of [
    '/api/admin/purchases.csv',
    '/api/admin/contracts/export.json',
    '/events.ics',
    '/feed.xml',
  ]) {
    const answer = await site.app.inject({ url: path, headers: { cookie: admin.cookie } });
    expect(answer.statusCode, answer.body).toBe(200);
    const { content } = document.paths[path]?.['get']?.responses['200'] ?? {};
    expect(String(answer.headers['content-type']).split(';')[0]).toBe(
      Object.keys(content ?? {})[0],
    );
  }
});

test('a filter that the database refuses is an error, not a file that breaks off', async () => {
  const admin = await site.addPlayer('Odd Filter', 3);
  const url = '/api/admin/audit.csv?subject=a%00b';
  const answer = await site.app.inject({ url, headers: { cookie: admin.cookie } });
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.headers['content-disposition']).toBeUndefined();
});

test('every object in a body or an answer has a name', () => {
  const inline: string[] = [];
  for (const [call, { requestBody, responses }] of operations) {
    const holders = [requestBody, responses['200']];
    for (const { schema } of holders.flatMap((one) => Object.values(one?.content ?? {}))) {
      if ('properties' in schema) inline.push(call);
    }
  }
  expect(inline).toEqual([]);
});

test('input and output share a name unless they differ', () => {
  const names = Object.keys(document.components.schemas);
  const doubled = names.filter((name) => name.endsWith('Input'));
  for (const name of doubled) {
    expect(names, name).toContain(name.replace(/Input$/, ''));
    expect(document.components.schemas[name]).not.toEqual(
      document.components.schemas[name.replace(/Input$/, '')],
    );
  }
  expect(doubled).not.toContain('NewsCategoryInput');
});

test('whole numbers are documented as integers', () => {
  const texts = operations.flatMap(([call, { parameters = [] }]) =>
    parameters
      .filter(({ schema }) => schema.type !== 'integer')
      .map(({ name, schema }) => ({ call: `${call} ${name}`, ...schema })),
  );
  expect(texts.filter(({ pattern }) => pattern?.startsWith('^\\d'))).toEqual([]);
  // A launcher's version, such as v1.0.3, is text.
  const numbers = texts.filter(({ call }) => / (?:page|version|table)$/.test(call));
  expect(numbers.map(({ call }) => call)).toEqual(['post /api/admin/launcher/file version']);
  expect(document.components.schemas['HiscoresRow']).toMatchObject({
    properties: { rank: { type: 'integer' }, totalLevel: { type: 'integer' } },
  });
  expect(document.components.schemas['HiscoreRow']).toMatchObject({
    properties: { xpTenths: { items: { type: 'integer' } } },
  });
  expect(document.components.schemas['ClaimDeliveriesAnswer']).toMatchObject({
    properties: { items: { items: { $ref: '#/components/schemas/BridgeDelivery' } } },
  });
});

test('a number in an address is still checked as such', async () => {
  for (const url of ['/api/news/x', '/api/polls/1.5', '/api/hiscores?page=-1']) {
    expect((await site.app.inject({ url })).statusCode, url).toBe(400);
  }
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

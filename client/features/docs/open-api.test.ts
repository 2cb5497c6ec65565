import { expect, test } from 'vitest';

import { describeLimits, describeType, fieldsOf, writeCurl } from './describe-schema.ts';
import { filterGroups, groupOperations } from './open-api.ts';
import type { ApiSchema, OpenApiDocument } from './open-api.ts';

const email: ApiSchema = { type: 'string', format: 'email', minLength: 1, maxLength: 254 };
const document: OpenApiDocument = {
  info: { title: 'API' },
  paths: {
    '/api/users/{username}': {
      patch: {
        summary: 'Change email.',
        tags: ['Accounts'],
        'x-access': 'login',
        parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { email, password: { type: 'string' } },
                required: ['email'],
              },
            },
          },
        },
      },
      get: { summary: 'Details.', tags: ['Accounts'] },
    },
    '/healthz': { get: {} },
    '/api/events': { get: { tags: ['Events'], summary: 'All events.' } },
  },
};

test('operations are grouped by tag and sorted, with anchors', () => {
  const groups = groupOperations(document);
  expect(groups.map(({ tag }) => tag)).toEqual(['Accounts', 'Events', 'Other']);
  expect(groups[0]?.operations.map(({ id }) => id)).toEqual([
    'get-api-users-username',
    'patch-api-users-username',
  ]);
});

test('the filter matches words in path, method, summary and tag, and drops empty groups', () => {
  const found = filterGroups(groupOperations(document), ' PATCH  email');
  expect(found.map(({ tag, operations }) => [tag, operations.length])).toEqual([['Accounts', 1]]);
  expect(filterGroups(groupOperations(document), 'dragon')).toEqual([]);
  const tagged = filterGroups(groupOperations(document), 'accounts details');
  expect(tagged.flatMap(({ operations }) => operations.map(({ method }) => method))).toEqual([
    'get',
  ]);
});

test('the example has the required fields, and a session only where one is needed', () => {
  const [, change] = groupOperations(document)[0]?.operations ?? [];
  expect(change && writeCurl(change, 'https://example.com', undefined)).toBe(
    [
      "curl -X PATCH 'https://example.com/api/users/USERNAME' \\",
      "  -b '__Host-session=YOUR_SESSION' \\",
      "  -H 'content-type: application/json' \\",
      `  -d '{"email":"name@example.com"}'`,
    ].join('\n'),
  );
  const [events] = groupOperations(document)[1]?.operations ?? [];
  expect(events && writeCurl(events, 'http://x', undefined)).toBe("curl 'http://x/api/events'");
  expect(events && writeCurl({ ...events, access: 'game server' }, 'http://x', undefined)).toBe(
    "curl 'http://x/api/events' \\\n  -H 'authorization: Bearer YOUR_TOKEN'",
  );
});

test.each<[ApiSchema, string]>([
  [{ type: 'array', items: { type: 'object' } }, 'list of object'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'string', enum: ['a', 'b'] }, '"a" or "b"'],
  [{ const: 1 }, '1'],
  [{}, 'anything'],
  [{ $ref: '#/components/schemas/Email' }, 'string (email)'],
])('the type of %j is described', (schema, text) => {
  expect(describeType(schema, { schemas: { Email: email } })).toBe(text);
});

test('limits are described, except those every number has', () => {
  expect(describeLimits(email, undefined)).toEqual(['1 to 254 characters']);
  const whole = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
  expect(describeLimits(whole, undefined)).toEqual(['at least 0']);
});

test('the fields of a list are those of its items', () => {
  const item: ApiSchema = { type: 'object', properties: { id: email }, required: ['id'] };
  const list: ApiSchema = { type: 'array', items: item };
  expect(fieldsOf(list, undefined)).toEqual([['id', email, true]]);
  // It may be null.
  expect(fieldsOf({ anyOf: [{ type: 'null' }, list] }, undefined)).toEqual([['id', email, true]]);
});

test('a call has a query only for what it needs, and an example of every kind of field', () => {
  const fields: Record<string, ApiSchema> = {
    kept: { type: 'string', default: 'as is' },
    fixed: { const: 7 },
    chosen: { enum: ['first', 'second'] },
    either: { anyOf: [{ type: 'integer', minimum: 5 }, { type: 'null' }] },
    list: { type: 'array', items: { type: 'boolean' } },
    when: { type: ['string', 'null'], format: 'date-time' },
    named: { $ref: '#/components/schemas/Email' },
    plain: { type: 'string' },
    low: { type: 'number', minimum: -3 },
  };
  const body: ApiSchema = {
    type: 'object',
    properties: { ...fields, optional: { type: 'string' } },
    required: Object.keys(fields),
  };
  const [operation] = groupOperations({
    info: { title: 'API' },
    paths: {
      '/api/x': {
        post: {
          'x-access': 'public',
          parameters: [
            { name: 'day', in: 'query', required: true },
            { name: 'page', in: 'query' },
          ],
          requestBody: { content: { 'application/json': { schema: body } } },
        },
      },
    },
  })[0]!.operations;
  const example = {
    kept: 'as is',
    fixed: 7,
    chosen: 'first',
    either: 5,
    list: [true],
    when: '2026-01-31T18:00:00Z',
    named: 'name@example.com',
    plain: 'TEXT',
    low: 1,
  };
  expect(writeCurl(operation!, 'http://x', { schemas: { Email: email } }).split(' \\\n  ')).toEqual(
    [
      "curl -X POST 'http://x/api/x?day=DAY'",
      "-H 'content-type: application/json'",
      `-d '${JSON.stringify(example)}'`,
    ],
  );
});

test('limits name what there is of them', () => {
  const limitsOf = (schema: ApiSchema) => describeLimits(schema, undefined);
  expect(limitsOf({ type: 'string', maxLength: 5, default: 'a', description: 'Note.' })).toEqual([
    'at most 5 characters',
    'default "a"',
    'Note.',
  ]);
  expect(limitsOf({ type: 'array', minItems: 1, maxItems: 3 })).toEqual(['1 to 3 items']);
  expect(limitsOf({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 9 })).toEqual([
    'at most 9',
  ]);
});

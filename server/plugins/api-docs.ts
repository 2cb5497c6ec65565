import swagger from '@fastify/swagger';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from '@fastify/type-provider-zod';
import type { FastifyInstance, FastifySchema } from 'fastify';

import type { SiteBrand } from '#server/lib/brand.ts';
import { longestKey } from '#server/lib/requests/idempotency-key.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { getOpenApi } from '#shared/endpoints/site-settings.ts';
import { errorCodes } from '#shared/error-codes.ts';

import type { Config } from '../config.ts';
import { operationIds, schemaNames, tidySchemas } from './api-names.ts';
import { sessionCookieName } from './session.ts';

type Node = { [key: string]: unknown };

const settings = {
  schemaRegistry: schemaNames,
  zodToJsonConfig: {
    /** A format says the same as the long pattern that Zod adds to it. */
    override({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  },
};
const transform = createJsonSchemaTransform(settings);
const addNamedSchemas = createJsonSchemaTransformObject(settings);

/** The OpenAPI document, generated from the endpoints. The page /api/docs shows it. */
export async function registerApiDocs(
  app: FastifyInstance,
  { config, brand }: { config: Config; brand: SiteBrand },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'API',
        version: '1',
        description: 'Every endpoint of the website, the game bridge and the tools around them.',
      },
      servers: [{ url: config.siteUrl }],
      components: {
        schemas: { Error: errorSchema },
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookieName(config),
            description: 'The cookie that is set at sign-in.',
          },
          gameToken: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A game server’s token, gb_<serverId>_<secret>, created on Admin → Server.',
          },
        },
      },
    },
    transform: (document) => {
      const { url, schema } = transform(document);
      const { endpoint } = document.route.config ?? {};
      if (!endpoint || schema.hide) return { url, schema };
      return {
        url,
        schema: { ...schema, ...describeOperation(endpoint, schema) },
      };
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      return tidySchemas(addNamedSchemas(document));
    },
  });
  let known = { title: '', text: '' };
  app.get(getOpenApi.path, { schema: { hide: true } }, async (_request, reply) => {
    const title = `${(await brand.read()).name} API`;
    if (known.title !== title) {
      const document = app.swagger();
      known = { title, text: JSON.stringify({ ...document, info: { ...document.info, title } }) };
    }
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(known.text);
  });
}

const errorSchema = {
  type: 'object' as const,
  properties: {
    error: { type: 'string' as const, description: 'For people: what went wrong and what to do.' },
    code: { type: 'string' as const, description: 'For programs.', enum: errorCodes },
    requestId: { type: 'string' as const, description: 'Finds the request in the server’s log.' },
    fields: {
      type: 'object' as const,
      description: 'Validation errors by field name.',
      additionalProperties: { type: 'string' as const },
    },
  },
  required: ['error', 'code', 'requestId'],
};

function describeOperation(
  endpoint: Endpoint,
  { response, headers, params, querystring }: FastifySchema,
) {
  const { access, permissions, limit, takesIdempotencyKey } = endpoint;
  const operationId = operationIds.get(endpoint);
  return {
    ...(operationId && { operationId }),
    'x-access': typeof access === 'string' ? access : 'game server',
    ...(permissions && { 'x-permissions': permissions }),
    ...(limit && { 'x-limit': limit }),
    security: describeSecurity(access),
    ...(takesIdempotencyKey && { headers: headers ?? idempotencyKey }),
    ...(endpoint.params && { params: withIntegers(params) }),
    ...(endpoint.query && { querystring: withIntegers(querystring) }),
    response: { ...describeAnswer(endpoint, response), '4XX': refusal, '5XX': failure },
  };
}

function describeSecurity(access: Endpoint['access']) {
  if (typeof access !== 'string') return [{ gameToken: [access.token] }];
  return access === 'public' ? [] : [{ session: [] }];
}

function describeAnswer({ response, contentType }: Endpoint, described: unknown): Node {
  if (!response) return { 204: { type: 'null', description: 'Done.' } };
  const schema = (described as { 200: Node })[200];
  if (!contentType) return { 200: schema };
  return { 200: { description: 'Done.', content: { [contentType]: { schema } } } };
}

/** A number in an address arrives as text, and its schema accepts only digits. */
function withIntegers(described: unknown): Node {
  const schema = described as { properties: Record<string, Node> };
  const properties = Object.entries(schema.properties).map(([name, value]): [string, Node] => {
    const [, digits] = /^\^\\d\{1,(\d+)\}\$$/.exec(String(value['pattern'])) ?? [];
    if (!digits) return [name, value];
    const { pattern: _digits, ...others } = value;
    return [name, { ...others, type: 'integer', minimum: 0, maximum: 10 ** Number(digits) - 1 }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const idempotencyKey = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: longestKey,
      description:
        'Repeating a call with the same key returns the first answer and has no further effect.',
    },
  },
};

const refusal = describeError('Refused: `error` says what to change, `code` names the rule.');
const failure = describeError('The site cannot answer now. The call may be repeated.');

function describeError(description: string) {
  const schema = { $ref: '#/components/schemas/Error' };
  return { description, content: { 'application/json': { schema } } };
}

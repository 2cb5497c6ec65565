import swagger from '@fastify/swagger';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from '@fastify/type-provider-zod';
import type { FastifyInstance, FastifySchema } from 'fastify';

import { longestKey } from '#server/lib/idempotency-key.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { getOpenApi } from '#shared/site-settings.ts';

import type { Config } from '../config.ts';
import { operationIds, schemaNames } from './api-names.ts';
import { sessionCookieName } from './session.ts';

type Node = { [key: string]: unknown };

const transform = createJsonSchemaTransform({ schemaRegistry: schemaNames });
const addNamedSchemas = createJsonSchemaTransformObject({ schemaRegistry: schemaNames });

/** The OpenAPI document, generated from the endpoints. The page /api/docs shows it. */
export async function registerApiDocs(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.siteName} API`,
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
      return dropUnusedSchemas(addNamedSchemas(document));
    },
  });
  app.get(getOpenApi.path, { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return app.swagger();
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

function describeOperation(endpoint: Endpoint, { response, headers }: FastifySchema) {
  const { access, limit, takesIdempotencyKey } = endpoint;
  const operationId = operationIds.get(endpoint);
  return {
    ...(operationId && { operationId }),
    'x-access': typeof access === 'string' ? access : 'game server',
    ...(limit && { 'x-limit': limit }),
    security: describeSecurity(access),
    ...(takesIdempotencyKey && { headers: headers ?? idempotencyKey }),
    response: { ...describeAnswer(endpoint, response), '4XX': refusal, '5XX': failure },
  };
}

function describeSecurity(access: Endpoint['access']) {
  if (typeof access !== 'string') return [{ gameToken: [access.token] }];
  return access === 'public' ? [] : [{ session: [] }];
}

/** A string is sent as plain text; everything else is JSON. */
function describeAnswer({ response: answerSchema }: Endpoint, described: unknown): Node {
  if (!answerSchema) return { 204: { type: 'null', description: 'Done.' } };
  const schema = (described as { 200: Node })[200];
  if (schema['type'] !== 'string') return { 200: schema };
  return { 200: { description: 'Plain text.', content: { 'text/plain': { schema } } } };
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

/** Every named schema is added for input and output, but many are used for only one of them. */
function dropUnusedSchemas<T extends { paths?: unknown; components?: { schemas?: Node } }>(
  document: T,
): T {
  const all = document.components?.schemas ?? {};
  const used = new Set<string>();
  const waiting: unknown[] = [document.paths];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const name = '$ref' in value ? String(value.$ref).split('/').at(-1) : undefined;
    if (name !== undefined && !used.has(name)) {
      used.add(name);
      waiting.push(all[name]);
    }
    waiting.push(...Object.values(value));
  }
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas } };
}

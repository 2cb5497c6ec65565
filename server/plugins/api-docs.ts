import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from '@fastify/type-provider-zod';
import type { FastifyInstance } from 'fastify';

import type { Config } from '../config.ts';

/** The OpenAPI document, drawn from the contracts; the page /api/docs of the client shows it. */
export async function registerApiDocs(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${config.siteName} API`,
        version: '1',
        description: 'Every call of the website, the game bridge and the tools around them.',
      },
      servers: [{ url: config.siteUrl }],
      components: {
        securitySchemes: {
          gameToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'A game server’s token, gb_<serverId>_<secret>, made on Admin → Server.',
          },
        },
      },
    },
    transform: (document) => {
      const { url, schema } = jsonSchemaTransform(document);
      const { contract, isForGames } = document.route.config ?? {};
      const access = isForGames ? 'game server' : contract?.access;
      return { url, schema: { ...schema, ...(access && { 'x-access': access }) } };
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return app.swagger();
  });
}

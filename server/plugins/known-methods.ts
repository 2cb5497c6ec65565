import type { FastifyInstance } from 'fastify';

import type { Endpoint } from '#shared/endpoint.ts';

type KnownRoute = { method: string; url: string; endpoint: Endpoint | undefined };

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the app, with or without an endpoint. For tests. */
    knownRoutes: readonly KnownRoute[];
  }
}

/** The methods allowed for an address, for answers with 405. Call it before the first route is added. */
export function trackMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: (KnownRoute & { pattern: RegExp })[] = [];
  app.decorate('knownRoutes', routes);
  app.addHook('onRoute', ({ url, method, config }) => {
    for (const one of [method].flat()) {
      routes.push({ pattern: toPattern(url), method: one, url, endpoint: config?.endpoint });
    }
  });
  return (url) => {
    const path = url.split('?')[0] ?? '/';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)];
  };
}

/** `:id` is a parameter, `::` a literal colon. */
function toPattern(url: string): RegExp {
  const parts = url
    .split('::')
    .map((part) => part.replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join(':')}$`);
}

import type { FastifyInstance } from 'fastify';

/**
 * Tells, for an address that no route took, which methods it would have taken. Must be called before
 * the first route is added.
 */
export function rememberMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) routes.push({ pattern: toPattern(url), method: one });
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

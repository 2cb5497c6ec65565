import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Deps } from '../deps.ts';

/**
 * Behind a proxy that TRUST_PROXY does not name, all visitors seem to have one address: they share every
 * rate limit, and one of them can use it up for all. Logged once, because any visitor can send the header.
 */
export function registerProxyCheck(app: FastifyInstance, { log }: Pick<Deps, 'log'>): void {
  if (!log) return;
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && isProxyIgnored(request)) {
      hasWarned = true;
      log.warn(
        'A request with X-Forwarded-For or Forwarded came from an address that TRUST_PROXY does not name. If there is a reverse proxy in front, let it send X-Forwarded-For and set TRUST_PROXY to the number of proxies, such as 1: otherwise all visitors share one rate limit. If there is none, a visitor sent the header, and you do not need to do anything.',
      );
    }
    done();
  });
}

/** `request.ips` lists the addresses that Fastify trusts, beginning with the connected one. */
function isProxyIgnored(request: FastifyRequest): boolean {
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return isForwarded && (request.ips?.length ?? 1) < 2;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Deps } from '../deps.ts';

/**
 * A proxy that TRUST_PROXY does not name makes all visitors look like one: they share every rate
 * limit, and one of them can use it up for all. Told once, because any visitor can send the header.
 */
export function registerProxyCheck(app: FastifyInstance, { log }: Pick<Deps, 'log'>): void {
  if (!log) return;
  let isTold = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && isProxyIgnored(request)) {
      isTold = true;
      log.warn(
        'A request came with X-Forwarded-For or Forwarded from an address that TRUST_PROXY does not name. If a reverse proxy is in front, let it send X-Forwarded-For and set TRUST_PROXY to the number of proxies, such as 1: otherwise all visitors share one rate limit. If there is none, a visitor sent it, and nothing needs to be done.',
      );
    }
    done();
  });
}

/** Fastify lists the addresses it believes, beginning with the one that is connected. */
function isProxyIgnored(request: FastifyRequest): boolean {
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return isForwarded && (request.ips?.length ?? 1) < 2;
}

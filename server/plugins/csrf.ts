import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '#shared/errors.ts';

import type { Config } from '../config.ts';
import { isLoopback } from '../lib/requests/is-loopback.ts';

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers send the origin of the page with every changing request; only our own pages may send one.
 * Other programs (game servers, payment webhooks) send neither header and carry no cookies.
 */
export function registerOriginCheck(app: FastifyInstance, config: Config): void {
  const site = new URL(config.siteUrl);
  // In production the site has one address. In development the same server is opened as localhost,
  // as 127.0.0.1 or through a proxy's port, so there the requested host is accepted as well.
  const isFixed = config.isProduction && !config.demo;
  app.addHook('onRequest', async (request) => {
    if (!isFixed) assertKnownHost(request.headers.host, site.hostname);
    if (readOnly.has(request.method) || request.routeOptions.config.isSigned) return;
    if (isOwnPage(request, site.origin, isFixed)) return;
    throw new AppError('request/foreign-origin', 'This request came from another website.');
  });
}

/** Prevents DNS rebinding: a website could point its name at 127.0.0.1 and reach a demo with public passwords. */
function assertKnownHost(host: string | undefined, siteHostname: string): void {
  if (host === undefined) return;
  const address = `http://${host}`;
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  if (hostname === siteHostname || isLoopback(hostname)) return;
  throw new AppError(
    'request/unknown-host',
    `This site is not in production, so it answers only as localhost and ${siteHostname}. To use another name, set SITE_URL.`,
  );
}

function isOwnPage(request: FastifyRequest, siteOrigin: string, isFixed: boolean): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  if (origin === undefined)
    return fetchSite === undefined || ['same-origin', 'none'].includes(fetchSite);
  if (origin === siteOrigin) return true;
  if (isFixed || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return ['http:', 'https:'].includes(protocol) && host === request.host;
}

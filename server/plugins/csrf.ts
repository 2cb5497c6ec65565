import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '#shared/errors.ts';

import type { Config } from '../config.ts';
import { isLoopback } from '../lib/is-loopback.ts';

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers name the page behind every changing request. Only our own pages may send one; programs
 * that are no browser (game servers, payment webhooks) send neither header and carry no cookies.
 */
export function registerOriginCheck(app: FastifyInstance, config: Config): void {
  const site = new URL(config.siteUrl);
  // A site in production has one address. A developer opens the same server as localhost,
  // 127.0.0.1 or on the port of a proxy, so there the host that was asked counts as well.
  const isFixed = config.isProduction && !config.demo;
  app.addHook('onRequest', async (request) => {
    if (!isFixed) refuseUnknownHost(request.headers.host, site.hostname);
    if (readOnly.has(request.method) || request.routeOptions.config.isSigned) return;
    if (isOwnPage(request, site.origin, isFixed)) return;
    throw new AppError('request/foreign-origin', 'This request came from another website.');
  });
}

/**
 * Without this a website could point its own name at 127.0.0.1 and talk to a demo, with its known
 * passwords, from the browser of a developer (DNS rebinding).
 */
function refuseUnknownHost(host: string | undefined, siteHostname: string): void {
  if (host === undefined) return;
  const address = `http://${host}`;
  const hostname = URL.canParse(address) ? new URL(address).hostname : '';
  if (hostname === siteHostname || isLoopback(hostname)) return;
  throw new AppError(
    'request/unknown-host',
    `This site is not in production, so it answers only as localhost and as ${siteHostname}. To open it by another name, set SITE_URL.`,
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

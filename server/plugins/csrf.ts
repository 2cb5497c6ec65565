import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '#shared/errors.ts';

import type { Config } from '../config.ts';

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers name the page behind every changing request. Only our own pages may send one; programs
 * that are no browser (game servers, payment webhooks) send neither header and carry no cookies.
 */
export function registerOriginCheck(app: FastifyInstance, config: Config): void {
  const siteOrigin = new URL(config.siteUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (readOnly.has(request.method) || isOwnPage(request, siteOrigin)) return;
    if (request.routeOptions.config.isSigned) return;
    throw new AppError('request/foreign-origin', 'This request came from another website.');
  });
}

function isOwnPage(request: FastifyRequest, siteOrigin: string): boolean {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  if (origin === undefined)
    return fetchSite === undefined || ['same-origin', 'none'].includes(fetchSite);
  if (origin === siteOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

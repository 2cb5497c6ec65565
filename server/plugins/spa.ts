import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { IconSize } from '#shared/endpoints/appearance.ts';
import { statusOf } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';
import { pages, renderedPages } from '#shared/pages.ts';

import type { Deps } from '../deps.ts';
import { acceptsEncoding } from '../lib/pages/accepts-encoding.ts';
import { createFirstHtml } from '../lib/pages/first-html.ts';
import type { Html, HtmlParts, HtmlRequest } from '../lib/pages/first-html.ts';
import { takePageAssets } from '../lib/pages/page-assets.ts';
import { loadStaticFiles, readNewerAsset, takeEarlierAssets } from '../lib/pages/static-files.ts';
import type { StaticFile } from '../lib/pages/static-files.ts';
import { sendError, toAppError } from './errors.ts';

type Parts = Pick<HtmlParts, 'registry' | 'getSiteState' | 'getBrand' | 'getSkills'> & {
  methodsOf: (url: string) => string[];
};

/** Serves the built client from memory, the first HTML of every page, and answers for unknown addresses. */
export async function registerSpa(
  app: FastifyInstance,
  deps: Deps,
  { methodsOf, ...parts }: Parts,
): Promise<void> {
  const { config, clientFolder } = deps;
  const files = clientFolder ? loadStaticFiles(clientFolder) : new Map<string, StaticFile>();
  const earlierAssets = takeEarlierAssets(files);
  const template = files.get('/index.html')?.plain.toString() ?? '<!--page-head--><!--page-data-->';
  files.delete('/index.html');
  const html = createFirstHtml(deps, { ...parts, template, assetsOf: takePageAssets(files) });
  app.addHook('onClose', async () => html.close());
  const hidden = { schema: { hide: true } };

  const quiet = { ...hidden, config: { isQuiet: true } };

  const known = new Map([...files, ...earlierAssets]);
  for (const [url, file] of known) {
    // Hundreds of assets: registering a route for each would take 100 ms.
    if (url.startsWith('/assets/')) continue;
    app.get(url, quiet, async (request, reply) => {
      const own = await findOwnIcon(parts, url);
      return own ? reply.redirect(own) : sendFile(file, request, reply);
    });
  }
  if (clientFolder) {
    app.get<{ Params: { name: string } }>('/assets/:name', quiet, async (request, reply) => {
      const { name } = request.params;
      const file = known.get(`/assets/${name}`) ?? (await readNewerAsset(clientFolder, name));
      if (!file) throw new AppError('request/not-found', 'There is nothing here.');
      return sendFile(file, request, reply);
    });
  }
  for (const [path, page] of Object.entries(pages)) {
    if (page.demoOnly && !config.devPages) continue;
    if (renderedPages[path]?.topics && !parts.registry.find(path)) {
      throw new Error(`No feature describes the page ${path}.`);
    }
    app.get(path.replaceAll('$', ':'), hidden, async (request, reply) => {
      return sendHtml(await html.get(page, path, describeVisit(path, request)), request, reply);
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methodsOf(request.url);
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '));
      const message = `This address does not support ${request.method}.`;
      return sendError(new AppError('request/method-not-allowed', message), request, reply);
    }
    if (wantsHtml(request)) {
      return sendHtml(await html.getNotFound(describeRequest(request)), request, reply);
    }
    return sendError(new AppError('request/not-found', 'There is nothing here.'), request, reply);
  });
}

/** Pages are cached by URL with the parameters that they use: otherwise each `?x=1` would render again. */
function describeVisit(path: string, request: FastifyRequest): HtmlRequest {
  const params = request.params as Record<string, string>;
  const given = request.query as Record<string, string | string[] | undefined>;
  const query: Record<string, string> = {};
  for (const name of renderedPages[path]?.query ?? []) {
    // If a parameter is given twice, the first value counts.
    const value = Object.hasOwn(given, name) ? [given[name]].flat()[0] : undefined;
    if (value !== undefined) query[name] = value;
  }
  const pathname = path.replaceAll(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query);
  const url = search.size > 0 ? `${pathname}?${search}` : pathname;
  return { ...describeRequest(request), url, params, query };
}

function describeRequest(request: FastifyRequest): HtmlRequest {
  return {
    url: request.url,
    hasSessionCookie: request.sessionToken() !== undefined,
    params: {},
    query: {},
    onProblem(what, error) {
      const level = statusOf(toAppError(error)) >= 500 ? 'error' : 'debug';
      request.log[level]({ err: error }, what);
    },
  };
}

function wantsHtml({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|auth|idp|assets|media|og)\//.test(url)) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

/** Browsers and feed readers request these addresses even if no page links to them. */
const iconSizeOf: Record<string, IconSize | undefined> = {
  '/favicon.ico': '32',
  '/favicon.svg': '192',
  '/apple-touch-icon.png': '180',
  '/icon-192.png': '192',
  '/icon-512.png': '512',
  '/icon-maskable-512.png': 'maskable',
};

async function findOwnIcon({ getBrand }: Pick<Parts, 'getBrand'>, url: string) {
  const size = iconSizeOf[url];
  return size && (await getBrand()).icons?.[size];
}

function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const cacheControl = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.header('cache-control', cacheControl).header('etag', file.etag).type(file.type);
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  const accepted = request.headers['accept-encoding'];
  reply.header('vary', 'accept-encoding');
  const isIcon = iconSizeOf[request.url] !== undefined;
  reply.repeatable = { topics: isIcon ? ['site'] : [], ignoresCookies: true };
  if (file.brotli && acceptsEncoding(accepted, 'br')) {
    return reply.header('content-encoding', 'br').send(file.brotli);
  }
  if (file.gzip && acceptsEncoding(accepted, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.plain);
}

function sendHtml(html: Html, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.repeatable = html.repeatable;
  reply
    .status(html.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding');
  if (html.location !== undefined) return reply.redirect(html.location, html.status);
  if (!acceptsEncoding(request.headers['accept-encoding'], 'br')) return reply.send(html.plain);
  return reply.header('content-encoding', 'br').send(html.brotli);
}

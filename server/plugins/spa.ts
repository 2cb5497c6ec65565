import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '#shared/errors.ts';
import { pages } from '#shared/pages.ts';
import type { Page } from '#shared/pages.ts';
import type { SiteInfo } from '#shared/site.ts';

import type { Deps } from '../deps.ts';
import { readSiteState } from '../features/site/site-settings.service.ts';
import { takePageAssets } from '../lib/page-assets.ts';
import type { PageDescription, PageRegistry, PageVisit } from '../lib/page-registry.ts';
import { renderPage } from '../lib/page-template.ts';
import { loadStaticFiles } from '../lib/static-files.ts';
import type { StaticFile } from '../lib/static-files.ts';
import { createTopicCache } from '../lib/topic-cache.ts';
import { sendError } from './errors.ts';

type Html = { plain: Buffer; brotli: Buffer; status: number };

const maxKeptPages = 500;
const notFound: PageDescription = { title: 'Not Found', status: 404 };

/** The built client from memory, the first HTML of every page, and what answers unknown addresses. */
export async function registerSpa(
  app: FastifyInstance,
  deps: Deps,
  { methodsOf, registry }: { methodsOf: (url: string) => string[]; registry: PageRegistry },
): Promise<void> {
  const { config, clientFolder } = deps;
  async function readSite(): Promise<SiteInfo> {
    // Without the database there is still a page, which says so itself.
    const state = await readSiteState(deps).catch((error: unknown) => {
      deps.onProblem('The site’s settings could not be read.', error);
      return { communityUrl: config.communityUrl, banner: null };
    });
    return {
      name: config.siteName,
      contactEmail: config.contactEmail,
      isDemo: config.demo,
      identity: deps.identity.client,
      ...state,
    };
  }
  const files = clientFolder ? await loadStaticFiles(clientFolder) : new Map<string, StaticFile>();
  const template = files.get('/index.html')?.plain.toString() ?? '<!--page-head--><!--page-data-->';
  files.delete('/index.html');
  const assetsOf = takePageAssets(files);
  const kept = createTopicCache<Html>(deps.live, maxKeptPages);
  app.addHook('onClose', async () => kept.close());
  const hidden = { schema: { hide: true }, logLevel: 'warn' } as const;

  async function render(description: PageDescription, request: FastifyRequest): Promise<Html> {
    const visit = { hasSessionCookie: hasCookie(request) };
    const path = request.url.split('?')[0] ?? '/';
    const assets = assetsOf((request.routeOptions.url ?? '').replaceAll(':', '$'));
    const html = renderPage(template, {
      description,
      path,
      assets,
      siteUrl: config.siteUrl,
      site: await readSite(),
      visit,
    });
    return compress(html, description.status ?? 200);
  }

  function findHtml(page: Page, path: string, request: FastifyRequest): Promise<Html> {
    const described = registry.find(path);
    if (!described) return render(defaultsOf(page), request);
    const make = async () => {
      const own = await described.describe(visitOf(request));
      return render({ ...defaultsOf(page), ...own }, request);
    };
    if (described.topics.length === 0) return make();
    return kept.get(`${hasCookie(request)} ${request.url}`, [...described.topics, 'site'], make);
  }

  /** A page that cannot be described is still a page: the app asks for what is missing itself. */
  async function getHtml(page: Page, path: string, request: FastifyRequest): Promise<Html> {
    try {
      return await findHtml(page, path, request);
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return render(notFound, request);
      request.log.error({ err: error }, 'page could not be described');
      return render(defaultsOf(page), request);
    }
  }

  for (const [url, file] of files) {
    app.get(url, hidden, (request, reply) => sendFile(file, request, reply));
  }
  for (const [path, page] of Object.entries(pages) as [string, Page][]) {
    if (page.demoOnly && !config.demo) continue;
    app.get(path.replaceAll('$', ':'), hidden, async (request, reply) => {
      return sendHtml(await getHtml(page, path, request), request, reply);
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methodsOf(request.url);
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '));
      const message = `This address does not take ${request.method}.`;
      return sendError(new AppError('request/method-not-allowed', message), request, reply);
    }
    if (wantsHtml(request)) return sendHtml(await render(notFound, request), request, reply);
    return sendError(new AppError('request/not-found', 'There is nothing here.'), request, reply);
  });
}

/** Pages that somebody must sign in for, and the tools of the demo, are nothing for search engines. */
function defaultsOf(page: Page): PageDescription {
  return { title: page.title, isHidden: page.requiresLogin || page.demoOnly === true };
}

function visitOf(request: FastifyRequest): PageVisit {
  return {
    params: request.params as Record<string, string>,
    // A parameter given twice counts by its first value.
    query: Object.fromEntries(
      Object.entries(request.query as Record<string, string | string[]>).map(([name, value]) => [
        name,
        [value].flat()[0] ?? '',
      ]),
    ),
  };
}

function hasCookie(request: FastifyRequest): boolean {
  return request.sessionToken() !== undefined;
}

function wantsHtml({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (/^\/(api|auth|idp|assets|media|og)\//.test(url)) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

function sendFile(file: StaticFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const cacheControl = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.header('cache-control', cacheControl).header('etag', file.etag).type(file.type);
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  const accepted = String(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding');
  if (file.brotli && /\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(file.brotli);
  }
  if (file.gzip && /\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.plain);
}

const compressAsync = promisify(brotliCompress);
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

async function compress(html: string, status: number): Promise<Html> {
  const plain = Buffer.from(html);
  return { plain, brotli: await compressAsync(plain, fastBrotli), status };
}

function sendHtml(html: Html, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .status(html.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding');
  if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(html.plain);
  return reply.header('content-encoding', 'br').send(html.brotli);
}

import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { Deps } from '#server/deps.ts';
import type { Brand } from '#shared/endpoints/appearance.ts';
import type { SiteState } from '#shared/endpoints/site-settings.ts';
import { statusOf } from '#shared/error-codes.ts';
import { AppError } from '#shared/errors.ts';
import { isPageOf, renderedPages } from '#shared/pages.ts';
import type { LiveTopic, Page } from '#shared/pages.ts';
import type { Skill } from '#shared/rules/skills.ts';
import type { SiteInfo } from '#shared/site.ts';

import { createTopicCache } from '../data/topic-cache.ts';
import type { PageDescription, PageRegistry, PageVisit } from './page-registry.ts';
import { renderPage } from './page-template.ts';
import type { FirstPage, PageAssets } from './page-template.ts';

export type Html = {
  plain: Buffer;
  brotli: Buffer;
  status: number;
  /** Where to redirect to, instead of the HTML. */
  location?: string;
  repeatable?: { topics: readonly LiveTopic[]; until: number };
};

export type HtmlRequest = PageVisit & {
  /** Normalised path and query, with only the parameters that the page depends on. */
  url: string;
  hasSessionCookie: boolean;
  onProblem: (what: string, error: unknown) => void;
};

type FirstHtml = {
  get(page: Page, path: string, request: HtmlRequest): Promise<Html>;
  getNotFound(request: HtmlRequest): Promise<Html>;
  close(): void;
};

export type HtmlParts = {
  registry: PageRegistry;
  template: string;
  /** By the page's path, such as /news/$id. */
  assetsOf: (path: string) => PageAssets;
  getSiteState: () => Promise<Omit<SiteState, 'brand' | 'labels'>>;
  getBrand: () => Promise<Brand>;
  getSkills: () => Promise<readonly Skill[]>;
};

const maxCachedPages = 500;
/** Limits how stale countdowns and started or ended events can be. */
const maxAge = 60_000;
const notFound: PageDescription = { title: 'Not Found', status: 404 };

/**
 * The first HTML of every page. Cached pages are the same for everyone: they are rendered without a
 * session, and only for requests without a session cookie. Requests with one get the same page with
 * "Loading..." as its content, which docs/specification.md requires while the session is checked.
 */
export function createFirstHtml(deps: Deps, parts: HtmlParts): FirstHtml {
  const { config } = deps;
  const { registry, template, assetsOf } = parts;
  const cache = createTopicCache<Html>(deps.live, maxCachedPages, maxAge);

  async function readSite(): Promise<SiteInfo> {
    // The page is served without the database too; the app then shows the error.
    const state = await parts.getSiteState().catch((error: unknown) => {
      deps.onProblem('The site’s settings could not be read.', error);
      return {
        communityUrl: config.communityUrl,
        banner: null,
        featuresOff: [],
        communityLinks: [],
        discord: null,
      };
    });
    const skills = await parts.getSkills().catch((error: unknown) => {
      deps.onProblem('The list of skills could not be read.', error);
      return [];
    });
    return {
      brand: await parts.getBrand(),
      labels: await deps.brand.readLabels(),
      contactEmail: config.contactEmail,
      isDemo: config.demo,
      hasDevPages: config.devPages,
      identity: deps.identity.client,
      skills: skills.map(({ name }) => name),
      skillIcons: Object.fromEntries(
        skills
          .filter(({ name, icon }) => icon !== name.toLowerCase())
          .map(({ name, icon }) => [name, icon]),
      ),
      ...state,
    };
  }

  async function make(
    description: PageDescription,
    request: HtmlRequest,
    { path = '', isRendered = false, livePosition = deps.live.position() } = {},
  ): Promise<Html> {
    const { url, hasSessionCookie } = request;
    const page: FirstPage = {
      description,
      path: url.split('?')[0] ?? '/',
      assets: assetsOf(path),
      siteUrl: config.siteUrl,
      site: await readSite(),
      visit: { hasSessionCookie, livePosition },
    };
    const content = isRendered ? await findContent(page, request) : undefined;
    return compress(renderPage(template, { ...page, ...content }), description.status ?? 200);
  }

  /** If rendering fails, the browser renders the page. */
  async function findContent(page: FirstPage, { url, onProblem }: HtmlRequest) {
    const { site, description, visit } = page;
    const renderedAt = Date.now();
    try {
      const data = description.data ?? [];
      const content = await deps.renderer?.render({ url, site, data, renderedAt });
      return content === undefined ? {} : { content, visit: { ...visit, renderedAt } };
    } catch (error) {
      onProblem('page could not be rendered', error);
      return {};
    }
  }

  function find(page: Page, path: string, request: HtmlRequest): Promise<Html> {
    const describe = registry.find(path);
    if (!describe) return make(defaultsOf(page), request, { path });
    const topics = renderedPages[path]?.topics;
    const isRendered =
      topics !== undefined && !request.hasSessionCookie && deps.renderer?.isReady() === true;
    const makePage = async () => {
      // Taken before reading: a change made meanwhile is sent twice rather than missed.
      const livePosition = deps.live.position();
      const description = { ...defaultsOf(page), ...(await describe(request)) };
      if (description.movedTo !== undefined) {
        const nothing = { plain: Buffer.of(), brotli: Buffer.of() };
        return { location: description.movedTo, status: 301, ...nothing };
      }
      return make(description, request, { path, isRendered, livePosition });
    };
    if (!topics) return makePage();
    const key = `${request.hasSessionCookie} ${isRendered} ${request.url}`;
    const dependsOn: readonly LiveTopic[] = [...topics, 'site'];
    return cache.get(key, dependsOn, async () => {
      const until = Date.now() + maxAge;
      const html = await makePage();
      return isRendered ? { ...html, repeatable: { topics: dependsOn, until } } : html;
    });
  }

  return {
    close: () => cache.close(),
    getNotFound: (request) => make(notFound, request),
    /** If the description fails, the page is served without data, which the app then fetches. */
    async get(page, path, request) {
      try {
        const { featuresOff } = await parts.getSiteState();
        if (isPageOf(featuresOff, path)) return await make(notFound, request);
        return await find(page, path, request);
      } catch (error) {
        if (error instanceof AppError && statusOf(error) === 404) return make(notFound, request);
        request.onProblem('page could not be described', error);
        return make(defaultsOf(page), request, { path });
      }
    },
  };
}

/** Search engines must not index pages that need a sign-in, or the demo’s own pages. */
function defaultsOf(page: Page): PageDescription {
  return { title: page.title, isHidden: page.requiresLogin || page.demoOnly === true };
}

const compressAsync = promisify(brotliCompress);
/** From 5 on, the fast levels differ little in size: home has 9.6 kB at 4, 9.0 at 5 and 8.9 at 9. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function compress(html: string, status: number): Promise<Html> {
  const plain = Buffer.from(html);
  return { plain, brotli: await compressAsync(plain, fastBrotli), status };
}

import type { LiveTopic, PagePath } from './pages.ts';

/** The part of a page of shared/pages.ts that only the server needs, so that the browser does not load it. */
type RenderedPage = {
  /** The server renders the content for visitors without a session, again when one of these changes. */
  topics?: readonly LiveTopic[];
  /** Query parameters that the first HTML depends on; the server ignores all others. */
  query?: readonly string[];
  /** Consists of one large sheet of parchment. */
  isSheet?: boolean;
};

export const renderedPages: Partial<Record<string, RenderedPage>> = {
  // Not polls and hiscores, which change with every vote and every report of the game. The live stream
  // refreshes them in the browser, and the HTML is at most a minute old.
  '/': { topics: ['news', 'server', 'events'] },
  '/play': { topics: ['site'] },
  '/news': { topics: ['news'], query: ['category', 'page'] },
  '/news/$id': { topics: ['news'], isSheet: true },
  '/events': { topics: ['events'], query: ['event', 'month', 'day', 'type', 'copy'] },
  '/hiscores': {
    topics: ['hiscores', 'site'],
    query: ['skill', 'page', 'mode', 'period', 'followed', 'rank', 'player', 'compare', 'with'],
  },
  '/hiscores/seasons/$id': { topics: ['hiscores', 'site'], query: ['skill', 'page'] },
  '/polls': { topics: ['polls'], query: ['page'] },
  '/polls/$id': { topics: ['polls'], isSheet: true },
  '/vote': { topics: ['votes'] },
  '/login': { topics: [], query: ['redirect'] },
  '/register': { topics: [], query: ['redirect'] },
  '/reset': { topics: [] },
  '/setup': { query: ['code'] },
  '/terms': { topics: ['site'], isSheet: true },
  '/privacy': { topics: ['site'], isSheet: true },
  '/pages/$slug': { topics: ['site'], isSheet: true },
} satisfies Partial<Record<PagePath, RenderedPage>>;

// Runs on the server, which loads it from the build (server/lib/page-renderer.ts): the first HTML of a
// public page, by the very components that the browser then takes over. It knows no session: whoever
// has one gets "Loading..." instead, so nothing here can be anybody's own.
import { createMemoryHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';

import { App } from '#client/app/app.tsx';
import { createSiteRouter } from '#client/app/router.tsx';
import type { SiteRouter } from '#client/app/router.tsx';
import { fillPageData } from '#client/lib/page-data.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { siteStateQuery } from '#client/lib/site-state.ts';
import { site } from '#client/lib/site.ts';
import type { PageToRender } from '#shared/site.ts';

export async function renderApp(page: PageToRender): Promise<string> {
  // What differs from page to page is in the queries; the rest is the same for the whole process.
  const { communityUrl, banner } = Object.assign(site, page.site);
  const queries = createQueryClient();
  fillPageData(queries, page.data, page.madeAt);
  queries.setQueryData(sessionQuery.queryKey, null);
  queries.setQueryData(siteStateQuery.queryKey, { communityUrl, banner });
  const router = await loadRouter(page.url);
  const html = await renderWhole(<App router={router} queries={queries} madeAt={page.madeAt} />);
  queries.clear();
  return html;
}

async function loadRouter(url: string): Promise<SiteRouter> {
  const history = createMemoryHistory({ initialEntries: [url] });
  const router = createSiteRouter(history);
  // Spelt as the router spells it, or it would answer with a redirect and no page.
  const { pathname: to, hash } = router.latestLocation;
  history.replace(router.buildLocation({ to, hash, search: true }).publicHref);
  await router.load();
  return router;
}

/** All at once, in the order of the page: what is streamed later needs inline scripts, which we forbid. */
async function renderWhole(app: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const stream = await renderToReadableStream(app, {
    progressiveChunkSize: Infinity,
    onError: (error) => void failures.push(error),
  });
  await stream.allReady;
  // React would leave the failed part for the browser to do; such a page is better done there whole.
  if (failures.length > 0) throw failures[0];
  const html = await new Response(stream).text();
  // The head names what to fetch first, and pictures at the top only.
  return html.replace(/^(?:<link [^>]*>)+/, '');
}

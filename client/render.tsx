// Runs on the server, which loads it from the build (server/lib/pages/page-renderer.ts). Renders the first
// HTML of a public page, with the same components that the browser hydrates. Signed-in visitors get
// "Loading..." instead, so this HTML never contains anyone's private data.
import type { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';

import { App } from '#client/app/app.tsx';
import { createSiteRouter } from '#client/app/router.tsx';
import type { SiteRouter } from '#client/app/router.tsx';
import { fillPageData } from '#client/lib/page-data.ts';
import { createQueryClient } from '#client/lib/query-client.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { siteQuery } from '#client/lib/site.ts';
import type { PageToRender } from '#shared/site.ts';

export async function renderApp(page: PageToRender): Promise<string> {
  const queries = createQueryClient();
  fillPageData(queries, page.data, page.renderedAt);
  queries.setQueryData(sessionQuery.queryKey, null);
  queries.setQueryData(siteQuery.queryKey, page.site);
  const router = await loadRouter(page.url, queries);
  const html = await renderWhole(
    <App router={router} queries={queries} renderedAt={page.renderedAt} />,
  );
  queries.clear();
  return html;
}

async function loadRouter(url: string, queries: QueryClient): Promise<SiteRouter> {
  const history = createMemoryHistory({ initialEntries: [url] });
  const router = createSiteRouter(history, queries);
  // Use the router's canonical spelling of the URL, or it would redirect instead of rendering.
  const { pathname: to, hash } = router.latestLocation;
  history.replace(router.buildLocation({ to, hash, search: true }).publicHref);
  await router.load();
  return router;
}

/** Waits for the whole page: parts streamed later need inline scripts, which our policy forbids. */
async function renderWhole(app: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const stream = await renderToReadableStream(app, {
    progressiveChunkSize: Infinity,
    onError: (error) => void failures.push(error),
  });
  await stream.allReady;
  // React would leave only the failed part to the browser. Throw, so that the browser renders the whole page.
  if (failures.length > 0) throw failures[0];
  const html = await new Response(stream).text();
  // Drop React's preload links: the page's head already lists what to fetch first.
  return html.replace(/^(?:<link [^>]*>)+/, '');
}

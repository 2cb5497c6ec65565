import '#client/styles/base.css';
import { createBrowserHistory, isNotFound } from '@tanstack/react-router';
import { startTransition } from 'react';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { App } from '#client/app/app.tsx';
import { whenHomeHydrated } from '#client/app/home-page.tsx';
import { createSiteRouter } from '#client/app/router.tsx';
import { readPageData } from '#client/lib/page-data.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { checkFirstSession } from '#client/lib/session.ts';
import { visit } from '#client/lib/site.ts';
import { whenIdle, whenQuiet } from '#client/lib/when.ts';

const rootOptions = { onCaughtError: reportCaught };

export async function start(onInteractive: () => void): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const history = createBrowserHistory();
  await yieldToBrowser();
  const router = createSiteRouter(history, queryClient);
  const app = (
    <App
      router={router}
      queries={queryClient}
      renderedAt={visit.renderedAt ?? 0}
      onInteractive={onInteractive}
    />
  );
  readPageData(queryClient);
  // Until the first session check is done, the page shows its HTML's "Loading...".
  await checkFirstSession();
  // The page is loaded before the first render, which replaces "Loading..." or has to match the HTML.
  // With this mark the router does not load it again.
  router.ssr = { manifest: undefined };
  await yieldToBrowser();
  await router.load();
  if (visit.renderedAt === undefined) createRoot(root, rootOptions).render(app);
  else await hydrate(root, app);
  (await import('#client/lib/live.ts')).connectLive();
}

async function hydrate(root: HTMLElement, app: ReactNode): Promise<void> {
  await yieldToBrowser();
  // In a transition React hydrates in short steps and does not block scrolling.
  startTransition(() => {
    hydrateRoot(root, app, rootOptions);
  });
  await whenQuiet();
  await whenHomeHydrated;
}

/** Lets the browser paint and scroll a page that is already readable between two steps of work. */
async function yieldToBrowser(): Promise<void> {
  if (visit.renderedAt !== undefined) await whenIdle(100);
}

/** Pages throw notFound() on purpose and the router shows it, so it is not reported as an error. */
function reportCaught(error: unknown): void {
  if (!isNotFound(error)) console.error(error);
}

import '#client/styles/base.css';
import { createBrowserHistory, isNotFound } from '@tanstack/react-router';
import { startTransition } from 'react';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { App } from '#client/app/app.tsx';
import { createSiteRouter } from '#client/app/router.tsx';
import type { SiteRouter } from '#client/app/router.tsx';
import { connectLive } from '#client/lib/live.ts';
import { readPageData } from '#client/lib/page-data.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { checkFirstSession } from '#client/lib/session.ts';
import { visit } from '#client/lib/site.ts';
import { whenIdle, whenLoaded } from '#client/lib/when.ts';

const rootOptions = { onCaughtError: reportCaught };

export async function start(onAlive: () => void): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const history = createBrowserHistory();
  await rest();
  const router = createSiteRouter(history);
  const app = (
    <App router={router} queries={queryClient} madeAt={visit.renderedAt ?? 0} onAlive={onAlive} />
  );
  readPageData(queryClient);
  // Until the first session check is done the page keeps what its HTML says: "Loading...".
  await checkFirstSession();
  if (visit.renderedAt === undefined) createRoot(root, rootOptions).render(app);
  else await takeOver(root, app, router);
  connectLive();
}

async function takeOver(root: HTMLElement, app: ReactNode, router: SiteRouter): Promise<void> {
  // Tells the router that its page stands there already.
  router.ssr = { manifest: undefined };
  await rest();
  await router.load();
  await rest();
  // In a transition: React then works in short steps, and lets a finger that scrolls go first.
  startTransition(() => {
    hydrateRoot(root, app, rootOptions);
  });
  await whenLoaded();
  await whenIdle(2000);
}

/** Between two steps of work the browser draws and scrolls what can be read already. */
async function rest(): Promise<void> {
  if (visit.renderedAt !== undefined) await whenIdle(100);
}

/** A page that finds nothing says so by throwing; the router shows it, and nothing has gone wrong. */
function reportCaught(error: unknown): void {
  if (!isNotFound(error)) console.error(error);
}

import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  isNotFound,
  RouterProvider,
} from '@tanstack/react-router';
import { render as renderInto } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';

import { App } from '#client/app/app.tsx';
import { createSiteRouter } from '#client/app/router.tsx';
import type { SiteRouter } from '#client/app/router.tsx';
import { connectLive } from '#client/lib/live.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { stringifySearch } from '#client/lib/search.ts';
import { checkFirstSession, sessionQuery } from '#client/lib/session.ts';
import { getSite, Site, visit } from '#client/lib/site.ts';
import { DialogHost } from '#client/ui/overlay/dialog-service.tsx';
import { Toasts } from '#client/ui/overlay/toast.tsx';
import type { SessionUser } from '#shared/endpoints/accounts.ts';

import { answer, refuse } from './fake-fetch.ts';
import type { Answers } from './fake-fetch.ts';
import { noNews, testAdmin, testPlayer } from './test-site.ts';

type Role = 'visitor' | 'player' | 'admin' | SessionUser;

type Options = { as?: Role; answers?: Answers };

/** Renders the site at an address, with the router, the guard and the layout, as client/start.tsx does. */
export async function renderPage(address: string, { as = 'visitor', answers }: Options = {}) {
  const user = findUser(as);
  answer({
    'GET /api/server/status': { isOnline: false, online: 0, max: 0, servers: [] },
    // The strip before an event asks for it, when the browser is idle.
    'GET /api/events': [],
    'GET /api/hiscores/lists': { groups: [] },
    'GET /api/shop/on-home': {},
    'GET /api/hiscores/milestones': { milestones: [] },
    'POST /api/account/visit': noNews,
    'GET /auth/verify': user ?? refuse('access/login-required', 'Please log in.'),
    ...answers,
  });
  visit.hasSessionCookie = Boolean(user);
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [address] }), queryClient);
  await checkFirstSession();
  const view = renderInto(<App router={router} queries={queryClient} renderedAt={0} />, {
    // Pages throw notFound() on purpose: see client/start.tsx.
    onCaughtError: (error) => {
      if (!isNotFound(error)) console.error(error);
    },
  });
  connectLive();
  return { ...view, router, user: setUpUser() };
}

type ScreenOptions = Options & {
  address: string;
  /** If the screen reads parameters: `/polls/$id`. */
  path?: string;
};

/** Renders one screen at an address, without the layout and the guard: several times quicker. */
export async function renderScreen(
  screen: ReactNode,
  { address, path = address.replace(/[?#].*/, ''), ...options }: ScreenOptions,
) {
  const root = createRootRoute({ notFoundComponent: () => <p>Another page</p> });
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component: () => <main>{screen}</main>,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([route]), history, stringifySearch });
  await router.load();
  // The app's router has other routes; screens only use what both have.
  const view = render(<RouterProvider router={router as unknown as SiteRouter} />, options);
  return { ...view, router };
}

/** Renders one component with the app's query client, dialogs and toasts. */
export function render(element: ReactNode, { as = 'visitor', answers }: Options = {}) {
  if (answers) answer(answers);
  queryClient.setQueryData(sessionQuery.queryKey, findUser(as));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <Site value={getSite(queryClient)}>
        {children}
        <DialogHost />
        <Toasts />
      </Site>
    </QueryClientProvider>
  );
  return { ...renderInto(element, { wrapper }), user: setUpUser() };
}

function findUser(role: Role): SessionUser | null {
  if (typeof role === 'object') return role;
  return { visitor: null, player: testPlayer, admin: testAdmin }[role];
}

function setUpUser() {
  // Without styles every element can be clicked, and asking for them takes a third of a click.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  /** Adds a text to a field at once. Typing it renders the screen for every key. */
  async function fill(field: Element, text: string): Promise<void> {
    await user.click(field);
    await user.paste(text);
  }
  return { ...user, fill };
}

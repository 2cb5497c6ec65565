import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, isNotFound } from '@tanstack/react-router';
import { render as renderInto } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';

import { App } from '#client/app/app.tsx';
import { createSiteRouter } from '#client/app/router.tsx';
import { connectLive } from '#client/lib/live.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { checkFirstSession, sessionQuery } from '#client/lib/session.ts';
import { visit } from '#client/lib/site.ts';
import { DialogHost } from '#client/ui/dialog-service.tsx';
import { Toasts } from '#client/ui/toast.tsx';
import type { SessionUser } from '#shared/accounts.ts';

import { answer, refuse } from './fake-fetch.ts';
import type { Answers } from './fake-fetch.ts';
import { testAdmin, testPlayer } from './test-site.ts';

type Role = 'visitor' | 'player' | 'admin' | SessionUser;

type Options = { as?: Role; answers?: Answers };

/** Renders the site at an address, with the router, the guard and the layout, as client/start.tsx does. */
export async function renderPage(address: string, { as = 'visitor', answers }: Options = {}) {
  const user = findUser(as);
  answer({
    'GET /api/server/status': { isOnline: false, online: 0, max: 0, servers: [] },
    'GET /auth/verify': user ?? refuse('access/login-required', 'Please log in.'),
    ...answers,
  });
  visit.hasSessionCookie = Boolean(user);
  const router = createSiteRouter(createMemoryHistory({ initialEntries: [address] }));
  await checkFirstSession();
  const view = renderInto(<App router={router} queries={queryClient} renderedAt={0} />, {
    // As in client/start.tsx: pages throw notFound() on purpose.
    onCaughtError: (error) => {
      if (!isNotFound(error)) console.error(error);
    },
  });
  connectLive();
  return { ...view, router, user: userEvent.setup({ delay: null }) };
}

/** Renders one component with the app's query client, dialogs and toasts. */
export function render(element: ReactNode, { as = 'visitor', answers }: Options = {}) {
  if (answers) answer(answers);
  queryClient.setQueryData(sessionQuery.queryKey, findUser(as));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      {children}
      <DialogHost />
      <Toasts />
    </QueryClientProvider>
  );
  return { ...renderInto(element, { wrapper }), user: userEvent.setup({ delay: null }) };
}

function findUser(role: Role): SessionUser | null {
  if (typeof role === 'object') return role;
  return { visitor: null, player: testPlayer, admin: testAdmin }[role];
}
